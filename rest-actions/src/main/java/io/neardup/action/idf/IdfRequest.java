// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import io.neardup.request.IndicesActionRequest;
import io.neardup.request.RequestTask;
import io.neardup.target.FieldName;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.Nullable;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.tasks.CancellableTask;

/** The field whose terms to weight, and which of them to keep. */
public final class IdfRequest extends IndicesActionRequest {
  /** The maximum number of terms of a dictionary. */
  static final int MAX_TERMS = 1_000_000;

  /** The default. */
  static final IndicesOptions DEFAULT_INDICES_OPTIONS =
      IndicesOptions.strictExpandOpenAndForbidClosed();

  private static final String FIELD = "field";

  private static final ConstructingObjectParser<Body, Void> PARSER =
      new ConstructingObjectParser<>("near_dup_idf", Body::of);

  static {
    PARSER.declareField(
        optionalConstructorArg(),
        (parser, v) -> parser.objectText(),
        new ParseField(FIELD),
        ValueType.VALUE);
    declareInteger("min_doc_freq", Integer.MAX_VALUE, 1);
    declareInteger("max_terms", MAX_TERMS, MAX_TERMS);
  }

  private final String field;
  private final int minDocFreq;
  private final int maxTerms;

  /**
   * @param field an analyzed text field
   * @param minDocFreq terms in fewer documents are dropped
   * @param maxTerms the maximum; keeps those in the most documents
   */
  public IdfRequest(
      String[] indices, IndicesOptions indicesOptions, String field, int minDocFreq, int maxTerms) {
    super(indices, indicesOptions);
    this.field = field;
    this.minDocFreq = minDocFreq;
    this.maxTerms = maxTerms;
  }

  /** Mirrors {@link #writeTo}. */
  public IdfRequest(StreamInput in) throws IOException {
    super(in);
    field = in.readString();
    minDocFreq = in.readVInt();
    maxTerms = in.readVInt();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeString(field);
    out.writeVInt(minDocFreq);
    out.writeVInt(maxTerms);
  }

  /**
   * Reads a body.
   *
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  static IdfRequest parse(XContentParser body, String[] indices, IndicesOptions options)
      throws IOException {
    Body given = PARSER.parse(body, null);
    return new IdfRequest(indices, options, given.field, given.minDocFreq, given.maxTerms);
  }

  /** What is given. */
  private record Body(String field, int minDocFreq, int maxTerms) {
    static Body of(Object[] given) {
      return new Body(
          fieldName(given[0]),
          given[1] == null ? 1 : (int) given[1],
          given[2] == null ? MAX_TERMS : (int) given[2]);
    }
  }

  private static String fieldName(@Nullable Object value) {
    if (value instanceof String name) {
      return FieldName.require(FIELD, name);
    }
    throw new IllegalArgumentException(
        "[field] must be the name of a text field, got "
            + (value == null ? "none" : "[" + value + "]"));
  }

  private static void declareInteger(String name, int max, int byDefault) {
    PARSER.declareField(
        optionalConstructorArg(),
        (parser, v) -> integer(name, parser.objectText(), max, byDefault),
        new ParseField(name),
        ValueType.VALUE);
  }

  private static int integer(String name, Object value, int max, int defaultValue) {
    if (value == null) {
      return defaultValue;
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
            + defaultValue
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
        + String.join(",", indices())
        + "], field["
        + field
        + "], min_doc_freq["
        + minDocFreq
        + "], max_terms["
        + maxTerms
        + "]";
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

  @Override
  public boolean equals(Object other) {
    return other instanceof IdfRequest that
        && Arrays.equals(indices(), that.indices())
        && indicesOptions().equals(that.indicesOptions())
        && field.equals(that.field)
        && minDocFreq == that.minDocFreq
        && maxTerms == that.maxTerms;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(indices()) * 31 + field.hashCode() + minDocFreq + maxTerms;
  }
}
