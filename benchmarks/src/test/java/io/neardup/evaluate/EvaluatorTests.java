// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.console.Progress;
import io.neardup.evaluate.candidates.PairSet;
import io.neardup.evaluate.features.AnalyzedTexts;
import io.neardup.evaluate.features.Document;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Weights;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.features.TextFeatures;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.Test;

/** What is measured, beside what two plain loops and a pencil say. */
public class EvaluatorTests {
  private static final FeatureSet TOKENS = FeatureSet.of("standard", "token");

  /** All there is, to the end. */
  private static final Methods METHODS =
      new Methods(
          HashFunction.XXH64,
          Fingerprint.BITS,
          EnumSet.of(Methods.Skip.CONFIRMED, Methods.Skip.MINHASH),
          List.of(),
          1000,
          List.of(),
          null,
          List.of());

  @Test
  public void agreesWithPlainLoops() {
    Sample sample = generated(40);
    Curve curve = measure(sample, FeatureSet.DEFAULT, Weights.TF).simHash();
    for (int distance = 0; distance <= Methods.MAX_DISTANCE; distance++) {
      int found = 0;
      int right = 0;
      for (int i = 0; i < 80; i++) {
        for (int j = i + 1; j < 80; j++) {
          if (Long.bitCount(fingerprint(sample, i) ^ fingerprint(sample, j)) <= distance) {
            found++;
            right += j == i + 40 ? 1 : 0;
          }
        }
      }
      assertEquals(new Curve.Point(distance, found, right, 40 - right), curve.at(distance));
    }
    assertTrue("the sample tells nothing", curve.at(3).recall() < curve.at(20).recall());
  }

  /** Text 0 has one copy that is equal and one with another word; text 3 has nothing of them. */
  @Test
  public void byHand() {
    Sample sample =
        sample(
            LongStream.of(PairSet.pair(0, 1), PairSet.pair(2, 0)),
            "one two three four",
            "One, two: three four!",
            "one two three five",
            "six seven");
    Measurement measured = measure(sample, TOKENS, Weights.NONE);
    Curve.Point equal = measured.simHash().at(0);
    assertEquals(1, equal.precision(), 0);
    assertEquals(0.5, equal.recall(), 0);
    assertEquals(2 / 3.0, equal.f1(), 1e-12);
    // Three of five words are shared by 0 and 2, and by 1 and 2, which is no pair.
    assertEquals(new Curve.Point(399, 1, 1, 1), measured.others().jaccard().at(399));
    assertEquals(0.6, Confirmation.similarity(400), 1e-12);
    assertEquals(new Curve.Point(400, 3, 2, 0), measured.others().jaccard().at(400));
    assertEquals(new Curve.Point(1000, 6, 2, 0), measured.others().jaccard().at(1000));
    assertEquals(new Curve.Point(0, 1, 1, 1), measured.others().hash4j().at(0));
  }

  /** "a a b" and "a b b": the same words, but not as often. */
  @Test
  public void weightsCount() {
    Sample sample = sample(LongStream.of(PairSet.pair(0, 1)), "foo foo bar", "foo bar bar");
    assertEquals(0, first(measure(sample, TOKENS, Weights.NONE).others().jaccard()));
    // Once foo and once bar are shared, of twice foo and twice bar.
    assertEquals(500, first(measure(sample, TOKENS, Weights.TF).others().jaccard()));
  }

  /** Words that are repeated count once for hash4j, too, or as often as they occur. */
  @Test
  public void hash4jHasTheSameFeatures() {
    Sample sample =
        sample(
            LongStream.of(PairSet.pair(0, 1)),
            "foo foo foo foo bar baz",
            "foo bar bar bar bar baz");
    assertEquals(1, measure(sample, TOKENS, Weights.NONE).others().hash4j().at(0).found());
    assertEquals(0, measure(sample, TOKENS, Weights.TF).others().hash4j().at(3).found());
  }

