// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;

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
