// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.lost;

import java.util.stream.Stream;

/** What each of two texts says that the other one does not: they are the same if one may go. */
public record BothWays(Difference one, Difference other) {
  /** That of two texts. */
  public static BothWays of(TextTerms one, TextTerms other) {
    return new BothWays(Difference.of(one, other), Difference.of(other, one));
  }

  /** The terms whose frequencies it takes to tell. */
  public Stream<TextTerms> asked(AllowedLoss allowed) {
    return Stream.concat(allowed.asked(one), allowed.asked(other));
  }

  /** Whether one of the texts may go. */
  public boolean areSame(AllowedLoss allowed, DocFreqs freqs) {
    return allowed.of(one, freqs).allowed() || allowed.of(other, freqs).allowed();
  }
}
