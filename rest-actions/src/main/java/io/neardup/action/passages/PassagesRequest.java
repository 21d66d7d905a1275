// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.query.PassageSubject;
import io.neardup.query.PassagesOptions;
import io.neardup.query.PassagesParameters;
import io.neardup.request.DelegatingRequest;
import java.io.IOException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.ParseField;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;

/** A question about passages in some indexes. */
public final class PassagesRequest extends DelegatingRequest {
  /** The most documents, and the most passages of each, that are shown. */
  static final int MOST = 1000;

  private final String field;
  private final PassageSubject subject;
  private final PassagesOptions options;
  private final int size;
  private final int passages;

  private PassagesRequest(SearchRequest search, Body body) {
    super(search);
    this.field = PassagesParameters.requireField(body.field);
    this.subject = body.subject();
    this.options = body.options();
    this.size = body.size;
    this.passages = body.passages;
    search.source().query(body.filter);
  }

  private static final class Body extends PassagesParameters {
    private static final ObjectParser<Body, Void> PARSER =
        new ObjectParser<>("passages", Body::new);

    static {
      declareAll(PARSER);
      PARSER.declareString((to, field) -> to.field = field, new ParseField("field"));
      PARSER.declareField(
          (to, size) -> to.size = size,
          (p, v) -> PassagesOptions.number("size", p.objectText(), 1, MOST),
          new ParseField("size"),
          ValueType.VALUE);
      PARSER.declareField(
          (to, passages) -> to.passages = passages,
          (p, v) -> PassagesOptions.number("passages", p.objectText(), 1, MOST),
          new ParseField("passages"),
          ValueType.VALUE);
      PARSER.declareObject(
          (to, filter) -> to.filter = filter,
          (p, v) -> AbstractQueryBuilder.parseInnerQueryBuilder(p),
          new ParseField("filter"));
    }

    private String field;
    private int size = 10;
    private int passages = 10;
    private QueryBuilder filter;
  }

  /**
   * Reads the body.
   *
   * @param search names the indexes, and has a source
   */
  static PassagesRequest parse(XContentParser parser, SearchRequest search) throws IOException {
    return new PassagesRequest(search, Body.PARSER.parse(parser, null));
  }

  String field() {
    return field;
  }

  PassageSubject subject() {
    return subject;
  }

  PassagesOptions options() {
    return options;
  }

  int size() {
    return size;
  }

  int passages() {
    return passages;
  }

  @Override
  public String getDescription() {
    return "near_dup passages in [" + String.join(",", indices()) + "], field [" + field + "]";
  }
}
