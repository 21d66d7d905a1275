// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import io.neardup.fingerprint.Fingerprint;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Explains the fingerprint of a text: the weights of its features, and the bits that are closest to
 * flipping.
 *
 * @param fingerprint the SimHash
 * @param distinct number of different features that were kept
 * @param totalWeight their total weight
 * @param heaviest the heaviest of them, heaviest first; ties in the order of their bytes
 * @param bits all 64, the closest to flipping first
 */
public record FeatureReport(
    long fingerprint, int distinct, double totalWeight, List<Entry> heaviest, List<Bit> bits) {

  /**
   * One feature.
   *
   * @param text tokens separated by a space, or characters
   * @param count its occurrences
   * @param weight of all of them
   * @param share of the weight of all features, 0 to 1
   * @param decides the bits that would change without this feature
   */
  public record Entry(String text, int count, double weight, double share, long decides) {}

  /**
   * One bit of the fingerprint.
   *
   * @param bit 63 is the most significant, the first of the first hex digit
   * @param set whether it is 1
   * @param margin weight of the features for a 1 minus that of the others, as a share of the total:
   *     from -1 to 1; a tie is 0 and gives a 0
   */
  public record Bit(int bit, boolean set, double margin) {
    /** The segment this bit belongs to, 0 to 3. */
    public int segment() {
      return Fingerprint.SEGMENTS - 1 - bit / Fingerprint.SEGMENT_BITS;
    }
  }

  /** Reads the sums of the hasher. */
  static FeatureReport of(
      WeightedSimHasher sums, FeatureTable table, HeaviestEntries kept, Texts texts, double one) {
    int distinct = kept.size();
    kept.choose(Math.min(texts.limit(), distinct));
    kept.sort();
    List<Entry> heaviest =
        IntStream.range(0, kept.size())
            .map(kept::get)
            .mapToObj(entry -> entry(sums, table, entry, texts, one))
            .toList();
    return new FeatureReport(
        sums.fingerprint(), distinct, sums.total() / one, heaviest, bits(sums));
  }

  /** Where to find the texts of features, and how many of them to report. */
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
