// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the numbers in a text, which copies share and texts from one template do not: the digits of
 * the tokens of {@link Words}, and English number words and ordinals up to twelve. One pass; for
 * one thread.
 */
public final class Numbers {
  /** What the buffers take. */
  public static final int BYTES = 100_000;

  /** Digits, and the separators between them that stay as they are written. */
  private static final Pattern DIGITS = Pattern.compile("0*([0-9]+(?:[.,'\u2044][0-9]+)*)");

  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("zero", "0"),
          Map.entry("one", "1"),
          Map.entry("two", "2"),
          Map.entry("three", "3"),
          Map.entry("four", "4"),
          Map.entry("five", "5"),
          Map.entry("six", "6"),
          Map.entry("seven", "7"),
          Map.entry("eight", "8"),
          Map.entry("nine", "9"),
          Map.entry("ten", "10"),
          Map.entry("eleven", "11"),
          Map.entry("twelve", "12"),
          Map.entry("first", "1"),
          Map.entry("second", "2"),
          Map.entry("third", "3"),
          Map.entry("fourth", "4"),
          Map.entry("fifth", "5"),
          Map.entry("sixth", "6"),
          Map.entry("seventh", "7"),
          Map.entry("eighth", "8"),
          Map.entry("ninth", "9"),
          Map.entry("tenth", "10"),
          Map.entry("eleventh", "11"),
          Map.entry("twelfth", "12"));

  /** The longest of them, and what they begin with: most words are no string yet. */
  private static final int MAX_WORD = 8;

  private static final String FIRST_LETTERS = "zotfsen";

  private final Words words;
  private final Matcher digits = DIGITS.matcher("");

  /** Reads texts. */
  public Numbers() {
    this(new Words());
  }

  /** Reads tokens of these words. */
  Numbers(Words words) {
    this.words = words;
  }

  /** Hands on each number of the text, in its order, as often as it is there. */
  public void read(String text, Consumer<String> numbers) {
    read(text, numbers, token -> {});
  }

  /**
   * The same, and each of the tokens in the same pass.
   *
   * @param tokens takes each before the next one is made, since that changes it
   */
  public void read(String text, Consumer<String> numbers, Consumer<CharSequence> tokens) {
    words.reset(new StringReader(text), true);
    try {
      while (words.next()) {
        tokens.accept(words.term());
        readToken(numbers);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a string cannot fail", e);
    }
  }

  /** Hands on the numbers of the token that the words are at. */
  void readToken(Consumer<String> numbers) {
    if (words.kind() != WordKind.WORD && words.kind() != WordKind.NUMBER) {
      return;
    }
    CharSequence term = words.term();
    if (words.hasDigit() == false) {
      boolean maybe = term.length() <= MAX_WORD && FIRST_LETTERS.indexOf(term.charAt(0)) >= 0;
      String number = maybe ? WORDS.get(term.toString()) : null;
      if (number != null) {
        numbers.accept(number);
      }
      return;
    }
    digits.reset(term);
    String sign = term.charAt(0) == '-' ? "-" : "";
    while (digits.find()) {
      numbers.accept(sign + digits.group(1));
      sign = "";
    }
  }
}
