// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lost;

import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.target.Verify;
import java.util.Map;

/** Says of a hit what would be lost with it. */
public final class ToldLoss {
  private ToldLoss() {}

  /**
   * Tells it.
   *
   * @param into what else is said of the hit
   */
  public static void tell(AllowedLoss.Loss loss, AllowedLoss allowed, Map<String, Object> into) {
    into.put(Verify.LOST, loss.shown());
    if (loss.terms().size() > loss.shown().size()) {
      into.put(Verify.LOST_COUNT, loss.terms().size());
    }
    if (allowed.isShare()) {
      into.put(Verify.LOST_WEIGHT, loss.weight());
    }
  }
}
