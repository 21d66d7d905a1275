// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Random texts the size of news articles: word lengths and frequencies as in English, in sentences
 * and paragraphs. For an analyzer and an index they cost as much as real ones.
 */
public final class NewsTexts {
  private static final int VOCABULARY = 60_000;
  private static final String[] ONSETS =
      "b c d f g h l m n p r s t v w br ch cl st th tr".split(" ");
  private static final String[] VOWELS = "a e i o u ai ea ou".split(" ");
  private static final String[] CODAS = {"", "", "n", "r", "s", "t", "l", "nd", "st"};
  private static final List<String> SECTIONS = List.of("world", "economy", "sport", "culture");

  private final SplittableRandom random;
  private final int meanWords;
  private final List<String> words;
  private final double[] zipf = Zipf.cumulative(VOCABULARY);

  /**
   * Reproducible by seed.
   *
   * @param meanWords average words per text; lengths vary by half
   */
  public NewsTexts(long seed, int meanWords) {
    this.random = new SplittableRandom(seed);
    this.meanWords = meanWords;
    this.words = vocabulary();
  }

  /** The most frequent words are short, as they are in English. */
  private List<String> vocabulary() {
    Set<String> made = new HashSet<>();
    List<String> all = new ArrayList<>();
    for (int syllables = 1; all.size() < VOCABULARY; syllables = Math.min(4, syllables + 1)) {
      List<String> some = new ArrayList<>();
      int wanted = List.of(150, 6000, 30_000, VOCABULARY).get(syllables - 1);
      while (all.size() + some.size() < wanted) {
        String word = word(syllables);
        if (made.add(word)) {
          some.add(word);
        }
      }
      Collections.shuffle(some, new Random(syllables));
      all.addAll(some);
    }
    return all;
  }

  private String word(int syllables) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < syllables; i++) {
      word.append(any(ONSETS)).append(any(VOWELS)).append(i + 1 < syllables ? "" : any(CODAS));
    }
    return word.toString();
  }

  private String any(String[] of) {
    return of[random.nextInt(of.length)];
  }

  /** The text of a story alone. */
  public String story() {
    StringBuilder text = new StringBuilder();
    content(text, "\n");
    return text.toString();
  }

  /** A story with a title and more, as a line of JSON. */
  public String json() {
    StringBuilder json = new StringBuilder("{\"title\":\"");
    sentence(json, 6 + random.nextInt(6));
    json.append("\",\"section\":\"").append(SECTIONS.get(random.nextInt(SECTIONS.size())));
    json.append("\",\"published\":").append(1_700_000_000_000L + random.nextInt(1 << 30));
    json.append(",\"content\":\"");
    content(json, "\\n");
    return json.append("\"}").toString();
  }

  private void content(StringBuilder out, String lineEnd) {
    int left = meanWords / 2 + random.nextInt(meanWords + 1);
    for (int sentence = 1; left > 0; sentence++) {
      int length = Math.min(left, 8 + random.nextInt(25));
      sentence(out, length);
      out.append('.').append(sentence % 4 == 0 ? lineEnd : " ");
      left -= length;
    }
  }

  private void sentence(StringBuilder out, int length) {
    int begin = out.length();
    for (int i = 0; i < length; i++) {
      out.append(i == 0 ? "" : i % 9 == 0 ? ", " : " ").append(words.get(Zipf.pick(zipf, random)));
    }
    out.replace(begin, begin + 1, out.substring(begin, begin + 1).toUpperCase(Locale.ROOT));
  }
}
