// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.wltea.analyzer.dic.Dictionary;

/** Random Chinese of the kind that makes the core work: words of its dictionary, run together. */
final class Texts {
  private static final String PUNCTUATION = "，。、！？；：“”（） \n,.-+@#&_";
  private static final String NUMERALS = "一二三十百千万两个年月日只米公里0123456789,.";
  private static final String LATIN = "abcxyzABC019.-_";

  private final List<String> words;

  Texts() {
    String resource = "main2012.dic";
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Dictionary.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
      words = reader.lines().map(String::trim).filter(word -> word.isEmpty() == false).toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /**
   * A text of exactly this many characters.
   *
   * @param punctuation how many of 100 words are followed by something else
   */
  String next(Random random, int length, int punctuation) {
    StringBuilder text = new StringBuilder(length + 20);
    while (text.length() < length) {
      text.append(words.get(random.nextInt(words.size())));
      if (random.nextInt(100) < punctuation) {
        switch (random.nextInt(4)) {
          case 0 -> append(text, random, NUMERALS, 6);
          case 1 -> append(text, random, LATIN, 8);
          default -> append(text, random, PUNCTUATION, 1);
        }
      }
    }
    text.setLength(length);
    return text.toString();
  }

  private static void append(StringBuilder text, Random random, String alphabet, int most) {
    for (int i = random.nextInt(most); i >= 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
  }

  /** A reader that gives at most so many characters a time. */
  static Reader inChunks(String text, int chunk) {
    return new Reader() {
      private int position;

      @Override
      public int read(char[] buffer, int offset, int space) {
        int count = Math.min(Math.min(space, chunk), text.length() - position);
        if (count == 0) {
          return -1;
        }
        text.getChars(position, position + count, buffer, offset);
        position += count;
        return count;
      }

      @Override
      public void close() {}
    };
  }
}
