// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Why a text has the fingerprint it has: what its features weigh, and which bits hang by a thread.
 *
 * @param fingerprint the SimHash
 * @param distinct number of different features that were kept
 * @param totalWeight what they weigh together
 * @param heaviest the heaviest of them, heaviest first, those of one weight in order of their bytes
 * @param bits all 64, those first that would flip first
 */
public record FeatureReport(
    long fingerprint, int distinct, double totalWeight, List<Entry> heaviest, List<Bit> bits) {

  /**
   * One feature.
   *
   * @param text tokens with a space between, or characters
   * @param count its occurrences
   * @param weight of all of them
   * @param share of the weight of all features, 0 to 1
   * @param decides the bits that would be others without this feature
   */
  public record Entry(String text, int count, double weight, double share, long decides) {}

  /**
   * One bit of the fingerprint.
   *
   * @param bit 63 is the most significant, the first of the first hex digit
   * @param set whether it is 1
   * @param margin weight of the features for a 1 less that of the others, as a part of all: from -1
   *     to 1; 0 is a tie, and so a 0
   */
  public record Bit(int bit, boolean set, double margin) {
    /** The segment this bit belongs to, 0 to 3. */
    public int segment() {
      return Fingerprint.SEGMENTS - 1 - bit / Fingerprint.SEGMENT_BITS;
    }
  }

  /** Reads off what the hasher added up. */
  static FeatureReport of(
      WeightedSimHasher sums, FeatureTable table, HeaviestEntries kept, Texts texts, double one) {
    kept.sort();
    List<Entry> heaviest =
        IntStream.range(0, Math.min(texts.limit(), kept.size()))
            .map(kept::get)
            .mapToObj(entry -> entry(sums, table, entry, texts, one))
            .toList();
    return new FeatureReport(
        sums.fingerprint(), kept.size(), sums.total() / one, heaviest, bits(sums));
  }

  /** Where the texts of the features are, and of how many they are wanted. */
  record Texts(TextFeatures features, int limit) {}

  private static Entry entry(
      WeightedSimHasher sums, FeatureTable table, int entry, Texts texts, double one) {
    long weight = table.weight(entry);
    return new Entry(
        texts.features.text(table.first(entry)),
        table.count(entry),
        weight / one,
        weight / (double) sums.total(),
        sums.fingerprint() ^ sums.fingerprintWithout(table.hash(entry), weight));
  }

  private static List<Bit> bits(WeightedSimHasher sums) {
    long fingerprint = sums.fingerprint();
    long total = sums.total();
    return IntStream.range(0, Fingerprint.BITS)
        .mapToObj(
            bit -> {
              long margin = sums.sum(bit) - (total - sums.sum(bit));
              return new Bit(
                  bit, (fingerprint >>> bit & 1) == 1, margin / (double) Math.max(1, total));
            })
        .sorted(Comparator.comparingDouble((Bit bit) -> Math.abs(bit.margin)))
        .toList();
  }
}
