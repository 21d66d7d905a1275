// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.PassageText;
import io.neardup.fingerprint.passages.Winnowing;
import io.neardup.lucene.words.WordTokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.junit.Test;

/** The hashes of tokens: those of their UTF-8 bytes, whatever the text has. */
public class PassageTokensTests {
  /** What is hard to encode: each alone, and beside each other. */
  private static final List<String> PIECES =
      List.of(
          "a",
          " ",
          "Straße",
          "ﬁ",
          "東",
          "ไทย",
          "𝔘𝔫𝔦",
          "😀",
          "\u0000",
          "\uD83D",
          "\uDE00",
          "&#xD83D;",
          "&#56832;",
          "\uFFFD",
          "\uFFFF",
          "한국",
          "e\u0301",
          "٣",
          "5 %",
          "€ 7");

  private final Random random = new Random(20261127);

  private static final Analyzer ANALYZER =
      new Analyzer() {
        @Override
        protected TokenStreamComponents createComponents(String field) {
          return new TokenStreamComponents(new WordTokenizer(true));
        }
      };

  private static List<Long> expected(String text) throws IOException {
    List<Long> hashes = new ArrayList<>();
    try (TokenStream stream = ANALYZER.tokenStream("", text)) {
      CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        byte[] utf8 = term.toString().getBytes(StandardCharsets.UTF_8);
        assertEquals(
            "a token is well formed", term.toString(), new String(utf8, StandardCharsets.UTF_8));
        hashes.add(Winnowing.token(utf8, 0, utf8.length));
      }
    }
    return hashes;
  }

  @Test
  public void hashesAreOfUtf8() throws IOException {
    int tokens = 0;
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int pieces = random.nextInt(40); pieces >= 0; pieces--) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      PassageText read =
          PassageTokens.read(ANALYZER, text.toString(), MemoryAccount.unbounded(), () -> {});
      List<Long> hashes = new ArrayList<>();
      for (int j = 0; j < read.count(); j++) {
        hashes.add(read.token(j));
      }
      assertEquals(text.toString(), expected(text.toString()), hashes);
      tokens += read.count();
    }
    assertFalse(tokens < 50_000);
  }
}
