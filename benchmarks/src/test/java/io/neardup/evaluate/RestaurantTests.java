// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import io.neardup.fingerprint.FeatureKind;
import io.neardup.fingerprint.HashFunction;
import io.neardup.fingerprint.Weighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.Before;
import org.junit.Test;

/** Names and addresses of restaurants from two guides: 864 records, 112 pairs known by hand. */
public class RestaurantTests {
  private static final Path FOLDER = Path.of("..", "..", "shared", "data", "restaurant");
  private static final FeatureSet WORDS =
      new FeatureSet("english", Analyzers.get("english"), FeatureKind.TOKEN, 1);

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
    double f1 = bestF1(HashFunction.XXH64, new Weights(Weighting.TF_IDF, 1));
    assertTrue("F1 " + f1, f1 >= 0.86);
  }

  /** The mean, because 112 pairs leave much to the luck of one hash function: up to 0.04. */
  @Test
  public void wordsWithIdf() throws IOException {
    double sum = 0;
    for (HashFunction hash : HashFunction.values()) {
      sum += bestF1(hash, new Weights(Weighting.TF_IDF, 2));
    }
    double mean = sum / HashFunction.values().length;
    assertTrue("F1 " + mean, mean >= 0.86);
  }

  /** The figure that a reference implementation reached, with its hash function. */
  @Test
  public void wordsWithPlainIdfAndMd5() throws IOException {
    double f1 = bestF1(HashFunction.MD5_LOW64, new Weights(Weighting.TF_IDF, 1));
    assertTrue("F1 " + f1, f1 >= 0.86);
  }

  /** Without idf the name of a city counts as much as that of the restaurant. */
  @Test
  public void wordsWithoutIdf() throws IOException {
    double f1 = bestF1(HashFunction.XXH64, new Weights(Weighting.NONE, 1));
    assertTrue("F1 " + f1, f1 < 0.7);
  }

  private double bestF1(HashFunction hash, Weights weights) throws IOException {
    return Report.bestF1(new Evaluator(sample, hash).measure(WORDS, weights));
  }
}
