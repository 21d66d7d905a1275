// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.unicode;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.text.Normalizer;
import org.junit.Test;

public class NormalizationTests {
  @Test
  public void compatibilityFormsBecomeOne() {
    assertEquals("Full Width", Normalization.normalize("Ｆｕｌｌ　Ｗｉｄｔｈ"));
    assertEquals("fine", Normalization.normalize("ﬁne"));
    assertEquals("x2", Normalization.normalize("x²"));
    // An accent that stands alone is joined with its letter.
    assertEquals("caf\u00e9", Normalization.normalize("cafe\u0301"));
    // No-break space.
    assertEquals("a b", Normalization.normalize("a\u00a0b"));
  }

  @Test
  public void caseStays() {
    assertEquals("ABC", Normalization.normalize("ABC"));
  }

  @Test
  public void normalizedTextIsNotCopied() {
    String text = "plain text, 新闻 and 😀";
    assertSame(text, Normalization.normalize(text));
  }

  @Test
  public void unpairedSurrogatesAreReplaced() {
    String replacement = "\uFFFD";
    assertEquals(replacement, Normalization.normalize("\uD83D"));
    assertEquals(replacement, Normalization.normalize("\uDE00"));
    assertEquals("a" + replacement + "b", Normalization.normalize("a\uD83Db"));
    // High, high, low: the first is alone, the others are a pair.
    assertEquals(replacement + "😀", Normalization.normalize("\uD83D\uD83D\uDE00"));
    // Low, high: both are alone.
    assertEquals(replacement.repeat(2), Normalization.normalize("\uDE00\uD83D"));
    assertEquals("😀😀", Normalization.normalize("😀😀"));
  }

  @Test
  public void normalizingTwiceIsNormalizingOnce() {
    for (String text : new String[] {"ﬁ\uD83D cafe\u0301 Ｆ", "", "e\uDE00\u0301"}) {
      String once = Normalization.normalize(text);
      assertSame(once, Normalization.normalize(once));
    }
  }

  @Test
  public void runsOfOneCharacterAreCut() {
    for (String one : new String[] {"a", "=", "0", "\n", " ", "哈", "😀", "\uFFFD"}) {
      String longest = one.repeat(Runs.MAX);
      assertSame(longest, Normalization.normalize(longest));
      String between = "x" + longest + "y" + longest;
      assertSame(between, Normalization.normalize(between));
      assertEquals(longest, Normalization.normalize(longest + one));
      assertEquals(longest, Normalization.normalize(one.repeat(100_000)));
      assertEquals(between, Normalization.normalize("x" + longest + one + "y" + longest + one));
    }
    // No two neighbors are equal.
    String pairs = "ab".repeat(1000);
    assertSame(pairs, Normalization.normalize(pairs));
  }

  /** The runs are looked for by samples, so that none may slip through between them. */
  @Test
  public void runsAreCutWhereverTheyBegin() {
    for (String one : new String[] {"=", "漢", "😀"}) {
      for (int before = 0; before < 200; before++) {
        String text = "ab".repeat(100).substring(0, before);
        String longest = text + one.repeat(64);
        assertEquals(longest + "c", Normalization.normalize(longest + one + "c"));
        assertEquals(longest, Normalization.normalize(longest + one));
        assertEquals(longest, Normalization.normalize(longest));
      }
    }
  }

  /** What becomes equal by normalization is one run. */
  @Test
  public void runsAreCutBehindNormalization() {
    String dots = ".".repeat(Runs.MAX);
    assertEquals(dots, Normalization.normalize(".…".repeat(20)));
    assertEquals("A".repeat(Runs.MAX), Normalization.normalize("AＡ".repeat(40)));
    assertEquals("\uFFFD".repeat(Runs.MAX), Normalization.normalize("\uD83D".repeat(Runs.MAX + 1)));
  }

