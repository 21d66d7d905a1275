// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.features.Weighting;
import io.neardup.fingerprint.idf.Weights;
import io.neardup.fingerprint.unicode.Normalization;
import io.neardup.fingerprint.unicode.Runs;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Random texts with random options, the same ones for the same seed: of letters that change under
 * NFKC and lower case, all kinds of white space, halves of surrogate pairs.
 */
public final class RandomCases {
  private static final String[] ALPHABETS = {
    "ab",
    "abcdefghijklmnopqrstuvwxyz",
    "ABCÄÖÜßéèE\u0301a\u0308ﬁﬂ½²",
    "ＡＢｃｄｶﾞｷカがはば",
    "ΑΒΓΔσς привет ПРИВЕТ",
    "重复新闻检测插件中文字符",
    "한국어\u1112\u1161\u11AB",
    "😀😁🤣👍🏽\u200D",
    " \t\n\u00A0\u2003\u2028\u3000\u001C\u0085",
    ".,;:!?'\"-_()0123456789",
    "\uD83D\uDE00\uDC00"
  };

  /** Runs of one character, before normalization or behind it; of marks; and of two, none. */
  private static final String[] RUNS = {
    "a", "=", "…", "😀", "\uD83D", " ", "\u0301", "\u0301\u0316", "\u0344", "\uFF9E\u0327", "ab"
  };

  private final Random random;

  /** The same cases for the same seed. */
  public RandomCases(long seed) {
    this.random = new Random(seed);
  }

  /** A text of several fields, and how to take its fingerprint. */
  public record Case(FeatureOptions options, List<List<String>> fields, List<Double> boosts) {
    long fingerprint() {
      return features().fingerprint();
    }

    /** Its features. */
    public TextFeatures features() {
      TextFeatures features = new TextFeatures(options);
      for (int i = 0; i < fields.size(); i++) {
        int boost = Weights.boost(boosts.get(i));
        if (options.kind().usesAnalyzer()) {
          for (String token : fields.get(i)) {
            byte[] utf8 = token.getBytes(StandardCharsets.UTF_8);
            features.addToken(utf8, 0, utf8.length, boost);
          }
        } else {
          String folded = fold(fields.get(i).get(0));
          String between = features.count() > 0 && folded.isEmpty() == false ? " " : "";
          features.addCodePoints(between + folded, boost);
        }
      }
      return features;
    }

    private static String fold(String value) {
      return Normalization.foldForCharNgrams(Normalization.normalize(value));
    }

    /** As docs/simhash64_v1.py takes it. */
    public String json() {
      String top =
          options.topFeatures() == FeatureOptions.ALL
              ? ""
              : ",\"top_features\":" + options.topFeatures();
      String idf = options.idf() == null ? "" : ",\"idf_default\":2.5,\"idf\":" + IDF_JSON;
      return String.format(
          Locale.ROOT,
          "{%s,\"size\":%d,\"hash\":%s,\"weights\":%s,\"boosts\":%s%s%s}",
          texts(),
          options.size(),
          quoted(options.hash().name().toLowerCase(Locale.ROOT)),
          quoted(options.weighting().name().toLowerCase(Locale.ROOT)),
          boosts,
          idf,
          top);
    }

    private String texts() {
      boolean tokens = options.kind().usesAnalyzer();
      String lists =
          fields.stream()
              .map(field -> field.stream().map(Case::quoted).collect(Collectors.joining(",")))
              .map(field -> tokens ? "[" + field + "]" : field)
              .collect(Collectors.joining(","));
      return (tokens ? "\"tokens\":[" : "\"values\":[") + lists + "]";
    }

    private static String quoted(String text) {
      return text.chars()
          .mapToObj(c -> String.format(Locale.ROOT, "\\u%04x", c))
          .collect(Collectors.joining("", "\"", "\""));
    }
  }

  private static final String IDF_JSON =
      "{\"a\":0.4,\"b\":1.7,\"aa\":3.001953125,\"ab\":11.25,\" \":0.1}";

  private static int idf(byte[] utf8, int offset, int length) {
    return Weights.idf(
        switch (new String(utf8, offset, length, StandardCharsets.UTF_8)) {
          case "a" -> 0.4;
          case "b" -> 1.7;
          case "aa" -> 3.001953125;
          case "ab" -> 11.25;
          case " " -> 0.1;
          default -> 2.5;
        });
  }

  /** Any text with any options. */
  public Case next() {
    FeatureOptions options = options();
    int fields = 1 + random.nextInt(3);
    boolean boosted = random.nextBoolean();
    List<List<String>> texts = new ArrayList<>();
    List<Double> boosts = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      texts.add(options.kind().usesAnalyzer() ? words() : List.of(letters(random.nextInt(120))));
      boosts.add(boosted ? (1 + random.nextInt(50)) / 10.0 : 1.0);
    }
    return new Case(options, texts, boosts);
  }

  /** Character n-grams of a text in which runs are about as long as they may be, and longer. */
  public Case nextWithRuns() {
    FeatureOptions options =
        FeatureOptions.of(FeatureKind.CHAR_NGRAM, 1 + random.nextInt(6))
            .withWeighting(any(new Weighting[] {Weighting.TF, Weighting.NONE}));
    StringBuilder text = new StringBuilder();
    for (int runs = 1 + random.nextInt(5); runs > 0; runs--) {
      text.append(letters(random.nextInt(4)));
      text.append(any(RUNS).repeat(1 + random.nextInt(2 * Runs.MAX)));
    }
    return new Case(options, List.of(List.of(text.toString())), List.of(1.0));
  }

  /** Those of fingerprints; pairs with their tokens are for signatures alone. */
  private static final FeatureKind[] KINDS = {
    FeatureKind.TOKEN, FeatureKind.SHINGLE, FeatureKind.CHAR_NGRAM
  };

  private FeatureOptions options() {
    FeatureKind kind = any(KINDS);
    int size = kind.minSize() + random.nextInt(Math.min(5, kind.maxSize() - kind.minSize() + 1));
    Weighting weighting = any(Weighting.values());
    return new FeatureOptions(
        kind,
        size,
        random.nextInt(4) == 0 ? HashFunction.MD5_LOW64 : HashFunction.XXH64,
        weighting,
        weighting == Weighting.TF_IDF ? RandomCases::idf : null,
        random.nextInt(3) == 0 ? 1 + random.nextInt(30) : FeatureOptions.ALL);
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private List<String> words() {
    return IntStream.range(0, random.nextInt(40)).mapToObj(i -> word()).toList();
  }

  /** Analyzers give whole characters. */
  private String word() {
    String alphabet = ALPHABETS[random.nextInt(3) == 0 ? random.nextInt(8) : 0];
    int length = random.nextInt(4) == 0 ? random.nextInt(50) : 1 + random.nextInt(3);
    int[] codePoints = alphabet.codePoints().toArray();
    return random
        .ints(length, 0, codePoints.length)
        .mapToObj(i -> Character.toString(codePoints[i]))
        .collect(Collectors.joining());
  }

  private String letters(int length) {
    StringBuilder letters = new StringBuilder();
    String alphabet = ALPHABETS[0];
    while (letters.length() < length) {
      if (random.nextInt(5) == 0) {
        alphabet = ALPHABETS[random.nextInt(ALPHABETS.length)];
      }
      letters.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return letters.toString();
  }
}
