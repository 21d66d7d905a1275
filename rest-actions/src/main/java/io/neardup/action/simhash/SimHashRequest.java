// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.action.texts.TextsOfRequest;
import io.neardup.action.texts.TextsRequest;
import io.neardup.ingest.simhash.FingerprintOptions;
import java.util.List;
import java.util.stream.Stream;

/** Texts to fingerprint. */
public final class SimHashRequest extends TextsRequest<Detail, FingerprintOptions> {
  private static final List<String> PARAMETERS =
      Stream.concat(Detail.PARAMETERS.stream(), FingerprintOptions.PARAMETERS.stream()).toList();

  /**
   * @param detail how much to return in addition to the fingerprints
   */
  public SimHashRequest(TextsOfRequest texts, Detail detail) {
    super(texts, detail, FingerprintOptions::read, PARAMETERS);
  }

  @Override
  public String getDescription() {
    return "near_dup fingerprints of [" + texts().texts().size() + "] texts";
  }
}