  @Test
  public void marksOfAnyKindMakeOneRun() {
    String marks = "\u0301\u0316\u20DD\u0903";
    String longest = marks.repeat(Runs.MAX / 4);
    String composed = Normalizer.normalize("b" + longest, Normalizer.Form.NFKC);
    assertEquals(composed, Normalization.normalize("b" + longest));
    assertEquals(composed, Normalization.normalize("b" + longest + "\u0302"));
    assertEquals(composed + "c", Normalization.normalize("b" + longest + marks + "c"));
    assertEquals(composed + composed, Normalization.normalize(("b" + longest).repeat(2)));
    // Outside of the first plane, too.
    String tone = "\uD834\uDD65\uD834\uDD6D";
    assertEquals(
        Normalizer.normalize(tone.repeat(Runs.MAX / 2), Normalizer.Form.NFKC),
        Normalization.normalize(tone.repeat(Runs.MAX)));
    // Letters that normalization makes marks of.
    String voiced = "\u0301\uFF9E\u0316\uFF9F";
    assertEquals(
        Normalizer.normalize(voiced.repeat(Runs.MAX / 4), Normalizer.Form.NFKC),
        Normalization.normalize(voiced.repeat(Runs.MAX)));
  }

  /** Every code point of which normalization makes a mark is one by our count, if we know it. */
  @Test
  public void noMarkIsOverlooked() {
    String run = "\u0301".repeat(Runs.MAX);
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (Character.getType(codePoint) != Character.SURROGATE
          && Unicode15.isNewer(codePoint) == false) {
        String one = Character.toString(codePoint);
        String decomposed = Normalizer.normalize(one, Normalizer.Form.NFKD);
        String first = Character.toString(decomposed.codePointAt(0));
        // Only what may be moved in front of another mark is reordered with it.
        boolean moves = Normalizer.isNormalized("\u0345" + first, Normalizer.Form.NFD) == false;
        assertTrue(
            Integer.toHexString(codePoint),
            moves == false || Normalization.normalize(run + one).length() == Runs.MAX);
      }
    }
  }

  /** Marks that have to be sorted, of which 5,000,000 would take hours. */
  @Test(timeout = 60_000)
  public void fiveMillionMarksAreSoonDone() {
    String marks = "\u0301\u0316".repeat(2_500_000);
    assertEquals(Runs.MAX, Normalization.normalize(marks).length());
    String stacked = ("e" + "\u0301\u0316".repeat(32)).repeat(5_000_000 / 65);
    assertEquals(
        Normalizer.normalize(stacked.substring(0, 65), Normalizer.Form.NFKC),
        Normalization.normalize(stacked).substring(0, 64));
  }

  @Test
  public void foldingLowersCase() {
    assertEquals("straße éa", Normalization.foldForCharNgrams("STRAßE ÉA"));
    // In the root locale, whatever the one of the machine: no dotless i.
    assertEquals("title", Normalization.foldForCharNgrams("TITLE"));
  }

  /** Words end elsewhere in every library, so that where a sigma stands must make no difference. */
  @Test
  public void foldingLooksAtNoNeighbors() {
    assertEquals("οδοσ οδοσ.α ασ-α α1σ", Normalization.foldForCharNgrams("ΟΔΟΣ ΟΔΟΣ.Α ΑΣ-Α Α1Σ"));
    assertEquals("οδος", Normalization.foldForCharNgrams("οδος"));
    assertEquals("i\u0307stanbul", Normalization.foldForCharNgrams("\u0130stanbul"));
    assertEquals("𐐨", Normalization.foldForCharNgrams("𐐀"));
  }

  @Test
  public void foldingJoinsWhiteSpace() {
    assertEquals("a b c", Normalization.foldForCharNgrams(" \t a \r\n\n b\u2003c \n"));
    assertEquals("", Normalization.foldForCharNgrams(" \n\t "));
    assertEquals("", Normalization.foldForCharNgrams(""));
    assertEquals("😀 😀", Normalization.foldForCharNgrams("😀  😀"));
  }
}
