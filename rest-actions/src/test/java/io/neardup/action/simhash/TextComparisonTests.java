// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.action.texts.FeatureOverlap;
import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.text.FeatureSets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.test.OpenSearchTestCase;

public class TextComparisonTests extends OpenSearchTestCase {

  private static String reason(long difference, int maxDistance) {
    long left = randomLong();
    return new TextComparison(left, left ^ difference, new FeatureOverlap(0, 1), maxDistance)
        .reason();
  }

  public void testFound() {
    assertEquals("Found at any distance: the fingerprints are equal.", reason(0, 0));
    assertEquals(
        "Found: 3 of 64 bits differ, and max_distance is 3. Segment s2 is equal, so a lookup finds"
            + " one from the other.",
        reason(0x8000_0001_0000_0100L, 3));
    assertEquals(
        "Found: 1 of 64 bits differ, and max_distance is 1. Segments s0, s1 and s2 are equal, so a"
            + " lookup finds one from the other.",
        reason(1, 1));
    assertEquals(
        "Found: 4 of 64 bits differ, and max_distance is 5. No segment is equal; above a"
            + " max_distance of 3 segments that differ in a bit or more are looked up as well, or"
            + " all fingerprints are compared.",
        reason(0x0001_0001_0001_0001L, 5));
  }

  public void testNotFound() {
    assertEquals(
        "Not found: 1 of 64 bits differ, and max_distance is 0. Segments s0, s1 and s2 are equal,"
            + " which makes them candidates only. A max_distance of 1 or more finds them.",
        reason(1, 0));
    assertEquals(
        "Not found: 64 of 64 bits differ, and max_distance is 63. No segment is equal. A"
            + " max_distance of 64 or more finds them.",
        reason(-1, 63));
  }

  private static TextFeatures features(String text) {
    TextFeatures features = new TextFeatures(FeatureKind.CHAR_NGRAM, 2);
    features.addCodePoints(text);
    return features;
  }

  private static Set<String> texts(TextFeatures features) {
    Set<String> texts = new HashSet<>();
    for (int i = 0; i < features.count(); i++) {
      texts.add(features.text(i));
    }
    return texts;
  }

  public void testOverlapIsThatOfTheSets() {
    for (int i = 0; i < 200; i++) {
      List<TextFeatures> two =
          List.of(features(randomText()), features(randomBoolean() ? "" : randomText()));
      Set<String> shared = texts(two.get(0));
      Set<String> all = texts(two.get(0));
      shared.retainAll(texts(two.get(1)));
      all.addAll(texts(two.get(1)));
      assertEquals(
          new FeatureOverlap(shared.size(), all.size()),
          FeatureOverlap.of(FeatureSets.of(two.get(0)), FeatureSets.of(two.get(1))));
    }
  }

  private static String randomText() {
    StringBuilder text = new StringBuilder();
    for (int i = between(1, 40); i > 0; i--) {
      text.append((char) ('a' + between(0, 4)));
    }
    return text.toString();
  }
}
