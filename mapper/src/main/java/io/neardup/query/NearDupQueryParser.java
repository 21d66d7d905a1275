// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import static io.neardup.resolve.FingerprintSource.DOC;
import static io.neardup.resolve.FingerprintSource.ID;
import static io.neardup.resolve.FingerprintSource.INDEX;
import static io.neardup.resolve.FingerprintSource.PIPELINE;
import static io.neardup.resolve.FingerprintSource.ROUTING;
import static org.opensearch.core.xcontent.ObjectParser.ValueType;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.FingerprintSet;
import io.neardup.request.MaxDistance;
import io.neardup.request.NearDupLimits;
import io.neardup.resolve.FingerprintSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.XContentLocation;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;

/**
 * Reads the JSON of {@link NearDupQueryBuilder}.
 *
 * <p>The strict object parser only collects the parameters, in the order in which they come. They
 * are judged afterwards, because whatever is thrown inside that parser is wrapped into a general
 * "failed to parse", and the sentence that helps would be found three levels down.
 */
final class NearDupQueryParser {
  static final String HASH = "hash";
  static final String HASHES = "hashes";
  static final String MAX_DISTANCE = "max_distance";
  static final String K = "k";
  static final String FILTER = "filter";
  static final String IGNORE_UNMAPPED = "ignore_unmapped";
  private static final String BOOST = AbstractQueryBuilder.BOOST_FIELD.getPreferredName();
  private static final String QUERY_NAME = AbstractQueryBuilder.NAME_FIELD.getPreferredName();

  /** The parameters of which a query has exactly one. */
  private static final List<String> KINDS = List.of(HASH, HASHES, ID, DOC);

  private static final ObjectParser<Map<String, Object>, NearDupLimits> PARSER =
      new ObjectParser<>(NearDupQueryBuilder.NAME, LinkedHashMap::new);

  static {
    declare(HASH, ValueType.VALUE, (parser, limits) -> parser.objectText());
    declare(HASHES, ValueType.VALUE_ARRAY, Hashes::read);
    declare(ID, ValueType.INT, (parser, limits) -> parser.text());
    declare(INDEX, ValueType.STRING, (parser, limits) -> parser.text());
    declare(ROUTING, ValueType.INT, (parser, limits) -> parser.text());
    declare(DOC, ValueType.OBJECT, (parser, limits) -> parser.map());
    declare(PIPELINE, ValueType.STRING, (parser, limits) -> parser.text());
    declare(MAX_DISTANCE, ValueType.VALUE, (parser, limits) -> parser.objectText());
    declare(K, ValueType.VALUE, (parser, limits) -> parser.objectText());
    declare(
        FILTER,
        ValueType.OBJECT,
        (parser, limits) -> AbstractQueryBuilder.parseInnerQueryBuilder(parser));
    declare(IGNORE_UNMAPPED, ValueType.BOOLEAN, (parser, limits) -> parser.booleanValue());
    declare(BOOST, ValueType.FLOAT, (parser, limits) -> parser.floatValue());
    declare(QUERY_NAME, ValueType.STRING, (parser, limits) -> parser.text());
  }

  private NearDupQueryParser() {}

  private static void declare(
      String name, ValueType type, ContextParser<NearDupLimits, Object> value) {
    PARSER.declareField(
        (parameters, read) -> parameters.put(name, read), value, new ParseField(name), type);
  }

  /**
   * Reads {@code {"field": {...}}}, or the short form {@code {"field": "hash~max_distance"}}, from
   * the object the parser stands at the start of.
   */
  static NearDupQueryBuilder parse(XContentParser parser, NearDupLimits limits) throws IOException {
    NearDupQueryBuilder query = null;
    while (parser.nextToken() != Token.END_OBJECT) {
      String field = parser.currentName();
      if (query != null) {
        throw new ParsingException(
            parser.getTokenLocation(),
            "[near_dup] query doesn't support multiple fields, found [{}] and [{}]",
            query.fieldName(),
            field);
      }
      Map<String, Object> given =
          parser.nextToken() == Token.START_OBJECT
              ? PARSER.parse(parser, limits)
              : shortForm(field, parser);
      query = build(field, given, parser.getTokenLocation());
    }
    if (query == null) {
      throw new ParsingException(
          parser.getTokenLocation(), "[near_dup] requires a field, got none");
    }
    return query;
  }

  /** The parameters that {@code "hash~max_distance"} is short for. */
  private static Map<String, Object> shortForm(String field, XContentParser parser)
      throws IOException {
    Object value = scalar(parser, "field [" + field + "]");
    if (value instanceof String text && text.indexOf('~') >= 0) {
      int separator = text.indexOf('~');
      return Map.of(
          HASH, text.substring(0, separator), MAX_DISTANCE, text.substring(separator + 1));
    }
    return Collections.singletonMap(HASH, value);
  }

