// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.Parameters;
import io.neardup.target.FieldName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.fetch.subphase.FieldAndFormat;
import org.opensearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.opensearch.search.sort.FieldSortBuilder;
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

  private HitOptions() {}

  /**
   * Declares them all.
   *
   * @param source gets what is asked for; its query is the filter
   */
  static <B, C> void declare(ObjectParser<B, C> body, Function<B, SearchSourceBuilder> source) {
    Parameters.declareValue(
        body, FROM, HitOptions::integer, (to, from) -> source.apply(to).from(from));
    Parameters.declareValue(
        body, SIZE, HitOptions::integer, (to, size) -> source.apply(to).size(size));
    Parameters.declare(
        body,
        FILTER,
        ValueType.OBJECT,
        (parser, v) -> AbstractQueryBuilder.parseInnerQueryBuilder(parser),
        (to, filter) -> source.apply(to).query(filter));
    Parameters.declare(
        body,
        SOURCE,
        ValueType.OBJECT_ARRAY_BOOLEAN_OR_STRING,
        (parser, v) -> FetchSourceContext.fromXContent(parser),
        (to, fetched) -> source.apply(to).fetchSource(fetched));
    Parameters.declare(
        body,
        FIELDS,
        ValueType.OBJECT_ARRAY_OR_STRING,
        (parser, v) -> fields(FIELDS, parser),
        (to, all) -> all.forEach(one -> source.apply(to).fetchField(one.field, one.format)));
    Parameters.declare(
        body,
        DOCVALUE_FIELDS,
        ValueType.OBJECT_ARRAY_OR_STRING,
        (parser, v) -> fields(DOCVALUE_FIELDS, parser),
        (to, all) -> all.forEach(one -> source.apply(to).docValueField(one.field, one.format)));
    Parameters.declare(
        body,
        HIGHLIGHT,
        ValueType.OBJECT,
        (parser, v) -> highlight(parser),
        (to, highlight) -> source.apply(to).highlighter(highlight));
    Parameters.declare(
        body,
        SORT,
        ValueType.OBJECT_ARRAY_OR_STRING,
        (parser, v) -> sorts(parser),
        (to, sorts) -> sorts.forEach(source.apply(to)::sort));
    Parameters.declareText(
        body,
        TIMEOUT,
        (to, timeout) -> source.apply(to).timeout(TimeValue.parseTimeValue(timeout, TIMEOUT)));
  }

  /** The fields of a list; a single one counts as a list of one. */
  private static List<FieldAndFormat> fields(String name, XContentParser body) throws IOException {
    if (body.currentToken() != XContentParser.Token.START_ARRAY) {
      return List.of(field(name, body));
    }
    List<FieldAndFormat> fields = new ArrayList<>();
    while (body.nextToken() != XContentParser.Token.END_ARRAY) {
      fields.add(field(name, body));
    }
    return fields;
  }

  private static HighlightBuilder highlight(XContentParser body) throws IOException {
    HighlightBuilder highlight = HighlightBuilder.fromXContent(body);
    highlight.fields().forEach(field -> requireName(HIGHLIGHT, field.name()));
    return highlight;
  }

  private static FieldAndFormat field(String name, XContentParser body) throws IOException {
    boolean isNull = body.currentToken() == XContentParser.Token.VALUE_NULL;
    FieldAndFormat field = isNull ? null : FieldAndFormat.fromXContent(body);
    requireName(name, isNull ? null : field.field);
    return field;
  }

  /** The server fails for names without anything between dots, and takes null for one. */
  private static void requireName(String parameter, @Nullable String field) {
    if (field == null || field.matches("\\.*")) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] must be fields or patterns, got ["
              + field
              + "]; for example [\"title\", \"near_dup.*\"]");
    }
  }

  private static List<SortBuilder<?>> sorts(XContentParser body) throws IOException {
    List<SortBuilder<?>> sorts = SortBuilder.fromXContent(body);
    for (SortBuilder<?> sort : sorts) {
      if (sort instanceof FieldSortBuilder field) {
        FieldName.require(SORT, field.getFieldName());
      }
    }
    return sorts;
  }

  private static int integer(String name, Object value) {
    if (value instanceof Integer integer && integer >= 0) {
      return integer;
    }
    throw new IllegalArgumentException(
        "["
            + name
            + "] must be an integer from 0 to the index's [index.max_result_window], got ["
            + value
            + "]");
  }
}
