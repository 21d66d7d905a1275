// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.simhash;

import io.neardup.ingest.FingerprintOptions;
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

/**
 * Texts to fingerprint, and how: by options as the processor takes them, or as a pipeline's {@code
 * simhash} processor does.
 */
public final class SimHashRequest extends ActionRequest {
  /** Heaviest features answered when nothing is said. */
  static final int DEFAULT_HEAVIEST = 10;

  /** The most features answered for a text. */
  static final int MAX_HEAVIEST = 1_000;

  private final List<String> texts;
  private final Map<String, Object> options;
  @Nullable private final String pipeline;
  @Nullable private final String field;
  private final int heaviest;

  /**
   * @param texts at least one
   * @param options as {@link FingerprintOptions#read} takes them; empty for a pipeline
   * @param pipeline whose processor says the options, or null
   * @param field that the processor writes, needed only where a pipeline has several; or null
   * @param heaviest how many features to answer for a text, 0 to 1,000
   * @throws IllegalArgumentException or OpenSearchParseException (HTTP 400) naming the parameter
   */
  public SimHashRequest(
      List<String> texts,
      Map<String, Object> options,
      @Nullable String pipeline,
      @Nullable String field,
      int heaviest) {
    this.texts = List.copyOf(texts);
    // Not Map.copyOf: a null in JSON is a parameter that is not given, not a fault.
    this.options = Collections.unmodifiableMap(new HashMap<>(options));
    this.pipeline = pipeline;
    this.field = field;
    this.heaviest = heaviest;
    check();
  }

  /** Mirrors {@link #writeTo}. */
  public SimHashRequest(StreamInput in) throws IOException {
    super(in);
    texts = in.readStringList();
    options = in.readMap();
    pipeline = in.readOptionalString();
    field = in.readOptionalString();
    heaviest = in.readVInt();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeStringCollection(texts);
    out.writeMap(options);
    out.writeOptionalString(pipeline);
    out.writeOptionalString(field);
    out.writeVInt(heaviest);
  }

  private void check() {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("[text] must be a string or a list of strings, got none");
    }
    if (heaviest < 0 || heaviest > MAX_HEAVIEST) {
      throw new IllegalArgumentException(
          "[heaviest] must be between 0 and " + MAX_HEAVIEST + ", got [" + heaviest + "]");
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

  /** The options, when no pipeline says them; unknown ones are refused. */
  FingerprintOptions options() {
    Map<String, Object> unread = new HashMap<>(options);
    FingerprintOptions read = FingerprintOptions.read(null, null, unread);
    if (unread.isEmpty() == false) {
      throw new IllegalArgumentException(
          "unknown parameters "
              + unread.keySet().stream().sorted().toList()
              + "; known are [text, pipeline, field, heaviest, "
              + String.join(", ", FingerprintOptions.PARAMETERS)
              + "]");
    }
    return read;
  }

  List<String> texts() {
    return texts;
  }

  /** The options as they were given, unread. */
  Map<String, Object> given() {
    return options;
  }

  @Nullable String pipeline() {
    return pipeline;
  }

  @Nullable String field() {
    return field;
  }

  int heaviest() {
    return heaviest;
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
        && heaviest == that.heaviest;
  }

  @Override
  public int hashCode() {
    return Objects.hash(texts, options, pipeline, field, heaviest);
  }
}
