// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.query.NearestCount;
import io.neardup.request.MaxDistance;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.FingerprintSource.OfId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.ParseField;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.sort.SortBuilder;

/**
 * Reads the body of {@code _near_dup}. The strict object parser only collects the parameters; they
 * are judged afterwards, so that what is wrong stands in the first line of the error.
 */
final class NearDupRequestParser {
  private static final String FIELD = "field";
  private static final String HASH = "hash";
  private static final String HASHES = "hashes";
  private static final String ID = "id";
  private static final String IDS = "ids";
  private static final String DOC = "doc";
  private static final String DOCS = "docs";
  private static final String INDEX = "index";
  private static final String ROUTING = "routing";
  private static final String PIPELINE = "pipeline";
  private static final String MAX_DISTANCE = "max_distance";
  private static final String K = "k";
  private static final String SIZE = "size";
  private static final String FILTER = "filter";
  private static final String SOURCE = "_source";
  private static final String SORT = "sort";
  private static final String TIMEOUT = "timeout";

  private static final List<String> SINGLE = List.of(HASH, ID, DOC);
  private static final List<String> MANY = List.of(HASHES, IDS, DOCS);

  private static final ObjectParser<Map<String, Object>, Void> PARSER =
      new ObjectParser<>("near_dup", LinkedHashMap::new);

  static {
    declare(FIELD, ValueType.STRING, (parser, v) -> parser.text());
    declare(HASH, ValueType.VALUE, (parser, v) -> parser.objectText());
    declare(HASHES, ValueType.VALUE_OBJECT_ARRAY, (parser, v) -> list(parser));
    declare(ID, ValueType.INT, (parser, v) -> parser.text());
    declare(IDS, ValueType.VALUE_OBJECT_ARRAY, (parser, v) -> list(parser));
    declare(DOC, ValueType.OBJECT, (parser, v) -> parser.map());
    declare(DOCS, ValueType.VALUE_OBJECT_ARRAY, (parser, v) -> list(parser));
    declare(INDEX, ValueType.STRING, (parser, v) -> parser.text());
    declare(ROUTING, ValueType.INT, (parser, v) -> parser.text());
    declare(PIPELINE, ValueType.STRING, (parser, v) -> parser.text());
    declare(MAX_DISTANCE, ValueType.VALUE, (parser, v) -> parser.objectText());
    declare(K, ValueType.VALUE, (parser, v) -> parser.objectText());
    declare(SIZE, ValueType.VALUE, (parser, v) -> parser.objectText());
    declare(
        FILTER,
        ValueType.OBJECT,
        (parser, v) -> AbstractQueryBuilder.parseInnerQueryBuilder(parser));
    declare(
        SOURCE,
        ValueType.OBJECT_ARRAY_BOOLEAN_OR_STRING,
        (parser, v) -> FetchSourceContext.fromXContent(parser));
    declare(
        SORT, ValueType.OBJECT_ARRAY_OR_STRING, (parser, v) -> SortBuilder.fromXContent(parser));
    declare(TIMEOUT, ValueType.STRING, (parser, v) -> parser.text());
  }

  private final Map<String, Object> parameters;

  private NearDupRequestParser(Map<String, Object> parameters) {
    this.parameters = parameters;
  }

  private static void declare(String name, ValueType type, ContextParser<Void, Object> value) {
    PARSER.declareField(
        (parameters, read) -> parameters.put(name, read), value, new ParseField(name), type);
  }

