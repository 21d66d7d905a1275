// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import io.neardup.evaluate.candidates.BandSearch;
import io.neardup.evaluate.candidates.PairSet;
import io.neardup.evaluate.features.Document;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Weights;
import io.neardup.fingerprint.features.HashFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.Before;
import org.junit.Test;

/** Names and addresses of restaurants from two guides: 864 records, 112 pairs known by hand. */
public class RestaurantTests {
  private static final Path FOLDER = Path.of("..", "..", "shared", "data", "restaurant");
  private static final FeatureSet WORDS = FeatureSet.of("english", "token");

  private Sample sample;

  @Before
  public void read() throws IOException {
    assumeTrue("no restaurants beside this repository", Files.exists(FOLDER));
    sample = sample("name", "addr", "city", "phone", "type");
    assertEquals(864, sample.documents().size());
    assertEquals(112, sample.pairs().size());
  }

  private static Sample sample(String... fields) throws IOException {
    List<Document> documents =
        SampleReader.documents(FOLDER.resolve("records.tsv"), List.of(fields));
    PairSet pairs = SampleReader.pairs(FOLDER.resolve("pairs_gold.tsv"), documents);
    return new Sample("restaurants", documents, pairs);
  }

  /** The default hash function and dictionary; each guide has its own words for the type. */
  @Test
  public void plainIdfWithoutTheType() throws IOException {
    sample = sample("name", "addr", "city", "phone");
    double f1 = bestF1(HashFunction.XXH64, Weights.TF_IDF);
    assertTrue("F1 " + f1, f1 >= 0.86);
  }

  /** The mean, because 112 pairs leave much to the luck of one hash function: up to 0.04. */
  @Test
  public void wordsWithIdf() {
    double sum = 0;
    for (HashFunction hash : HashFunction.values()) {
      sum += bestF1(hash, Weights.SQUARED);
    }
    double mean = sum / HashFunction.values().length;
    assertTrue("F1 " + mean, mean >= 0.86);
  }

  /** The figure that a reference implementation reached, with its hash function. */
  @Test
  public void wordsWithPlainIdfAndMd5() {
    double f1 = bestF1(HashFunction.MD5_LOW64, Weights.TF_IDF);
    assertTrue("F1 " + f1, f1 >= 0.86);
  }

  /**
   * Wide candidates, confirmed by how many of the words they share. The similarity and the weights
   * were chosen on these pairs.
   */
  @Test
  public void confirmedByTheText() throws IOException {
    sample = sample("name", "addr", "city", "phone");
    Curve.Point point = confirmed(Weights.SQUARED, 18, Measure.JACCARD).at(0.6);
    assertTrue(point + " has F1 " + point.f1(), point.f1() >= 0.91);
  }

  /** With the dictionary as {@code _simhash/_idf} makes it, and candidates by signature. */
  @Test
  public void confirmedByContainment() throws IOException {
    sample = sample("name", "addr", "city", "phone");
    Curve.Point plain = confirmed(Weights.TF_IDF, 20, Measure.CONTAINMENT).at(0.81);
    assertTrue(plain + " has F1 " + plain.f1(), plain.f1() >= 0.92);
    Methods methods =
        new Methods(
            HashFunction.XXH64,
            Methods.MAX_DISTANCE,
            EnumSet.complementOf(EnumSet.of(Methods.Skip.MINHASH)),
            List.of(),
            1000,
            List.of(Measure.CONTAINMENT),
            null,
            List.of(BandSearch.of("0.5:0.95")));
    Curve.Point bands =
        EvaluatorTests.measure(sample, WORDS, Weights.NONE, methods).confirmed().get(0).at(0.81);
    assertTrue(bands + " has F1 " + bands.f1(), bands.f1() >= 0.9);
  }

  /** They tell records apart, without a dictionary; chosen on these pairs, too. */
  @Test
  public void nameAndPhoneByBands() throws IOException {
    sample = sample("name", "phone");
    Methods methods =
        new Methods(
            HashFunction.XXH64,
            Methods.MAX_DISTANCE,
            EnumSet.complementOf(EnumSet.of(Methods.Skip.MINHASH)),
            List.of(),
            200,
            List.of(Measure.SIGNATURE),
            null,
            List.of(BandSearch.of("0.5:0.95")));
    Curve.Point point =
        EvaluatorTests.measure(sample, WORDS, Weights.NONE, methods).confirmed().get(0).at(0.6);
    assertTrue(point + " has F1 " + point.f1(), point.f1() >= 0.94);
  }

  private Confirmed confirmed(Weights weights, int distance, Measure measure) {
    Methods methods =
        new Methods(
            HashFunction.XXH64,
            Methods.MAX_DISTANCE,
            EnumSet.complementOf(EnumSet.of(Methods.Skip.CONFIRMED)),
            List.of(distance),
            1000,
            List.of(measure),
            null,
            List.of());
    return EvaluatorTests.measure(sample, WORDS, weights, methods).confirmed().get(0);
  }

  /** Without idf the name of a city counts as much as that of the restaurant. */
  @Test
  public void wordsWithoutIdf() {
    double f1 = bestF1(HashFunction.XXH64, Weights.NONE);
    assertTrue("F1 " + f1, f1 < 0.7);
  }

  private double bestF1(HashFunction hash, Weights weights) {
    Methods methods =
        new Methods(
            hash,
            Methods.MAX_DISTANCE,
            EnumSet.allOf(Methods.Skip.class),
            List.of(),
            1000,
            List.of(),
            null,
            List.of());
    return Report.bestF1(
        EvaluatorTests.measure(sample, WORDS, weights, methods).byDistance().get(0));
  }
}
