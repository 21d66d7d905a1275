// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.io.IOException;
import java.lang.Character.UnicodeBlock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.test.OpenSearchTestCase;

/** All characters, against what the core makes of them. */
public class CharsTests extends OpenSearchTestCase {
  private static final Set<UnicodeBlock> CJK =
      new HashSet<>(
          List.of(
              UnicodeBlock.CJK_UNIFIED_IDEOGRAPHS,
              UnicodeBlock.CJK_COMPATIBILITY_IDEOGRAPHS,
              UnicodeBlock.CJK_UNIFIED_IDEOGRAPHS_EXTENSION_A,
              UnicodeBlock.HALFWIDTH_AND_FULLWIDTH_FORMS,
              UnicodeBlock.HANGUL_SYLLABLES,
              UnicodeBlock.HANGUL_JAMO,
              UnicodeBlock.HANGUL_COMPATIBILITY_JAMO,
              UnicodeBlock.HIRAGANA,
              UnicodeBlock.KATAKANA,
              UnicodeBlock.KATAKANA_PHONETIC_EXTENSIONS));

  public void testKinds() {
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      assertEquals("U+" + c, CJK.contains(UnicodeBlock.of((char) c)), Chars.isCjk((char) c));
    }
  }

  public void testTheCoreSeesTheSame() throws IOException {
    for (int i = 0; i <= Character.MAX_VALUE; i++) {
      char c = (char) i;
      char folded = Chars.fold(c);
      boolean token = Chars.isLetterOrDigit(folded) || Chars.isCjk(folded);
      List<String> expected = token && folded != 'a' ? List.of(String.valueOf(folded)) : List.of();
      List<Token> actual = Token.ofCore(IkMode.SMART, String.valueOf(c));
      assertEquals("U+" + i, expected, actual.stream().map(Token::term).toList());
    }
  }

  public void testConnectorsAndNumerals() throws IOException {
    for (char c = '!'; c < 0x7F; c++) {
      if (Chars.isLetterOrDigit(c) == false) {
        assertEquals(
            Chars.isLetterConnector(c), Token.ofCore(IkMode.SMART, "x" + c + "y").size() == 1);
        boolean number =
            Token.ofCore(IkMode.MAX_WORD, "1" + c + "2").stream()
                .anyMatch(token -> token.type().equals("ARABIC") && token.term().length() == 3);
        assertEquals(Chars.isNumberConnector(c), number);
      }
    }
    for (char c = 0x4E00; c < 0xA000; c++) {
      boolean numeral =
          Token.ofCore(IkMode.MAX_WORD, String.valueOf(c)).getFirst().type().equals("TYPE_CNUM");
      assertEquals("U+" + (int) c, numeral, Chars.isNumeral(c));
    }
  }
}