  /** A parsing exception is what core shows as the root cause, however deep the query sits. */
  private static NearDupQueryBuilder build(
      String field, Map<String, Object> given, XContentLocation location) {
    try {
      return build(field, given);
    } catch (IllegalArgumentException e) {
      throw new ParsingException(location, e.getMessage(), e);
    }
  }

  private static NearDupQueryBuilder build(String field, Map<String, Object> given) {
    String kind = kind(field, given);
    checkOnlyWith(ID, INDEX, kind, given);
    checkOnlyWith(ID, ROUTING, kind, given);
    checkOnlyWith(DOC, PIPELINE, kind, given);
    boolean nearest = given.containsKey(K);
    if (given.containsKey(FILTER) && nearest == false) {
      throw new IllegalArgumentException(
          "[near_dup] [filter] belongs to [k], and there is none: put the two queries into a [bool]");
    }
    int maxDistance =
        MaxDistance.parse(given.getOrDefault(MAX_DISTANCE, MaxDistance.defaultFor(nearest)));
    NearDupQueryBuilder query =
        switch (kind) {
          case ID, DOC -> new NearDupQueryBuilder(field, source(kind, given), maxDistance);
          default -> new NearDupQueryBuilder(field, set(kind, given), maxDistance);
        };
    if (nearest) {
      query.nearest(NearestCount.parse(given.get(K)), (QueryBuilder) given.get(FILTER));
    }
    return query
        .ignoreUnmapped((Boolean) given.getOrDefault(IGNORE_UNMAPPED, false))
        .boost((Float) given.getOrDefault(BOOST, AbstractQueryBuilder.DEFAULT_BOOST))
        .queryName((String) given.get(QUERY_NAME));
  }

  private static String kind(String field, Map<String, Object> given) {
    List<String> kinds = given.keySet().stream().filter(KINDS::contains).toList();
    if (kinds.size() != 1) {
      throw new IllegalArgumentException(
          "[near_dup] field ["
              + field
              + "] requires exactly one of [hash], [hashes], [id] and [doc], got "
              + (kinds.isEmpty() ? "none" : kinds));
    }
    return kinds.get(0);
  }

  private static void checkOnlyWith(
      String owner, String parameter, String kind, Map<String, Object> given) {
    if (given.containsKey(parameter) && kind.equals(owner) == false) {
      throw new IllegalArgumentException(
          "[near_dup] ["
              + parameter
              + "] belongs to ["
              + owner
              + "], got it with ["
              + kind
              + "]: leave it out");
    }
  }

  @SuppressWarnings("unchecked") // The object parser has read an object.
  private static FingerprintSource source(String kind, Map<String, Object> given) {
    return kind.equals(ID)
        ? new FingerprintSource.OfId(
            (String) given.get(ID), (String) given.get(INDEX), (String) given.get(ROUTING))
        : new FingerprintSource.OfDoc(
            (Map<String, Object>) given.get(DOC), (String) given.get(PIPELINE));
  }

  private static FingerprintSet set(String kind, Map<String, Object> given) {
    if (kind.equals(HASH)) {
      return FingerprintSet.of(fingerprint("[hash]", given.get(HASH)));
    }
    Hashes hashes = (Hashes) given.get(HASHES);
    long[] fingerprints = new long[hashes.values.size()];
    if (hashes.seen > fingerprints.length) {
      throw NearDupLimits.tooManyHashes("[near_dup] [hashes]", hashes.seen, fingerprints.length);
    }
    for (int i = 0; i < fingerprints.length; i++) {
      fingerprints[i] = fingerprint("[hashes][" + i + "]", hashes.values.get(i));
    }
    return FingerprintSet.of(fingerprints);
  }

  private static long fingerprint(String where, Object value) {
    try {
      return Fingerprint.parseValue(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[near_dup] " + where + ": " + e.getMessage(), e);
    }
  }

  private static Object scalar(XContentParser parser, String where) throws IOException {
    Token token = parser.currentToken();
    if (token == Token.START_OBJECT || token == Token.START_ARRAY) {
      throw new ParsingException(
          parser.getTokenLocation(), "[near_dup] {} takes a fingerprint, got [{}]", where, token);
    }
    return parser.objectText();
  }

  /** The elements of {@code hashes}: as many as are allowed, and how many there were. */
  private record Hashes(List<Object> values, int seen) {
    static Hashes read(XContentParser parser, NearDupLimits limits) throws IOException {
      if (parser.currentToken() != Token.START_ARRAY) {
        return new Hashes(Collections.singletonList(parser.objectText()), 1);
      }
      int max = limits.maxHashes();
      List<Object> values = new ArrayList<>();
      int seen = 0;
      while (parser.nextToken() != Token.END_ARRAY) {
        Object value = scalar(parser, "[hashes][" + seen + "]");
        if (seen++ < max) {
          values.add(value);
        }
      }
      return new Hashes(values, seen);
    }
  }
}
