// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.action.texts.TextsOfRequest;
import io.neardup.action.texts.TextsRequest;
import io.neardup.ingest.minhash.MinHashOptions;
import java.util.List;
import java.util.stream.Stream;

/** Texts to sign. */
public final class MinHashRequest extends TextsRequest<MinHashDetail, MinHashOptions> {
  private static final List<String> PARAMETERS =
      Stream.concat(MinHashDetail.PARAMETERS.stream(), MinHashOptions.PARAMETERS.stream()).toList();

  /**
   * @param detail how much to return in addition to the signatures
   */
  public MinHashRequest(TextsOfRequest texts, MinHashDetail detail) {
    super(texts, detail, MinHashOptions::read, PARAMETERS);
  }

  @Override
  public String getDescription() {
    return "near_dup signatures of [" + texts().texts().size() + "] texts";
  }
}
