// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.action.texts.TextsOfRequest;
import io.neardup.ingest.minhash.MinHashOptions;
import io.neardup.request.RequestTask;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/**
 * Texts to sign, and how: with the processor's options, or like a pipeline's {@code minhash}
 * processor.
 */
public final class MinHashRequest extends ActionRequest {
  private final TextsOfRequest texts;
  private final MinHashDetail detail;

  /**
   * @param texts with options for {@link MinHashOptions#read}
   * @param detail how much to return in addition to the signatures
   * @throws IllegalArgumentException or OpenSearchParseException (HTTP 400) naming the parameter
   */
  public MinHashRequest(TextsOfRequest texts, MinHashDetail detail) {
    this.texts = texts;
    this.detail = detail;
    texts.check();
    options();
  }

  /** Mirrors {@link #writeTo}. */
  public MinHashRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    texts = new TextsOfRequest(in);
    detail = new MinHashDetail(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    texts.writeTo(out);
    detail.writeTo(out);
  }

  /** The options, unless a pipeline has them; unknown ones are rejected. */
  MinHashOptions options() {
    Map<String, Object> unread = new HashMap<>(texts.options());
    MinHashOptions read = MinHashOptions.read(null, null, unread);
    TextsOfRequest.refuseTheRest(
        unread,
        "text, pipeline, field, "
            + MinHashDetail.PARAMETERS
            + ", "
            + String.join(", ", MinHashOptions.PARAMETERS));
    return read;
  }

  TextsOfRequest texts() {
    return texts;
  }

  MinHashDetail detail() {
    return detail;
  }

  @Override
  public String getDescription() {
    return "near_dup signatures of [" + texts.texts().size() + "] texts";
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
    return other instanceof MinHashRequest that
        && texts.equals(that.texts)
        && detail.equals(that.detail);
  }

  @Override
  public int hashCode() {
    return Objects.hash(texts, detail);
  }
}
