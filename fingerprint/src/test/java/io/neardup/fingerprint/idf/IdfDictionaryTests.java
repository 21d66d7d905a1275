// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.idf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

public class IdfDictionaryTests {
  @Test
  public void linesOfTermAndIdf() throws IOException {
    IdfDictionary dictionary =
        read("fox 2.5\n蓝翔\t11.7392\nnew york  3\r\n\n \t\r\n  dog 1e0 \nlast 4");
    assertEquals(5, dictionary.size());
    assertEquals(640, find(dictionary, "fox"));
    assertEquals(3005, find(dictionary, "蓝翔"));
    assertEquals(768, find(dictionary, "new york"));
    assertEquals(256, find(dictionary, "dog"));
    assertEquals(1024, find(dictionary, "last"));
    assertEquals(0, find(dictionary, "cat"));
    assertEquals(0, find(dictionary, "fo"));
    assertEquals(0, find(dictionary, ""));
  }

  @Test
  public void byteOrderMarkIsNoPartOfTheFirstTerm() throws IOException {
    IdfDictionary dictionary = read("\uFEFFa 1\n\uFEFFb 1\n");
    assertEquals(256, find(dictionary, "a"));
    assertEquals(0, find(dictionary, "b"));
    assertEquals(256, find(dictionary, "\uFEFFb"));
  }

  @Test
  public void termsAreFoundInsideOfSomethingLonger() throws IOException {
    byte[] text = utf8("the fox ran");
    assertEquals(512, read("fox 2\n").find(text, 4, 3));
    assertEquals(0, read("fox 2\n").find(text, 4, 4));
  }

