// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import io.neardup.fingerprint.HashFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.Before;
import org.junit.Test;

/** The texts of Google's license classifier: right are pairs with an index of 0.8 or more. */
public class LicenseTests {
  private static final Path TEXTS =
      Path.of("..", "..", "shared", "data", "licenses_google", "docs.jsonl");

  private List<Confirmed> confirmed;
  private Measurement alone;

  @Before
  public void measure() throws IOException {
    assumeTrue("no licenses beside this repository", Files.exists(TEXTS));
    List<Document> documents = SampleReader.documents(TEXTS, List.of("text"));
    PairSet pairs = SimilarPairs.of(new AnalyzedTexts(documents, HashFunction.XXH64), 0.8);
    assertEquals(321, documents.size());
    assertEquals(255, pairs.size());
    Methods methods =
        new Methods(
            HashFunction.XXH64,
            Methods.MAX_DISTANCE,
            EnumSet.of(Methods.Skip.JACCARD, Methods.Skip.HASH4J),
            List.of(14),
            1000,
            List.of(Measure.JACCARD, Measure.SIGNATURE),
            null,
            List.of(BandSearch.of("0.7:0.95")));
    Measurements measured =
        EvaluatorTests.measure(
            new Sample("licenses", documents, pairs), FeatureSet.DEFAULT, Weights.TF, methods);
    confirmed = measured.confirmed();
    alone = measured.byDistance().get(0);
  }

  @Test
  public void confirmedByTheText() {
    assertTrue("alone", Report.bestF1(alone) < 0.8);
    assertF1(0.98, "within 14", Measure.JACCARD);
    assertF1(0.98, "21 bands of 6 (0.7)", Measure.JACCARD);
  }

  @Test
  public void confirmedBySignature() {
    assertF1(0.95, "within 14", Measure.SIGNATURE);
    assertF1(0.95, "21 bands of 6 (0.7)", Measure.SIGNATURE);
  }

  private void assertF1(double least, String candidates, Measure measure) {
    Confirmed one =
        confirmed.stream()
            .filter(each -> each.search().candidates().equals(candidates))
            .filter(each -> each.by().measure() == measure)
            .findAny()
            .orElseThrow();
    Curve.Point point = one.at(0.8);
    assertTrue(candidates + ": " + point + " has F1 " + point.f1(), point.f1() >= least);
  }
}
