// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.action.groups.GroupsRequest.Action;
import io.neardup.action.groups.GroupsRequest.Action.Kind;
import io.neardup.action.neardup.SignatureVerification;
import io.neardup.aggregation.KeepField;
import io.neardup.request.CollectingParser;
import io.neardup.target.FieldName;
import io.neardup.target.Nearness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.core.ParseField;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Reads the body of {@code _near_dup/groups}. The strict object parser only collects the
 * parameters; they are judged afterwards, so that what is wrong stands in the first line of the
 * error.
 */
final class GroupsRequestParser {
  static final String FIELD = "field";
  private static final String VERIFY = "verify";
  private static final String QUERY = "query";
  private static final String AGAINST = "against";
  private static final String KEEP = "keep";
  static final String SCOPE = "scope";
  private static final String ACTION = "action";
  private static final String FORCE = "force";
  static final String TARGET_FIELD = "target_field";
  static final String DEST = "dest";
  static final String REQUESTS_PER_SECOND = "requests_per_second";

  private static final int MAX_FIELDS = 8;

  private static final ObjectParser<Map<String, Object>, Void> PARSER =
      new ObjectParser<>("near_dup_groups", LinkedHashMap::new);

  private static final ObjectParser<Map<String, Object>, Void> AGAINST_PARSER =
      new ObjectParser<>("against", LinkedHashMap::new);

  private static final CollectingParser<Void> VERIFY_PARSER = new CollectingParser<>(VERIFY);

  static {
    AGAINST_PARSER.declareField(
        (parameters, read) -> parameters.put(QUERY, read),
        (parser, v) -> AbstractQueryBuilder.parseInnerQueryBuilder(parser),
        new ParseField(QUERY),
        ValueType.OBJECT);
    declare(AGAINST, ValueType.OBJECT, (parser, v) -> AGAINST_PARSER.parse(parser, null));
    declare(FIELD, ValueType.STRING, (parser, v) -> parser.text());
    for (String nearness : List.of(Nearness.MAX_DISTANCE, Nearness.SIMILARITY, Nearness.RECALL)) {
      declare(nearness, ValueType.VALUE, (parser, v) -> parser.objectText());
    }
    VERIFY_PARSER.declare(
        SignatureVerification.MINHASH, ValueType.STRING, (parser, v) -> parser.text());
    VERIFY_PARSER.declare(Nearness.SIMILARITY, ValueType.VALUE, (parser, v) -> parser.objectText());
    declare(VERIFY, ValueType.OBJECT, (parser, v) -> VERIFY_PARSER.parse(parser, null));
    declare(
        QUERY,
        ValueType.OBJECT,
        (parser, v) -> AbstractQueryBuilder.parseInnerQueryBuilder(parser));
    declare(KEEP, ValueType.VALUE_OBJECT_ARRAY, (parser, v) -> list(parser));
    declare(SCOPE, ValueType.VALUE_OBJECT_ARRAY, (parser, v) -> list(parser));
    declare(ACTION, ValueType.STRING, (parser, v) -> parser.text());
    declare(FORCE, ValueType.VALUE, (parser, v) -> parser.objectText());
    declare(TARGET_FIELD, ValueType.STRING, (parser, v) -> parser.text());
    declare(DEST, ValueType.STRING, (parser, v) -> parser.text());
    declare(REQUESTS_PER_SECOND, ValueType.VALUE, (parser, v) -> parser.objectText());
  }

  private final Map<String, Object> parameters;

  private GroupsRequestParser(Map<String, Object> parameters) {
    this.parameters = parameters;
  }

  private static void declare(String name, ValueType type, ContextParser<Void, Object> value) {
    PARSER.declareField(
        (parameters, read) -> parameters.put(name, read), value, new ParseField(name), type);
  }

