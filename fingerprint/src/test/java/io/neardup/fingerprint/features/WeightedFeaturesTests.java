// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.neardup.fingerprint.idf.Idf;
import io.neardup.fingerprint.idf.Weights;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

/** Boosts, idf and top_features against the same with lists and maps. */
public class WeightedFeaturesTests {
  private static final Idf LENGTHS = (utf8, offset, length) -> length * 100;

  private record Unit(String text, int boost) {}

  private record Term(String text, long weight) {}

  @Test
  public void idfOfAShingleIsTheMeanOfItsTokens() {
    TextFeatures features = features(FeatureKind.SHINGLE, 2, "aa bbbb c");
    // Means of 200 and 400, of 400 and 100, in parts of 256.
    FeatureReport report = features.report(10);
    assertEquals("aa bbbb", report.heaviest().get(0).text());
    assertEquals(300 / 256.0, report.heaviest().get(0).weight(), 0);
    assertEquals(250 / 256.0, report.heaviest().get(1).weight(), 0);
    assertEquals(550 / 256.0, report.totalWeight(), 1e-12);
    // The heavier of two hashes has its way.
    assertEquals(features.hash(0), features.fingerprint());
  }

  @Test
  public void idfOfAShorterTextIsTheMeanOfWhatItHas() {
    TextFeatures features = features(FeatureKind.SHINGLE, 5, "aa bbbb");
    assertEquals(300 / 256.0, features.report(1).heaviest().get(0).weight(), 0);
    assertEquals(0, features(FeatureKind.SHINGLE, 5, "").report(1).distinct());
  }

  @Test
  public void boostIsThatOfTheFirstUnit() {
    TextFeatures features = new TextFeatures(FeatureKind.SHINGLE, 2);
    add(features, List.of(new Unit("a", 32), new Unit("b", 16), new Unit("c", 8)));
    FeatureReport report = features.report(2);
    assertEquals(
        List.of(2.0, 1.0), report.heaviest().stream().map(FeatureReport.Entry::weight).toList());
    assertEquals(features.hash(0), features.fingerprint());
    features.clear();
    add(features, List.of(new Unit("a", 48), new Unit("b", 16), new Unit("c", 16)));
    assertEquals(features.hash(0), features.fingerprint());
  }

  @Test
  public void evenBoostsChangeNothing() {
    for (double boost : new double[] {0.5, 1, 1.5, 3, 64}) {
      FeatureOptions pairs =
          FeatureOptions.of(FeatureKind.CHAR_NGRAM, 2).withWeighting(Weighting.TF);
      TextFeatures boosted = new TextFeatures(pairs);
      boosted.addCodePoints("abcdefgabc", Weights.boost(boost));
      assertEquals(
          TextFeaturesTests.features(FeatureKind.CHAR_NGRAM, 2, "abcdefgabc")
              .fingerprint(Weighting.TF),
          boosted.fingerprint());
      assertEquals(2 * boost, boosted.report(1).heaviest().get(0).weight(), 0);
    }
  }

  @Test
  public void tiesAtTheEndOfTheListAreBrokenByBytes() {
    // U+FF5E is EF BD 9E and U+1F600 is F0 9F 98 80: by bytes the first, by chars the last.
    FeatureOptions options =
        FeatureOptions.of(FeatureKind.TOKEN, 1).withWeighting(Weighting.TF).withTopFeatures(2);
    TextFeatures features = new TextFeatures(options);
    TextFeaturesTests.addTokens(features, "😀 \uFF5E z z z a");
    assertEquals(List.of("z", "a"), texts(features));
    TextFeatures without = new TextFeatures(options);
    TextFeaturesTests.addTokens(without, "😀 \uFF5E z z z");
    assertEquals(List.of("z", "\uFF5E"), texts(without));
    assertEquals(features.hash(2), features.fingerprint());
  }

  @Test
  public void withoutWeightsTheGreatestBoostCounts() {
    TextFeatures features =
        new TextFeatures(FeatureOptions.of(FeatureKind.TOKEN, 1).withWeighting(Weighting.NONE));
    add(features, List.of(new Unit("a", 16), new Unit("b", 16), new Unit("a", 48)));
    assertEquals(3.0, features.report(1).heaviest().get(0).weight(), 0);
    assertEquals(2, features.report(1).heaviest().get(0).count());
    assertEquals(features.hash(0), features.fingerprint());
  }

