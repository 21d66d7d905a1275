// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.Test;

public class FeatureReportTests {
  private final TextFeatures features =
      new TextFeatures(FeatureOptions.of(FeatureKind.TOKEN, 1).withWeighting(Weighting.TF));

  @Test
  public void weightsAndShares() {
    TextFeaturesTests.addTokens(features, "b a a c a");
    FeatureReport report = features.report(2);
    assertEquals(features.fingerprint(), report.fingerprint());
    assertEquals(3, report.distinct());
    assertEquals(5.0, report.totalWeight(), 0);
    assertEquals(2, report.heaviest().size());
    FeatureReport.Entry a = report.heaviest().get(0);
    assertEquals("a", a.text());
    assertEquals(3, a.count());
    assertEquals(3.0, a.weight(), 0);
    assertEquals(0.6, a.share(), 1e-12);
    assertEquals("b", report.heaviest().get(1).text());
  }

  @Test
  public void whatAFeatureDecides() {
    TextFeaturesTests.addTokens(features, "a b c d e");
    for (FeatureReport.Entry entry : features.report(5).heaviest()) {
      TextFeatures without = new TextFeatures(FeatureKind.TOKEN, 1);
      TextFeaturesTests.addTokens(
          without, "a b c d e".replace(entry.text(), "").replace("  ", " ").strip());
      assertEquals(entry.text(), features.fingerprint() ^ without.fingerprint(), entry.decides());
    }
  }

  @Test
  public void marginsAreThoseOfTheSums() {
    TextFeaturesTests.addTokens(features, "a a b");
    long a = features.hash(0);
    long b = features.hash(2);
    List<FeatureReport.Bit> bits = features.report(0).bits();
    assertEquals(64, bits.size());
    for (FeatureReport.Bit bit : bits) {
      int signA = (a >>> bit.bit() & 1) == 1 ? 1 : -1;
      int signB = (b >>> bit.bit() & 1) == 1 ? 1 : -1;
      assertEquals((2 * signA + signB) / 3.0, bit.margin(), 1e-12);
      assertEquals(signA == 1, bit.set());
      assertEquals(3 - bit.bit() / 16, bit.segment());
    }
  }

  @Test
  public void theFirstBitsToFlipComeFirst() {
    Random random = new Random(1);
    for (int words = 0; words < 100; words++) {
      features.clear();
      for (int i = 0; i < words; i++) {
        TextFeaturesTests.addTokens(features, Integer.toString(random.nextInt(1000)));
      }
      double last = 0;
      long seen = 0;
      FeatureReport report = features.report(1);
      for (FeatureReport.Bit bit : report.bits()) {
        assertTrue(Math.abs(bit.margin()) >= last);
        last = Math.abs(bit.margin());
        seen |= 1L << bit.bit();
        // A tie is a zero.
        assertEquals(bit.margin() > 0, bit.set());
        assertEquals((report.fingerprint() >>> bit.bit() & 1) == 1, bit.set());
      }
      assertEquals(-1L, seen);
    }
  }

  @Test
  public void nothingHasNoReasons() {
    FeatureReport report = features.report(3);
    assertEquals(List.of(), report.heaviest());
    assertEquals(0.0, report.totalWeight(), 0);
    assertFalse(report.bits().get(0).set());
    assertEquals(0.0, report.bits().get(0).margin(), 0);
  }

  @Test
  public void featuresLeftOutHaveNoShare() {
    TextFeatures two =
        new TextFeatures(
            FeatureOptions.of(FeatureKind.TOKEN, 1).withWeighting(Weighting.TF).withTopFeatures(2));
    TextFeaturesTests.addTokens(two, "x x x y y z");
    FeatureReport report = two.report(9);
    assertEquals(2, report.distinct());
    assertEquals(5.0, report.totalWeight(), 0);
    assertEquals(6, two.count());
  }
}