  /** The elements as they come; a single value counts as a list of one. */
  static List<Object> list(XContentParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_ARRAY -> parser.list();
      case START_OBJECT -> List.of(parser.map());
      default -> Collections.singletonList(parser.objectText());
    };
  }

  /**
   * Reads a body.
   *
   * @param search what the URL said; gets the query
   * @throws IllegalArgumentException or ParsingException (HTTP 400) naming the parameter
   */
  static GroupsRequest parse(XContentParser parser, SearchRequest search) throws IOException {
    return new GroupsRequestParser(PARSER.parse(parser, null)).request(search);
  }

  private GroupsRequest request(SearchRequest search) {
    if (parameters.get(FIELD) == null) {
      throw new IllegalArgumentException(
          "[field] is required: the field of type [simhash] or [minhash] whose near-duplicates to"
              + " group");
    }
    Action action = action();
    String dest = dest();
    Float perSecond = requestsPerSecond(parameters);
    if (parameters.containsKey(REQUESTS_PER_SECOND)
        && dest == null
        && action.kind() == Kind.REPORT) {
      throw new IllegalArgumentException(
          "[requests_per_second] limits what is written to [dest], and there is none; leave it"
              + " out");
    }
    if (action.kind() == Kind.TAG && parameters.get(VERIFY) != null) {
      throw new IllegalArgumentException(
          "[verify] must be left out where [action] is [tag]: only fingerprints are compared; use"
              + " [report]");
    }
    search.source(new SearchSourceBuilder().query((QueryBuilder) parameters.get(QUERY)));
    return new GroupsRequest(
        search,
        FieldName.require(FIELD, (String) parameters.get(FIELD)),
        against(),
        Nearness.parse(parameters),
        verify(),
        keep(),
        scope(parameters),
        action,
        dest,
        perSecond == null ? Float.POSITIVE_INFINITY : perSecond);
  }

  private Action action() {
    Object given = parameters.getOrDefault(ACTION, "report");
    Kind kind =
        switch (String.valueOf(given)) {
          case "report" -> Kind.REPORT;
          case "tag" -> Kind.TAG;
          case "delete" -> Kind.DELETE;
          default ->
              throw new IllegalArgumentException(
                  "[action] must be [report], [tag] or [delete], got [" + given + "]");
        };
    String target = (String) parameters.get(TARGET_FIELD);
    if (target != null) {
      FieldName.require(TARGET_FIELD, target);
    }
    if (target != null && kind != Kind.TAG) {
      throw new IllegalArgumentException(
          "[target_field] is where [action] [tag] writes to; leave it out");
    }
    requireRecord(kind);
    return new Action(kind, target);
  }

  /** What is deleted must be known afterwards, unless the user wants it so. */
  private void requireRecord(Kind kind) {
    Object force = parameters.get(FORCE);
    if (force != null && force instanceof Boolean == false) {
      throw new IllegalArgumentException("[force] must be true or false, got [" + force + "]");
    }
    if (force != null && kind != Kind.DELETE) {
      throw new IllegalArgumentException(
          "[force] lets [action] [delete] do without [dest]; leave it out");
    }
    if (kind == Kind.DELETE
        && parameters.get(DEST) == null
        && Boolean.TRUE.equals(force) == false) {
      throw new IllegalArgumentException(
          "[dest] is required where [action] is [delete]: the index for a record of each document"
              + " that is deleted, and of the one that stays in its place; [force]: true deletes"
              + " without it");
    }
  }

  private QueryBuilder against() {
    Map<?, ?> against = (Map<?, ?>) parameters.get(AGAINST);
    if (against != null && against.get(QUERY) == null) {
      throw new IllegalArgumentException(
          "[against] must have a [query] for the documents that are canonical already; leave it"
              + " out if there are none");
    }
    return against == null ? null : (QueryBuilder) against.get(QUERY);
  }

  private SignatureVerification verify() {
    Map<?, ?> verify = (Map<?, ?>) parameters.get(VERIFY);
    return verify == null ? null : SignatureVerification.parse(verify);
  }

  private String dest() {
    String dest = (String) parameters.get(DEST);
    if (dest != null && dest.isBlank()) {
      throw new IllegalArgumentException(
          "[dest] must be the name of an index, got [" + dest + "]; leave it out for none");
    }
    return dest;
  }

  /** How many to write a second; null if nothing is said. */
  static @Nullable Float requestsPerSecond(Map<String, Object> parameters) {
    Object value = parameters.get(REQUESTS_PER_SECOND);
    if (value == null || (value instanceof Number number && number.floatValue() > 0)) {
      return value == null ? null : ((Number) value).floatValue();
    }
    throw new IllegalArgumentException(
        "[requests_per_second] must be a number greater than 0, got ["
            + value
            + "]; leave it out for no limit");
  }

  private List<KeepField> keep() {
    List<?> given = (List<?>) parameters.getOrDefault(KEEP, List.of());
    List<KeepField> keep = given.stream().map(GroupsRequestParser::keep).toList();
    requireDifferent(KEEP, keep.stream().map(KeepField::field).toList());
    return keep;
  }

  private static KeepField keep(Object value) {
    if (value instanceof Map<?, ?> map && map.size() == 1) {
      Map.Entry<?, ?> entry = map.entrySet().iterator().next();
      if ("asc".equals(entry.getValue()) || "desc".equals(entry.getValue())) {
        return new KeepField(
            FieldName.require(KEEP, String.valueOf(entry.getKey())),
            "desc".equals(entry.getValue()));
      }
    }
    throw new IllegalArgumentException(
        "[keep] must be a list of fields, each with [asc] or [desc], such as"
            + " [{\"clicks\": \"desc\"}], got ["
            + value
            + "]");
  }

  /** In which fields documents must be equal. */
  static List<String> scope(Map<String, Object> parameters) {
    List<String> scope = new ArrayList<>();
    for (Object value : (List<?>) parameters.getOrDefault(SCOPE, List.of())) {
      if (value instanceof String name && name.isBlank() == false) {
        scope.add(FieldName.require(SCOPE, name));
      } else {
        throw new IllegalArgumentException(
            "[scope] must be a list of names of fields, got [" + value + "]");
      }
    }
    requireDifferent(SCOPE, scope);
    return scope;
  }

  private static void requireDifferent(String parameter, List<String> fields) {
    if (fields.size() > MAX_FIELDS) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] may name at most ["
              + MAX_FIELDS
              + "] fields, got ["
              + fields.size()
              + "]");
    }
    if (new HashSet<>(fields).size() < fields.size()) {
      throw new IllegalArgumentException(
          "[" + parameter + "] must name each field once, got " + fields);
    }
  }
}
