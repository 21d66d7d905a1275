// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

import static org.junit.Assert.assertEquals;

import io.neardup.fingerprint.PythonScript;
import io.neardup.fingerprint.unicode.Normalization;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Test;

/** The Python of {@code docs/near_dup_text_v1.py} and this Java make the same tokens. */
public class WordsReferenceTests {
  private static final PythonScript SCRIPT = new PythonScript("near_dup_text_v1.py");

  /** What rules are made of, and one letter or more of each script that they know. */
  private static final String[] PARTS = {
    "a",
    "B",
    "c",
    "z",
    "won",
    "x",
    "ss",
    "ß",
    "ẞ",
    "é",
    "e\u0301",
    "Å",
    "ø",
    "ı",
    "İ",
    "ﬁ",
    "ǅ",
    "Σ",
    "ς",
    "ΐ",
    "ά",
    "й",
    "Ё",
    "и\u0306",
    "ї",
    "ش",
    "قَ",
    "أ",
    "آ",
    "ٱ",
    "ى",
    "ی",
    "ک",
    "ـ",
    "ة",
    "ﷺ",
    "ש",
    "שׁ",
    "צ\"ל",
    "״",
    "׳",
    "\u05B0",
    "हि",
    "न्",
    "क़",
    "বাং",
    "த",
    "ไ",
    "ท",
    "ำ",
    "ุ",
    "ກ",
    "ຳ",
    "ខ្",
    "ម",
    "မြ",
    "န်",
    "བོ",
    "ད",
    "日",
    "本",
    "々",
    "〇",
    "が",
    "か\u3099",
    "ｶﾞ",
    "ー",
    "한",
    "ㅎㅏㄴ",
    "\u1112\u1161\u11AB",
    "각\u11A8",
    "ﾡￂ",
    "\u1161",
    "中",
    "𠀀",
    "Ａ",
    "１",
    "٣",
    "५",
    "0",
    "1",
    "2",
    "5",
    "12",
    "30",
    "212",
    "555",
    "0142",
    "2026",
    "1987",
    "26",
    "06",
    "½",
    "²",
    "①",
    "Ⅷ",
    ".",
    ",",
    "-",
    "-",
    "'",
    "’",
    "‘",
    "´",
    "ʼ",
    "\"",
    "·",
    ":",
    ";",
    "_",
    "__",
    "+",
    "++",
    "#",
    "%",
    "‰",
    "٪",
    "$",
    "€",
    "₹",
    "(",
    ")",
    "/",
    "&",
    "=",
    "@",
    "…",
    "—",
    "–",
    "−",
    "⁄",
    " ",
    " ",
    " ",
    " ",
    "\n",
    "-\n",
    "-\r\n  ",
    "\u00AD\n",
    "\u00AD",
    "\u200B",
    "\u200D",
    "\uFEFF",
    "\uFE0F",
    "\u2028",
    "\u00A0",
    "\u3000",
    "\t",
    "&amp;",
    "&#39;",
    "&#x2019;",
    "&eacute;",
    "&#769;",
    "&nbsp;",
    "&bogus;",
    "&#0;",
    "&#xD800;",
    "&#1114112;",
    "&",
    ";",
    "&shy;",
    "&#45;",
    "&apos;",
    "&lt;",
    "👍",
    "🏽",
    "👩\u200D👧",
    "☃",
    "──",
    "™",
    "\u0301",
    " \u0301",
    " &#769;",
    "\u20DD",
    "\u093C",
    "\uFF9E",
    "\uD800",
    "\uDC00",
    "a-",
    "-5",
    "$5",
    "5 %",
    "5 €",
    "c++",
    "(212) 555-0142",
    "2026-11-26",
    "+49 30 1234567",
  };

  /** Assigned characters of scripts that have been complete for long. */
  private static final Pattern OLD =
      Pattern.compile(
          "[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Z}&&[\\p{IsLatin}\\p{IsGreek}\\p{IsCyrillic}\\p{IsArabic}"
              + "\\p{IsHebrew}\\p{IsDevanagari}\\p{IsThai}\\p{IsHan}\\p{IsHiragana}\\p{IsHangul}"
              + "\\p{IsCommon}]&&[\\u0000-\\u052f\\u0600-\\u06ff\\u0900-\\u1bff\\u1e00-\\u2bff\\u3000-\\u9fef"
              + "\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\uffef\\x{1f300}-\\x{1f6d0}]]");

