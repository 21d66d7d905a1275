// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.action.texts.TextsOfRequest;
import io.neardup.action.texts.TextsRequest;
import io.neardup.ingest.simhash.FingerprintOptions;
import java.util.HashMap;
import java.util.Map;

/**
 * Texts to fingerprint, and how: with the processor's options, or like a pipeline's {@code simhash}
 * processor.
 */
public final class SimHashRequest extends TextsRequest<Detail> {
  private final FingerprintOptions options;

  /**
   * @param texts with options for {@link FingerprintOptions#read}
   * @param detail how much to return in addition to the fingerprints
   * @throws IllegalArgumentException or OpenSearchParseException (HTTP 400) naming the parameter
   */
  public SimHashRequest(TextsOfRequest texts, Detail detail) {
    super(texts, detail);
    this.options = read(texts);
  }

  /** The options, unless a pipeline has them; unknown ones are rejected. */
  private static FingerprintOptions read(TextsOfRequest texts) {
    Map<String, Object> unread = new HashMap<>(texts.options());
    FingerprintOptions read = FingerprintOptions.read(null, null, unread);
    TextsOfRequest.refuseTheRest(
        unread,
        "text, pipeline, field, heaviest, explain, close_bits, max_distance, "
            + String.join(", ", FingerprintOptions.PARAMETERS));
    return read;
  }

  /** The options; the defaults if a pipeline has them. */
  FingerprintOptions options() {
    return options;
  }

  @Override
  public String getDescription() {
    return "near_dup fingerprints of [" + texts().texts().size() + "] texts";
  }
}
