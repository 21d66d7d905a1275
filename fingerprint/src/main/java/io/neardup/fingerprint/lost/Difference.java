// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.lost;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a duplicate says that the text which is kept does not, and the other way round.
 *
 * @param duplicate all its terms
 * @param lost those that the other text lacks
 * @param gained terms of the other text that the duplicate lacks
 * @param denials negations by which one of them denies what the other says
 */
public record Difference(
    TextTerms duplicate, TextTerms lost, TextTerms gained, List<String> denials) {
  /** That of two texts. */
  public static Difference of(TextTerms duplicate, TextTerms kept) {
    return new Difference(
        duplicate,
        duplicate.without(kept),
        kept.without(duplicate),
        Stream.concat(
                duplicate.negations().denying(kept.negations()).stream(),
                kept.negations().denying(duplicate.negations()).stream())
            .distinct()
            .toList());
  }

  /** About how much memory it takes besides the text that is kept. */
  public long bytes() {
    return duplicate.bytes() + lost.bytes() + gained.bytes();
  }
}
