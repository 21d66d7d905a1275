// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.ingest.simhash.FingerprintOptions;
import io.neardup.request.RequestTask;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/**
 * Texts to fingerprint, and how: with the processor's options, or like a pipeline's {@code simhash}
 * processor.
 */
public final class SimHashRequest extends ActionRequest {
  private final List<String> texts;
  private final Map<String, Object> options;
  @Nullable private final String pipeline;
  @Nullable private final String field;
  private final Detail detail;

  /**
   * @param texts at least one
   * @param options for {@link FingerprintOptions#read}; empty with a pipeline
   * @param pipeline whose processor has the options, or null
   * @param field that the processor writes, needed only if a pipeline has several; or null
   * @param detail how much to return in addition to the fingerprints
   * @throws IllegalArgumentException or OpenSearchParseException (HTTP 400) naming the parameter
   */
  public SimHashRequest(
      List<String> texts,
      Map<String, Object> options,
      @Nullable String pipeline,
      @Nullable String field,
      Detail detail) {
    this.texts = List.copyOf(texts);
    // Not Map.copyOf: a null in JSON means that the parameter is missing, and is no error.
    this.options = Collections.unmodifiableMap(new HashMap<>(options));
    this.pipeline = pipeline;
    this.field = field;
    this.detail = detail;
    check();
  }

  /** Mirrors {@link #writeTo}. */
  public SimHashRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    texts = in.readStringList();
    options = in.readMap();
    pipeline = in.readOptionalString();
    field = in.readOptionalString();
    detail = new Detail(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeStringCollection(texts);
    out.writeMap(options);
    out.writeOptionalString(pipeline);
    out.writeOptionalString(field);
    detail.writeTo(out);
  }

  private void check() {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("[text] must be a string or a list of strings, got none");
    }
    if (pipeline != null && options.isEmpty() == false) {
      throw new IllegalArgumentException(
          "[pipeline] brings its own "
              + options.keySet().stream().sorted().toList()
              + "; leave these out, or leave out [pipeline]");
    }
    if (pipeline == null && field != null) {
      throw new IllegalArgumentException(
          "[field] chooses a processor of [pipeline], which is missing");
    }
    options();
  }

  /** The options without a pipeline; rejects unknown ones. */
  FingerprintOptions options() {
    Map<String, Object> unread = new HashMap<>(options);
    FingerprintOptions read = FingerprintOptions.read(null, null, unread);
    if (unread.isEmpty() == false) {
      throw new IllegalArgumentException(
          "unknown parameters "
              + unread.keySet().stream().sorted().toList()
              + "; known are [text, pipeline, field, heaviest, explain, close_bits, max_distance, "
              + String.join(", ", FingerprintOptions.PARAMETERS)
              + "]");
    }
    return read;
  }

  List<String> texts() {
    return texts;
  }

  /** The raw options. */
  Map<String, Object> given() {
    return options;
  }

  @Nullable String pipeline() {
    return pipeline;
  }

  @Nullable String field() {
    return field;
  }

  Detail detail() {
    return detail;
  }

  @Override
  public String getDescription() {
    return "near_dup fingerprints of [" + texts.size() + "] texts";
  }

  @Override
  public CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new RequestTask(id, type, action, getDescription(), parentTaskId, headers);
  }

  @Override
  public ActionRequestValidationException validate() {
    return null;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SimHashRequest that
        && texts.equals(that.texts)
        && options.equals(that.options)
        && Objects.equals(pipeline, that.pipeline)
        && Objects.equals(field, that.field)
        && detail.equals(that.detail);
  }

  @Override
  public int hashCode() {
    return Objects.hash(texts, options, pipeline, field, detail);
  }
}
