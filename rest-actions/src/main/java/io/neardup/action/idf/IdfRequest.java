// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.action.Parameters;
import io.neardup.request.RequestTask;
import io.neardup.target.FieldName;
import java.io.IOException;
import java.util.Map;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.Nullable;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.tasks.CancellableTask;

/**
 * The field whose terms to weight, and which of them to keep. Not of a type that security plugins
 * know as searches: where they hide documents by adding to searches, they have to refuse this.
 */
public final class IdfRequest extends ActionRequest implements IndicesRequest.Replaceable {
  /** The maximum number of terms of a dictionary. */
  static final int MAX_TERMS = 1_000_000;

  /** The default. */
  static final IndicesOptions DEFAULT_INDICES_OPTIONS =
      IndicesOptions.strictExpandOpenAndForbidClosed();

  private static final String FIELD = "field";

  private static final ObjectParser<Body, Void> PARSER =
      new ObjectParser<>("near_dup_idf", Body::new);

  static {
    Parameters.declareValue(
        PARSER, FIELD, (name, value) -> fieldName(value), (to, value) -> to.field = value);
    Parameters.declareValue(
        PARSER,
        "min_doc_freq",
        (name, value) -> integer(name, value, Integer.MAX_VALUE, 1),
        (to, value) -> to.minDocFreq = value);
    Parameters.declareValue(
        PARSER,
        "max_terms",
        (name, value) -> integer(name, value, MAX_TERMS, MAX_TERMS),
        (to, value) -> to.maxTerms = value);
  }

  /** What is given, and defaults. */
  private static final class Body {
    private String field;
    private int minDocFreq = 1;
    private int maxTerms = MAX_TERMS;
  }

  private String[] indices;
  private final IndicesOptions indicesOptions;
  private final String field;
  private final int minDocFreq;
  private final int maxTerms;

  /**
   * @param indices as the user wrote them
   * @param field an analyzed text field
   * @param minDocFreq terms in fewer documents are dropped
   * @param maxTerms the maximum; keeps those in the most documents
   */
  public IdfRequest(
      String[] indices, IndicesOptions indicesOptions, String field, int minDocFreq, int maxTerms) {
    this.indices = indices;
    this.indicesOptions = indicesOptions;
    this.field = field;
    this.minDocFreq = minDocFreq;
    this.maxTerms = maxTerms;
  }

  /**
   * Reads a body.
   *
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  static IdfRequest parse(XContentParser body, String[] indices, IndicesOptions options)
      throws IOException {
    Body given = PARSER.parse(body, null);
    return new IdfRequest(
        indices,
        options,
        given.field == null ? fieldName(null) : given.field,
        given.minDocFreq,
        given.maxTerms);
  }

  private static String fieldName(@Nullable Object value) {
    if (value instanceof String name) {
      return FieldName.require(FIELD, name);
    }
    throw new IllegalArgumentException(
        "[field] must be the name of a text field, got "
            + (value == null ? "none" : "[" + value + "]"));
  }

  private static int integer(String name, @Nullable Object value, int max, int byDefault) {
    if (value == null) {
      return byDefault;
    }
    if (value instanceof Integer number && number >= 1 && number <= max) {
      return number;
    }
    throw new IllegalArgumentException(
        "["
            + name
            + "] must be an integer between 1 and "
            + max
            + ", got ["
            + value
            + "]; leave it out for the default of ["
            + byDefault
            + "]");
  }

  @Override
  public CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new RequestTask(id, type, action, getDescription(), parentTaskId, headers);
  }

  @Override
  public String getDescription() {
    return "indices["
        + String.join(",", indices)
        + "], field["
        + field
        + "], min_doc_freq["
        + minDocFreq
        + "], max_terms["
        + maxTerms
        + "]";
  }

  /** The parser checks everything. */
  @Override
  public ActionRequestValidationException validate() {
    return null;
  }

  @Override
  public String[] indices() {
    return indices;
  }

  @Override
  public IndicesRequest indices(String... replacement) {
    indices = replacement;
    return this;
  }

  @Override
  public IndicesOptions indicesOptions() {
    return indicesOptions;
  }

  @Override
  public boolean includeDataStreams() {
    return true;
  }

  String field() {
    return field;
  }

  int minDocFreq() {
    return minDocFreq;
  }

  int maxTerms() {
    return maxTerms;
  }
}
