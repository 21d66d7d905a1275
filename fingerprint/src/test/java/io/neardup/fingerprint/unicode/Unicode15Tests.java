// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.unicode;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.features.Weighting;
import java.util.BitSet;
import org.junit.Test;

/**
 * {@code simhash64_v1} does not drift with the Unicode of the JDK. The fingerprints come from
 * {@code docs/simhash64_v1.py}, run by Python 3.11, whose Unicode 14.0 has none of these
 * characters.
 */
public class Unicode15Tests {
  private static final int CODE_POINTS = Character.MAX_CODE_POINT + 1;

  /** Graphic, format and control characters, private use and surrogates, says the standard. */
  private static final int ASSIGNED = 149_186 + 65 + 137_468 + 2_048;

  /** Since Unicode 16.0 outlined letters have plain ones as compatibility forms. */
  @Test
  public void newCompatibilityForms() {
    assertFingerprint("aa300647a109c840", 3, "\uD833\uDCD6\uD833\uDCD7 and plain");
  }

  /** Garay has capitals, and some new Latin capitals have small letters that are old. */
  @Test
  public void newCases() {
    assertFingerprint("33ef4b0a19ce9423", 3, "Garay \uD803\uDD50\uD803\uDD51\uD803\uDD52 story");
    assertFingerprint("5417d269020788d8", 2, "\uA7DC\uA7CC\uA7DA story");
  }

  /** Todhri letters and the old dot above are composed since 16.0; the old acute still is. */
  @Test
  public void newCompositions() {
    assertFingerprint("a60669543dd0133f", 2, "\uD801\uDDD2\u0307\uD801\uDDDA\u0307 and e\u0301");
  }

  /** A new mark is not sorted among old ones, nor is it one of their run. */
  @Test
  public void newMarks() {
    assertFingerprint("e8db5251c416f378", 2, "a\u0897\u0316\u0301b c\u0316\u0897d");
    assertFingerprint("24edcbf7cd54b92e", 4, "x" + "\u0897".repeat(70) + "y");
  }

  /** Of Unicode 17.0. */
  @Test
  public void charactersThatOnlyAComingJdkKnows() {
    assertFingerprint(
        "5a0c844462821864", 2, "\uD81B\uDEA0\uD81B\uDEA1 \u088F \uD839\uDEC0 caf\u00e9");
  }

  @Test
  public void theTableIsTheStandards() {
    assertEquals(CODE_POINTS - ASSIGNED, Unicode15.unassigned().cardinality());
    for (int newer : new int[] {0x897, 0x1C89, 0xA7CB, 0x105C0, 0x10D40, 0x1CCD6, 0x2EBF0}) {
      assertTrue(Integer.toHexString(newer), Unicode15.unassigned().get(newer));
    }
    for (int known : new int[] {'a', 0x11F00, 0x1E030, 0x1FAE8, 0x323AF, 0xE000, 0xD800}) {
      assertFalse(Integer.toHexString(known), Unicode15.unassigned().get(known));
    }
  }

  /** Nothing that was assigned is taken back, and only what is new to the format stands apart. */
  @Test
  public void allElseIsTheJdks() {
    BitSet unassigned = Unicode15.unassigned();
    for (int i = 0; i < CODE_POINTS; i++) {
      boolean known = Character.getType(i) != Character.UNASSIGNED;
      assertTrue(Integer.toHexString(i), known || unassigned.get(i));
      assertEquals(Integer.toHexString(i), known && unassigned.get(i), Unicode15.isNewer(i));
    }
  }

  /** The length that is announced is the one that becomes of a text. */
  @Test
  public void newCharactersCountAsTheyAre() {
    String text = "\uFDFA\uD833\uDCD6\u0897";
    long[] announced = new long[1];
    String normalized = Normalization.normalize(text, length -> announced[0] = length);
    assertEquals(18 + 2 + 1, normalized.length());
    assertEquals(normalized.length(), announced[0]);
  }

  private static void assertFingerprint(String expected, int size, String text) {
    TextFeatures features = new TextFeatures(FeatureOptions.of(FeatureKind.CHAR_NGRAM, size));
    features.addCodePoints(Normalization.foldForCharNgrams(Normalization.normalize(text)));
    assertEquals(text, expected, Fingerprint.toHex(features.fingerprint(Weighting.TF)));
  }
}