  private final Random random = new Random(20261126);

  private String text() {
    int parts = random.nextInt(1, 24);
    return Stream.generate(() -> PARTS[random.nextInt(PARTS.length)])
        .limit(parts)
        .collect(Collectors.joining());
  }

  /** Numbers, blanks and what may stand between them. */
  private String numbers() {
    String characters = "0123456789012345678901234567890123456789 .,-/()+ '%$€a\n";
    return random
        .ints(random.nextInt(1, 40), 0, characters.length())
        .mapToObj(i -> characters.substring(i, i + 1))
        .collect(Collectors.joining());
  }

  /** Any code points that Python's Unicode has as well. */
  private String anything() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(1, 12); i > 0; i--) {
      int codePoint = random.nextInt(random.nextBoolean() ? 0x3100 : 0x20000);
      text.appendCodePoint(isOld(codePoint) ? codePoint : 'q');
    }
    return text.toString();
  }

  private static boolean isOld(int codePoint) {
    return OLD.matcher(Character.toString(codePoint)).matches();
  }

  private static String runs() {
    return "か"
        + "\u3099".repeat(70)
        + "x\u0301".repeat(3)
        + "y".repeat(600)
        + "a-"
        + " ".repeat(64)
        + "\nb-"
        + " ".repeat(65)
        + "\nc";
  }

  private String atBorders() {
    return "word ".repeat(random.nextInt(380, 420))
        + text()
        + "日".repeat(random.nextInt(2000))
        + text();
  }

  static List<String> tokens(String text) throws IOException {
    Words words = new Words();
    words.reset(new StringReader(text), true);
    List<String> tokens = new ArrayList<>();
    while (words.next()) {
      tokens.add(words.term().toString());
    }
    return tokens;
  }

  private static String json(String text) {
    return text.chars()
        .mapToObj(
            c ->
                c == '"' || c == '\\'
                    ? "\\" + (char) c
                    : c >= ' ' && c <= '~'
                        ? Character.toString(c)
                        : String.format(Locale.ROOT, "\\u%04x", c))
        .collect(Collectors.joining("", "\"", "\""));
  }

  static String json(List<String> tokens) {
    return tokens.stream()
        .map(WordsReferenceTests::json)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static void assertSame(List<String> texts) throws Exception {
    List<String> theirs = SCRIPT.run(texts.stream().map(WordsReferenceTests::json).toList());
    assertEquals(texts.size(), theirs.size());
    for (int i = 0; i < texts.size(); i++) {
      String their = theirs.get(i);
      List<String> numbers = new ArrayList<>();
      new Numbers().read(texts.get(i), numbers::add);
      assertEquals(
          json(texts.get(i)), their, "[" + json(tokens(texts.get(i))) + ", " + json(numbers) + "]");
    }
  }

  @Test
  public void randomTexts() throws Exception {
    assertSame(Stream.generate(this::text).limit(6_000).toList());
  }

  @Test
  public void randomNumbers() throws Exception {
    assertSame(Stream.generate(this::numbers).limit(6_000).toList());
  }

  @Test
  public void randomCodePoints() throws Exception {
    assertSame(Stream.generate(this::anything).limit(6_000).toList());
  }

  /** Processors normalize a text before it is analyzed. */
  @Test
  public void normalizedBefore() throws Exception {
    for (int i = 0; i < 6_000; i++) {
      String text = text();
      if (text.contains("&") == false && text.contains("\u00AD") == false) {
        assertEquals(json(text), tokens(text), tokens(Normalization.normalize(text)));
      }
    }
  }

  @Test
  public void longTexts() throws Exception {
    assertSame(List.of(runs()));
    assertSame(Stream.generate(this::atBorders).limit(300).toList());
  }
}
