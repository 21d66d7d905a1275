// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.action.texts.TextsBody;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.request.MaxDistance;
import java.util.List;

/**
 * How much to return in addition to the fingerprints.
 *
 * @param heaviest how many of the heaviest features of a text to return
 * @param explain whether to return the effect of each of them, and the bits that would flip first
 * @param closeBits how many bits to explain
 * @param maxDistance of the lookup to explain for two texts
 */
public record Detail(int heaviest, boolean explain, int closeBits, int maxDistance) {
  /** The parameters, for messages. */
  static final List<String> PARAMETERS =
      List.of("heaviest", "explain", "close_bits", "max_distance");

  static final int MAX_HEAVIEST = 1_000;
  private static final int DEFAULT_CLOSE_BITS = 8;

  /** The defaults. */
  public static final Detail DEFAULT =
      new Detail(10, false, DEFAULT_CLOSE_BITS, MaxDistance.DEFAULT);

  public Detail {
    TextsBody.checkBounds("heaviest", heaviest, MAX_HEAVIEST);
    TextsBody.checkBounds("close_bits", closeBits, Fingerprint.BITS);
    MaxDistance.check(maxDistance);
  }
}
