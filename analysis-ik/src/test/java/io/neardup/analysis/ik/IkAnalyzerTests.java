// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import static io.neardup.analysis.ik.IkMode.MAX_WORD;
import static io.neardup.analysis.ik.IkMode.SMART;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.opensearch.test.OpenSearchTokenStreamTestCase;

public class IkAnalyzerTests extends OpenSearchTokenStreamTestCase {
  private static final String DEDUPLICATION = "海量网络文本去重系统实验测试,这是一段测试文本的内容。";
  private static final String COMPUTER = "计算机应用与软件";

  private final Analyzer smart = new IkAnalyzer(SMART);
  private final Analyzer maxWord = new IkAnalyzer(MAX_WORD);

  @Override
  public void tearDown() throws Exception {
    smart.close();
    maxWord.close();
    super.tearDown();
  }

  public void testSmart() throws IOException {
    assertAnalyzesTo(smart, DEDUPLICATION, words("海量 网络 文本 去 重 系统 实验 测试 这是 一段 测试 文本 的 内容"));
    assertAnalyzesTo(
        smart,
        COMPUTER,
        words("计算机 应用 与 软件"),
        new int[] {0, 3, 5, 6},
        new int[] {3, 5, 6, 8},
        new String[] {"CN_WORD", "CN_WORD", "CN_CHAR", "CN_WORD"},
        positions(4));
  }

  public void testMaxWord() throws IOException {
    assertAnalyzesTo(maxWord, DEDUPLICATION, words("海量 网络 文本 去 重 系统 实验 测试 这是 一段 一 段 测试 文本 的 内容"));
    assertAnalyzesTo(
        maxWord,
        COMPUTER,
        words("计算机 计算 算机 应用 与 软件"),
        new int[] {0, 0, 1, 3, 5, 6},
        new int[] {3, 2, 3, 5, 6, 8});
  }

  public void testLatinAndNumbers() throws IOException {
    String text = "The ABC-1 of OpenSearch 3.8 is not ＦＵＬＬ１２，下载1,234次";
    assertWithoutGaps(smart, text, words("abc-1 opensearch 3.8 FULL12 下载 1,234 次"));
    assertEquals(
        words("abc-1 abc 1 opensearch 3.8 FULL12 FULL 12 下载 1,234 1 234 次"), maxWordTerms(text));
  }

  public void testStopWords() throws IOException {
    String stopWords =
        "a an and are as at be but by for if in into is it no not of on or such that the their then"
            + " there these they this to was will with";
    assertEquals(33, words(stopWords).length);
    for (Analyzer analyzer : List.of(smart, maxWord)) {
      assertAnalyzesTo(analyzer, stopWords, new String[0]);
      assertWithoutGaps(analyzer, "the 文本 of 内容", words("文本 内容"));
    }
  }

  public void testSingleCharactersThatTheOfficialPluginDoesNotKnow() {
    assertEquals(words("我们"), maxWordTerms("我们"));
    assertEquals(words("他们"), maxWordTerms("他们"));
    assertEquals(words("有的是 有的 是"), maxWordTerms("有的是"));
    for (String single : List.of("他", "你", "切", "她", "我", "手", "有", "的", "见")) {
      assertEquals(List.of(new Token(single, 0, 1, "CN_CHAR")), Token.of(MAX_WORD, single));
    }
  }

  public void testSymbols() throws IOException {
    for (Analyzer analyzer : List.of(smart, maxWord)) {
      // Han of plane 2, a face, a heart in color, a flag of two letters.
      assertAnalyzesTo(
          analyzer,
          "文本𠮷𠀀软件😀ok❤\uFE0F🇨🇳!",
          words("文本 𠮷 𠀀 软件 😀 ok ❤ 🇨 🇳"),
          new int[] {0, 2, 4, 6, 8, 10, 12, 14, 16},
          new int[] {2, 4, 6, 8, 10, 12, 13, 16, 18},
          words("CN_WORD CN_CHAR CN_CHAR CN_WORD SYMBOL ENGLISH SYMBOL SYMBOL SYMBOL"),
          positions(9));
      assertAnalyzesTo(analyzer, "😀", words("😀"), new int[] {0}, new int[] {2});
      // A family is three people without the joiners; a skin tone is a symbol.
      assertAnalyzesTo(analyzer, "👨\u200D👩\u200D👧👍🏽", words("👨 👩 👧 👍 🏽"));
      assertAnalyzesTo(analyzer, "⭐✅文本", words("⭐ ✅ 文本"));
    }
  }

  public void testNoSymbols() throws IOException {
    for (Analyzer analyzer : List.of(smart, maxWord)) {
      String tags = "\uDB40\uDC67\uDB40\uDC7F\uDB40\uDD00\uDBFF\uDFFD";
      assertAnalyzesTo(analyzer, "©®™ ❤ → ★ ①" + tags, new String[0]);
      // The halves of a pair, alone or the wrong way round.
      assertAnalyzesTo(analyzer, "\uD83D文本\uDE00\uD83D", words("文本"));
      assertAnalyzesTo(analyzer, "1\uFE0F\u20E3#\uFE0F\u20E3", words("1"));
    }
  }

  public void testLettersThatTheCoreDoesNotKnow() throws IOException {
    assertAnalyzesTo(smart, "Привет שלום", new String[0]);
    assertAnalyzesTo(smart, "こんにちは 한국", words("こ ん に ち は 한 국"));
  }

  public void testEmptyTexts() throws IOException {
    for (Analyzer analyzer : List.of(smart, maxWord)) {
      assertAnalyzesTo(analyzer, "", new String[0]);
      assertAnalyzesTo(analyzer, " ，。\n", new String[0]);
    }
  }

  public void testRandomText() throws IOException {
    checkRandomData(random(), smart, 200, 300, false, true);
    checkRandomData(random(), maxWord, 200, 300, false, true);
    checkRandomData(random(), smart, 5, 9000, false, true);
    checkRandomData(random(), maxWord, 5, 9000, false, true);
  }

  public void testATextLeftInTheMiddle() throws IOException {
    for (Analyzer analyzer : List.of(smart, maxWord)) {
      try (var stream = analyzer.tokenStream("f", DEDUPLICATION.repeat(200))) {
        stream.reset();
        assertTrue(stream.incrementToken());
        assertTrue(stream.incrementToken());
      }
      assertAnalyzesTo(analyzer, "软件😀", words("软件 😀"), new int[] {0, 2}, new int[] {2, 4});
    }
  }

  private static void assertWithoutGaps(Analyzer analyzer, String text, String[] words)
      throws IOException {
    assertAnalyzesTo(analyzer, text, words, null, null, null, positions(words.length));
  }

  private static String[] words(String words) {
    return words.split(" ");
  }

  private static int[] positions(int count) {
    int[] positions = new int[count];
    Arrays.fill(positions, 1);
    return positions;
  }

  private static String[] maxWordTerms(String text) {
    return Token.terms(MAX_WORD, text).toArray(String[]::new);
  }

  private static void assertEquals(String[] expected, String[] actual) {
    assertEquals(List.of(expected), List.of(actual));
  }
}
