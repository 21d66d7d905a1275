// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.action.texts.TextsOfRequest;
import io.neardup.action.texts.TextsRequest;
import io.neardup.ingest.minhash.MinHashOptions;
import java.util.HashMap;
import java.util.Map;

/**
 * Texts to sign, and how: with the processor's options, or like a pipeline's {@code minhash}
 * processor.
 */
public final class MinHashRequest extends TextsRequest<MinHashDetail> {
  private final MinHashOptions options;

  /**
   * @param texts with options for {@link MinHashOptions#read}
   * @param detail how much to return in addition to the signatures
   * @throws IllegalArgumentException or OpenSearchParseException (HTTP 400) naming the parameter
   */
  public MinHashRequest(TextsOfRequest texts, MinHashDetail detail) {
    super(texts, detail);
    this.options = read(texts);
  }

  /** The options, unless a pipeline has them; unknown ones are rejected. */
  private static MinHashOptions read(TextsOfRequest texts) {
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

  /** The options; the defaults if a pipeline has them. */
  MinHashOptions options() {
    return options;
  }

  @Override
  public String getDescription() {
    return "near_dup signatures of [" + texts().texts().size() + "] texts";
  }
}