  @Test
  public void optionsThatCannotBe() {
    FeatureOptions options = FeatureOptions.of(FeatureKind.TOKEN, 1);
    assertMessage(
        "[idf] is required with the weights [tf_idf], got none",
        () -> options.withWeighting(Weighting.TF_IDF));
    assertMessage(
        "[idf] is allowed only with the weights [tf_idf], got [tf]",
        () ->
            new FeatureOptions(FeatureKind.TOKEN, 1, HashFunction.XXH64, Weighting.TF, LENGTHS, 1));
    assertMessage(
        "[top_features] must be at least 1, got [0]; leave it out to keep all",
        () -> options.withTopFeatures(0));
    TextFeatures features = new TextFeatures(options);
    assertMessage(
        "[idf] is required with the weights [tf_idf], got none",
        () -> features.fingerprint(Weighting.TF_IDF));
  }

  /** One object for all texts: nothing of one may show in the next. */
  @Test
  public void asWithListsAndMaps() {
    Random random = new Random(5);
    for (int size : new int[] {1, 2, 3, 16}) {
      for (Weighting weighting : Weighting.values()) {
        for (int top : new int[] {1, 5, 80, FeatureOptions.ALL}) {
          Idf idf = weighting == Weighting.TF_IDF ? LENGTHS : null;
          FeatureOptions options =
              new FeatureOptions(
                  FeatureKind.SHINGLE, size, HashFunction.XXH64, weighting, idf, top);
          TextFeatures features = new TextFeatures(options);
          for (int i = 0; i < 40; i++) {
            features.clear();
            assertNaive(options, features, units(random));
          }
        }
      }
    }
  }

  private static List<Unit> units(Random random) {
    // Few words or many, one boost or several, every now and then a text that is much longer.
    int count = random.nextInt(10) == 0 ? random.nextInt(3000) : random.nextInt(60);
    int words = random.nextBoolean() ? 5 : 500;
    int boosts = random.nextBoolean() ? 1 : 40;
    List<Unit> units = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String text = Integer.toString(random.nextInt(words), 3);
      units.add(new Unit(text, 24 + 2 * random.nextInt(boosts)));
    }
    return units;
  }

  private static void assertNaive(FeatureOptions options, TextFeatures features, List<Unit> units) {
    add(features, units);
    List<Term> terms = naive(options, units);
    WeightedSimHasher hasher = new WeightedSimHasher();
    for (Term term : terms) {
      byte[] utf8 = term.text.getBytes(StandardCharsets.UTF_8);
      hasher.add(HashFunction.XXH64.hasher().hash(utf8, 0, utf8.length), term.weight);
    }
    assertEquals(options.toString(), hasher.fingerprint(), features.fingerprint());
    FeatureReport report = features.report(7);
    assertEquals(hasher.fingerprint(), report.fingerprint());
    assertEquals(terms.size(), report.distinct());
    assertEquals(
        terms.stream().limit(7).map(Term::text).toList(),
        report.heaviest().stream().map(FeatureReport.Entry::text).toList());
  }

  private static List<Term> naive(FeatureOptions options, List<Unit> units) {
    int window = Math.min(options.size(), units.size());
    Map<String, Long> weights = new LinkedHashMap<>();
    for (int i = 0; window > 0 && i + window <= units.size(); i++) {
      List<Unit> slice = units.subList(i, i + window);
      String text = slice.stream().map(Unit::text).collect(Collectors.joining(" "));
      long idf = slice.stream().mapToLong(unit -> unit.text.length() * 100L).sum();
      long weight = (options.weighting() == Weighting.TF_IDF ? idf : 1) * slice.get(0).boost;
      weights.merge(text, weight, options.weighting() == Weighting.NONE ? Math::max : Long::sum);
    }
    return weights.entrySet().stream()
        .map(entry -> new Term(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(Term::weight).reversed().thenComparing(Term::text))
        .limit(options.topFeatures())
        .toList();
  }

  private static void add(TextFeatures features, List<Unit> units) {
    for (Unit unit : units) {
      byte[] utf8 = unit.text.getBytes(StandardCharsets.UTF_8);
      features.addToken(utf8, 0, utf8.length, unit.boost);
    }
  }

  private static TextFeatures features(FeatureKind kind, int size, String tokens) {
    TextFeatures features = new TextFeatures(FeatureOptions.of(kind, size).withIdf(LENGTHS));
    TextFeaturesTests.addTokens(features, tokens);
    return features;
  }

  private static List<String> texts(TextFeatures features) {
    return features.report(9).heaviest().stream().map(FeatureReport.Entry::text).toList();
  }

  private static void assertMessage(String message, ThrowingRunnable code) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, code).getMessage());
  }
}
