// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.features;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.fingerprint.features.FeatureReport;
import io.neardup.fingerprint.features.TextFeatures;
import java.util.Comparator;
import java.util.List;

/** The features of a document and what they weigh, for comparing them exactly. Immutable. */
public final class WeightedSet {
  private final long[] keys;
  private final double[] weights;
  private final double total;

  private record Entry(long key, double weight) {}

  /** All features of a text, weighted as it was told to. */
  public static WeightedSet of(TextFeatures text) {
    return new WeightedSet(text.report(Integer.MAX_VALUE).heaviest());
  }

  /** Each feature once, by its hash: no two of some thousand documents share 64 bits. */
  private WeightedSet(List<FeatureReport.Entry> features) {
    List<Entry> entries =
        features.stream()
            .map(
                entry ->
                    new Entry(Hashing.komihash5_0().hashCharsToLong(entry.text()), entry.weight()))
            .sorted(Comparator.comparingLong(Entry::key))
            .toList();
    keys = entries.stream().mapToLong(Entry::key).toArray();
    weights = entries.stream().mapToDouble(Entry::weight).toArray();
    total = entries.stream().mapToDouble(Entry::weight).sum();
  }

  /**
   * The weight that both have, by the weight that either has (Ruzicka 1958); with equal weights it
   * is Jaccard's index. 0 if one of them is empty.
   */
  public double jaccard(WeightedSet other) {
    double both = 0;
    for (int i = 0, j = 0; i < keys.length && j < other.keys.length; ) {
      if (keys[i] == other.keys[j]) {
        both += Math.min(weights[i++], other.weights[j++]);
      } else if (keys[i] < other.keys[j]) {
        i++;
      } else {
        j++;
      }
    }
    return both == 0 ? 0 : both / (total + other.total - both);
  }
}