  /** The elements as they come; a single value counts as a list of one. */
  private static List<Object> list(XContentParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_ARRAY -> parser.list();
      case START_OBJECT -> List.of(parser.map());
      default -> Collections.singletonList(parser.objectText());
    };
  }

  /**
   * Reads a body.
   *
   * @param search what the URL said; gets the source of the search
   * @throws IllegalArgumentException or ParsingException (HTTP 400) naming the parameter
   */
  static NearDupRequest parse(XContentParser parser, SearchRequest search) throws IOException {
    return new NearDupRequestParser(PARSER.parse(parser, null)).request(search);
  }

  private NearDupRequest request(SearchRequest search) {
    if (parameters.get(FIELD) == null) {
      throw new IllegalArgumentException(
          "[field] is required: the field of type [simhash] to search");
    }
    List<String> kinds = Stream.concat(SINGLE.stream(), MANY.stream()).filter(this::has).toList();
    boolean single = requireQuestions(kinds);
    requireWith(INDEX, ID, IDS, kinds);
    requireWith(ROUTING, ID, IDS, kinds);
    requireWith(PIPELINE, DOC, DOCS, kinds);
    Integer k = has(K) ? (Integer) NearestCount.parse(parameters.get(K)) : null;
    if (k != null && has(SORT)) {
      throw new IllegalArgumentException(
          "[sort] and [k] cannot go together: the [k] nearest come in the order of their distance;"
              + " leave one out");
    }
    int maxDistance =
        MaxDistance.parse(parameters.getOrDefault(MAX_DISTANCE, MaxDistance.defaultFor(k != null)));
    search.source(source());
    return new NearDupRequest(search, text(FIELD), maxDistance, k, entries(), single);
  }

  /** Whether there is exactly one question, asked in the singular. */
  private static boolean requireQuestions(List<String> seen) {
    boolean single = seen.stream().anyMatch(SINGLE::contains);
    if (seen.isEmpty() || (single && seen.size() > 1)) {
      throw new IllegalArgumentException(
          "one of [hash], [id], [doc], or any of [hashes], [ids], [docs] is required, got "
              + (seen.isEmpty() ? "none" : seen));
    }
    return single;
  }

  private void requireWith(String parameter, String one, String many, List<String> seen) {
    if (has(parameter) && seen.contains(one) == false && seen.contains(many) == false) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] goes with ["
              + one
              + "] or ["
              + many
              + "], got it with "
              + seen
              + "; leave it out");
    }
  }

  private SearchSourceBuilder source() {
    SearchSourceBuilder source = new SearchSourceBuilder().trackTotalHits(true);
    if (has(SIZE)) {
      source.size(size(parameters.get(SIZE)));
    }
    if (has(FILTER)) {
      source.query((QueryBuilder) parameters.get(FILTER));
    }
    if (has(SOURCE)) {
      source.fetchSource((FetchSourceContext) parameters.get(SOURCE));
    }
    if (has(SORT)) {
      ((List<?>) parameters.get(SORT)).forEach(sort -> source.sort((SortBuilder<?>) sort));
    }
    if (has(TIMEOUT)) {
      source.timeout(TimeValue.parseTimeValue(text(TIMEOUT), TIMEOUT));
    }
    return source;
  }

  private static int size(Object value) {
    if (value instanceof Integer size && size >= 0) {
      return size;
    }
    throw new IllegalArgumentException(
        "[size] must be an integer from 0 to the index's [index.max_result_window], got ["
            + value
            + "]");
  }

  private List<NearDupEntry> entries() {
    List<NearDupEntry> entries = new ArrayList<>();
    String index = text(INDEX);
    String routing = text(ROUTING);
    String pipeline = text(PIPELINE);
    for (Object id : questions(ID, IDS)) {
      entries.add(NearDupEntry.of(() -> new OfId(id(id), index, routing)));
    }
    for (Object hash : questions(HASH, HASHES)) {
      entries.add(NearDupEntry.ofHash(hash));
    }
    for (Object doc : questions(DOC, DOCS)) {
      entries.add(NearDupEntry.of(() -> new OfDoc(doc(doc), pipeline)));
    }
    return entries;
  }

  private List<?> questions(String one, String many) {
    return has(one)
        ? Collections.singletonList(parameters.get(one))
        : (List<?>) parameters.getOrDefault(many, List.of());
  }

  private static String id(Object value) {
    if (value instanceof String || value instanceof Number) {
      return value.toString();
    }
    throw new IllegalArgumentException("[id] must be a string, got [" + value + "]");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> doc(Object value) {
    if (value instanceof Map) {
      return (Map<String, Object>) value;
    }
    throw new IllegalArgumentException(
        "[doc] must be an object with the fields to fingerprint, got [" + value + "]");
  }

  private boolean has(String parameter) {
    return parameters.containsKey(parameter);
  }

  private String text(String parameter) {
    return (String) parameters.get(parameter);
  }
}