  /** Terms that begin alike meet in the table sooner or later. */
  @Test
  public void beginningsOfTermsAreUnknown() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int length = 1; length < 1000; length += 2) {
      lines.append("x".repeat(length)).append(" 1\n");
    }
    IdfDictionary dictionary = read(lines.toString());
    for (int length = 1; length < 1000; length++) {
      assertEquals(length % 2 == 0 ? 0 : 256, find(dictionary, "x".repeat(length)));
    }
  }

  @Test
  public void unknownTermsTakeTheDefault() throws IOException {
    IdfDictionary dictionary = read("a 1\nb 2\nc 9\n");
    assertEquals(512, dictionary.median());
    assertEquals(1024, dictionary.mean());
    assertEquals(512, unknown(dictionary, "median"));
    assertEquals(1024, unknown(dictionary, "mean"));
    assertEquals(448, unknown(dictionary, "1.75"));
    byte[] known = utf8("c");
    assertEquals(9 * 256, dictionary.withDefault("median").idf(known, 0, 1));
    for (String bad : new String[] {"mode", "", "0", "-1", "256", "NaN", "0x1p3", "1d"}) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> dictionary.withDefault(bad));
      assertEquals(
          "[idf_default] must be [median], [mean] or a number greater than 0 and at most 255, got ["
              + bad
              + "]",
          e.getMessage());
    }
  }

  @Test
  public void medianAndMeanOfEvenNumbers() throws IOException {
    IdfDictionary dictionary = read("a 1\nb 2\nc 3\nd 9.00390625\n");
    assertEquals(768, dictionary.median());
    // 3,841 parts of 256 by four are 960.25.
    assertEquals(960, dictionary.mean());
    assertEquals(385, read("a 1\nb 2.00390625\n").mean());
    assertEquals(65_280, read("a 255\n").median());
  }

  @Test
  public void brokenLines() {
    assertBroken("line [1] must be [term idf], got [fox]", "fox\n");
    assertBroken("line [2] must be [term idf], got [3.5]", "a 1\n 3.5 \n");
    assertBroken("line [3] must be [term idf], got [a b]", "x 1\n\na b\n");
    assertBroken("line [1] must be [term idf], got [a 1,5]", "a 1,5");
    assertBroken("line [1] must be [term idf], got [a NaN]", "a NaN");
    assertBroken("line [1] must be [term idf], got [a 1.2.3]", "a 1.2.3");
    assertBroken(
        "line [2] has an idf out of bounds: [idf] must be greater than 0 and at most 255, got [0.0]",
        "a 1\nb 0\n");
    assertBroken("line [3] gives a term a second time, got [a 2]", "a 1\nb 1\na 2\n");
    assertBroken("an idf dictionary must have at least one line [term idf], got none", " \n\n");
    assertBroken(
        "line [1] must have a term of at most 32766 bytes, got one of [32767]",
        "x".repeat(32_767) + " 1");
    assertBroken(
        "line [2] must be at most 32866 bytes long, but is longer", "a 1\n" + "x".repeat(32_867));
  }

  @Test
  public void brokenUtf8() {
    byte[] broken = utf8("a 1\nb? 2\n");
    broken[5] = (byte) 0xC3;
    InputStream content = new ByteArrayInputStream(broken);
    assertMessage("line [2] must be UTF-8, but is not", () -> IdfDictionary.read(content));
  }

  @Test
  public void longestTerm() throws IOException {
    String longest = "x".repeat(32_766);
    assertEquals(256, find(read(longest + " 1\n"), longest));
  }

  /** The digest is that of sha256sum. */
  @Test
  public void digestIsThatOfTheContent() throws IOException {
    IdfDictionary dictionary = read("abc 1\n");
    assertEquals(
        "162fee8ad8d6a79f58884c0209c337020b2c8be6d697f0dea4ec18c4b442734e", dictionary.digest());
    assertEquals("162fee8ad8d6", dictionary.shortDigest());
  }

  @Test
  public void aLargeDictionaryIsSmallAndHoldsEveryTerm() throws IOException {
    Random random = new Random(8);
    Map<String, Integer> expected = new HashMap<>();
    StringBuilder lines = new StringBuilder();
    while (expected.size() < 270_000) {
      // Two to four Han characters, as in the dictionaries of jieba.
      StringBuilder term = new StringBuilder();
      for (int left = 2 + random.nextInt(3); left > 0; left--) {
        term.appendCodePoint(0x4E00 + random.nextInt(6000));
      }
      int parts = 1 + random.nextInt(65_280);
      if (expected.putIfAbsent(term.toString(), parts) == null) {
        lines.append(term).append(' ').append(parts / 256.0).append('\n');
      }
    }
    IdfDictionary dictionary = read(lines.toString());
    assertEquals(270_000, dictionary.size());
    expected.forEach((term, parts) -> assertEquals(term, (int) parts, find(dictionary, term)));
    assertEquals(0, find(dictionary, "unknown"));
    assertTrue("" + dictionary.ramBytesUsed(), dictionary.ramBytesUsed() < 7_000_000);
    assertTrue("" + dictionary.ramBytesUsed(), dictionary.ramBytesUsed() > 270_000 * 10);
  }

  @Test
  public void smoothedIdf() {
    SmoothedIdf idf = new SmoothedIdf(9);
    // ln(10 / 1) + 1, ln(10 / 5) + 1, ln(10 / 10) + 1.
    assertEquals(3.302585092994046, idf.of(0), 1e-15);
    assertEquals(1.6931471805599454, idf.of(4), 1e-15);
    assertEquals(1.0, idf.of(9), 0);
    assertEquals("new york 1.6931", idf.line("new york", 4));
    assertMessage(
        "[doc_freq] must be between 0 and the number of documents, 9, got [10]", () -> idf.of(10));
    assertMessage(
        "[doc_freq] must be between 0 and the number of documents, 9, got [-1]", () -> idf.of(-1));
    assertMessage("[documents] must be at least 1, got [0]", () -> new SmoothedIdf(0));
    // As many documents as can be counted.
    assertTrue(new SmoothedIdf(Long.MAX_VALUE).of(0) < Weights.MAX_IDF);
  }

  @Test
  public void whatIsWrittenIsRead() throws IOException {
    SmoothedIdf idf = new SmoothedIdf(1_000_000);
    StringBuilder lines = new StringBuilder();
    String[] terms = {"a", "a b", "新闻", "#", "1", "x\ry", "b\uFEFF"};
    for (int i = 0; i < terms.length; i++) {
      lines.append(idf.line(terms[i], i * 1000L)).append('\n');
    }
    IdfDictionary dictionary = read(lines.toString());
    for (int i = 0; i < terms.length; i++) {
      assertEquals(Weights.idf(idf.of(i * 1000L)), find(dictionary, terms[i]), 1);
    }
    for (String bad : new String[] {"", " a", "a ", "\ta", "a\r", "a\nb", "\n", "\uFEFFa"}) {
      assertMessage(
          "[term] must not be empty, have a line feed, or have blanks at an end, got [" + bad + "]",
          () -> idf.line(bad, 1));
    }
  }

  public static IdfDictionary read(String lines) throws IOException {
    return IdfDictionary.read(new ByteArrayInputStream(utf8(lines)));
  }

  private static int find(IdfDictionary dictionary, String term) {
    byte[] utf8 = utf8(term);
    return dictionary.find(utf8, 0, utf8.length);
  }

  private static int unknown(IdfDictionary dictionary, String fallback) {
    return dictionary.withDefault(fallback).idf(utf8("unknown"), 0, 7);
  }

  private static void assertBroken(String message, String lines) {
    assertMessage(message, () -> read(lines));
  }

  private static void assertMessage(String message, ThrowingRunnable code) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, code).getMessage());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
