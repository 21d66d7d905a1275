// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.request.CollectingParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.fetch.subphase.FieldAndFormat;
import org.opensearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.opensearch.search.sort.SortBuilder;

/** The parameters of {@code _near_dup} that it has in common with {@code _search}. */
final class HitOptions {
  static final String FROM = "from";
  static final String SIZE = "size";
  static final String FILTER = "filter";
  static final String SOURCE = "_source";
  static final String FIELDS = "fields";
  static final String DOCVALUE_FIELDS = "docvalue_fields";
  static final String HIGHLIGHT = "highlight";
  static final String SORT = "sort";
  static final String TIMEOUT = "timeout";

  private final Map<String, Object> parameters;

  private HitOptions(Map<String, Object> parameters) {
    this.parameters = parameters;
  }

  static void declare(CollectingParser<Void> parser) {
    parser.declare(FROM, ValueType.VALUE, (body, v) -> body.objectText());
    parser.declare(SIZE, ValueType.VALUE, (body, v) -> body.objectText());
    parser.declare(
        FILTER, ValueType.OBJECT, (body, v) -> AbstractQueryBuilder.parseInnerQueryBuilder(body));
    parser.declare(
        SOURCE,
        ValueType.OBJECT_ARRAY_BOOLEAN_OR_STRING,
        (body, v) -> FetchSourceContext.fromXContent(body));
    parser.declare(FIELDS, ValueType.OBJECT_ARRAY_OR_STRING, (body, v) -> fields(body));
    parser.declare(DOCVALUE_FIELDS, ValueType.OBJECT_ARRAY_OR_STRING, (body, v) -> fields(body));
    parser.declare(HIGHLIGHT, ValueType.OBJECT, (body, v) -> HighlightBuilder.fromXContent(body));
    parser.declare(
        SORT, ValueType.OBJECT_ARRAY_OR_STRING, (body, v) -> SortBuilder.fromXContent(body));
    parser.declare(TIMEOUT, ValueType.STRING, (body, v) -> body.text());
  }

  /** The fields of a list; a single one counts as a list of one. */
  private static List<FieldAndFormat> fields(XContentParser body) throws IOException {
    if (body.currentToken() != XContentParser.Token.START_ARRAY) {
      return List.of(FieldAndFormat.fromXContent(body));
    }
    List<FieldAndFormat> fields = new ArrayList<>();
    while (body.nextToken() != XContentParser.Token.END_ARRAY) {
      fields.add(FieldAndFormat.fromXContent(body));
    }
    return fields;
  }

  /** What all questions have in common; its query is the filter. */
  static SearchSourceBuilder source(Map<String, Object> parameters) {
    return new HitOptions(parameters).source();
  }

  private SearchSourceBuilder source() {
    SearchSourceBuilder source = new SearchSourceBuilder().trackTotalHits(true);
    if (has(FROM)) {
      source.from(integer(FROM));
    }
    if (has(SIZE)) {
      source.size(integer(SIZE));
    }
    if (has(FILTER)) {
      source.query((QueryBuilder) parameters.get(FILTER));
    }
    if (has(SOURCE)) {
      source.fetchSource((FetchSourceContext) parameters.get(SOURCE));
    }
    if (has(HIGHLIGHT)) {
      source.highlighter((HighlightBuilder) parameters.get(HIGHLIGHT));
    }
    if (has(TIMEOUT)) {
      source.timeout(TimeValue.parseTimeValue((String) parameters.get(TIMEOUT), TIMEOUT));
    }
    list(FIELDS, FieldAndFormat.class)
        .forEach(field -> source.fetchField(field.field, field.format));
    list(DOCVALUE_FIELDS, FieldAndFormat.class)
        .forEach(field -> source.docValueField(field.field, field.format));
    list(SORT, SortBuilder.class).forEach(source::sort);
    return source;
  }

  private boolean has(String parameter) {
    return parameters.containsKey(parameter);
  }

  private <T> List<T> list(String parameter, Class<T> type) {
    List<?> given = (List<?>) parameters.getOrDefault(parameter, List.of());
    return given.stream().map(type::cast).toList();
  }

  private int integer(String parameter) {
    if (parameters.get(parameter) instanceof Integer value && value >= 0) {
      return value;
    }
    throw new IllegalArgumentException(
        "["
            + parameter
            + "] must be an integer from 0 to the index's [index.max_result_window], got ["
            + parameters.get(parameter)
            + "]");
  }
}