  /**
   * Of three documents "foo" is in all, "bar", "baz" and "qux" are in one: idf 1 and ln 2 + 1, in
   * parts of 256. The first two share the one "foo" and have three words more, "bar" twice.
   */
  @Test
  public void idfIsThatOfTheSample() {
    Sample sample = sample(LongStream.of(PairSet.pair(0, 1)), "foo bar bar", "foo baz", "foo qux");
    double rare = 433 / 256.0;
    assertEquals(
        jaccardBucket(1 / (1 + 3 * rare)),
        first(measure(sample, TOKENS, Weights.TF_IDF).others().jaccard()));
    double squared = 734 / 256.0;
    assertEquals(
        jaccardBucket(1 / (1 + 3 * squared)),
        first(measure(sample, TOKENS, Weights.SQUARED).others().jaccard()));
    assertNull("hash4j has no weights", measure(sample, TOKENS, Weights.TF_IDF).others().hash4j());
  }

  @Test
  public void aTextWithoutFeaturesIsNearNothing() {
    Sample sample = sample(LongStream.of(PairSet.pair(0, 1)), "...", "!!!", "word");
    Measurement measured = measure(sample, TOKENS, Weights.TF);
    assertEquals(0, measured.simHash().at(64).found());
    assertEquals(0, measured.others().hash4j().at(64).found());
    assertEquals(0, measured.others().jaccard().at(999).found());
    assertEquals(1, measured.simHash().at(64).missed());
  }

  /** Three of the shingles of each are shared, of five: "a b c", "b c d", "c d e". */
  @Test
  public void similarPairs() {
    AnalyzedTexts texts = texts(sample(LongStream.empty(), "a b c d e f", "a b c d e g", "h i j"));
    assertEquals(1, SimilarPairs.of(texts, 0.6).size());
    assertEquals(0, SimilarPairs.of(texts, 0.61).size());
    assertThrows(IllegalArgumentException.class, () -> SimilarPairs.of(texts, Double.NaN));
  }

  private static int jaccardBucket(double similarity) {
    return 1000 - (int) Math.floor(1000 * similarity);
  }

  private static int first(Curve curve) {
    int bucket = 0;
    while (curve.at(bucket).right() == 0) {
      bucket++;
    }
    return bucket;
  }

  private static Measurement measure(Sample sample, FeatureSet features, Weights weights) {
    return measure(sample, features, weights, METHODS).byDistance().get(0);
  }

  static Measurements measure(
      Sample sample, FeatureSet features, Weights weights, Methods methods) {
    Measurements results = new Measurements();
    try (Progress none = Progress.inLines("test", 1, new PrintWriter(Writer.nullWriter()))) {
      AnalyzedTexts texts = new AnalyzedTexts(sample.documents(), methods.hash());
      new Evaluator(sample, texts, methods).measure(features, List.of(weights), results, none);
    }
    return results;
  }

  static AnalyzedTexts texts(Sample sample) {
    return new AnalyzedTexts(sample.documents(), HashFunction.XXH64);
  }

  static Sample sample(LongStream pairs, String... texts) {
    List<Document> documents = new ArrayList<>();
    Stream.of(texts).forEach(text -> documents.add(new Document("" + documents.size(), text)));
    return new Sample("sample", documents, PairSet.of(pairs));
  }

  /** So many texts, and behind them as many copies, in each of which one more word is another. */
  static Sample generated(int originals) {
    SplittableRandom random = new SplittableRandom(42);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < originals; i++) {
      texts.add(String.join(" ", words(random, 60)));
    }
    for (int i = 0; i < originals; i++) {
      String[] words = texts.get(i).split(" ");
      Set<Integer> places = new HashSet<>();
      for (int edits = 0; edits < i / 4; edits++) {
        places.add(random.nextInt(words.length));
      }
      places.forEach(place -> words[place] = "edited" + place);
      texts.add(String.join(" ", words));
    }
    return sample(
        LongStream.range(0, originals).map(i -> PairSet.pair((int) i, (int) i + originals)),
        texts.toArray(String[]::new));
  }

  private static List<String> words(SplittableRandom random, int count) {
    return random.ints(count, 0, 200).mapToObj(number -> "w" + number).toList();
  }

  /** The words are separated by single blanks and in lower case, so that no analyzer is needed. */
  private static long fingerprint(Sample sample, int document) {
    TextFeatures features = new TextFeatures(FeatureKind.SHINGLE, 3);
    Arrays.stream(sample.documents().get(document).text().split(" "))
        .map(word -> word.getBytes(StandardCharsets.UTF_8))
        .forEach(word -> features.addToken(word, 0, word.length));
    return features.fingerprint();
  }
}
