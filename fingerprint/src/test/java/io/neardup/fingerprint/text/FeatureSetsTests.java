// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.text;

import static org.junit.Assert.assertEquals;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.TextFeatures;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.Test;

/** Merged arrays against sets of Java. */
public class FeatureSetsTests {
  @Test
  public void sameAsSets() {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 3000; i++) {
      int values = 1 + random.nextInt(100);
      long[] left = random.longs(random.nextInt(80), -values, values).toArray();
      long[] right = random.longs(random.nextInt(80), -values, values).toArray();
      Set<Long> ours = Arrays.stream(left).boxed().collect(Collectors.toSet());
      Set<Long> theirs = Arrays.stream(right).boxed().collect(Collectors.toSet());
      Set<Long> both = new TreeSet<>(ours);
      both.retainAll(theirs);
      double all = ours.size() + theirs.size() - both.size();
      double smaller = Math.min(ours.size(), theirs.size());
      FeatureSets set = FeatureSets.of(left);
      FeatureSets other = FeatureSets.of(right);
      assertEquals(ours.size(), set.size());
      assertEquals(both.size(), set.shared(other));
      assertEquals(all == 0 ? 0 : both.size() / all, set.jaccard(other), 0);
      assertEquals(smaller == 0 ? 0 : both.size() / smaller, set.containment(other), 0);
    }
  }

  @Test
  public void featuresOfATextCountOnce() {
    TextFeatures text = new TextFeatures(FeatureKind.CHAR_NGRAM, 2);
    text.addCodePoints("abababc");
    TextFeatures other = new TextFeatures(FeatureKind.CHAR_NGRAM, 2);
    other.addCodePoints("abd");
    FeatureSets set = FeatureSets.of(text);
    assertEquals("ab, ba, bc", 3, set.size());
    assertEquals("ab of ab, ba, bc, bd", 0.25, set.jaccard(FeatureSets.of(other)), 0);
    assertEquals("ab of ab, bd", 0.5, set.containment(FeatureSets.of(other)), 0);
  }

  @Test
  public void theHashesGivenAreLeftAlone() {
    long[] hashes = {3, 1, 2, 1};
    FeatureSets.of(hashes);
    assertEquals("[3, 1, 2, 1]", Arrays.toString(hashes));
  }
}
