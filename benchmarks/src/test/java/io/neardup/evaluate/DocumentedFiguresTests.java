// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import io.neardup.evaluate.candidates.BandSearch;
import io.neardup.evaluate.candidates.PairSet;
import io.neardup.evaluate.features.AnalyzedTexts;
import io.neardup.evaluate.features.Document;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Weights;
import io.neardup.fingerprint.features.HashFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.Test;

/** What docs/quality.md says of candidates, and of copies of 50 words, measured again. */
public class DocumentedFiguresTests {
  private static final Path PAGE = Path.of("..", "docs", "quality.md");
  private static final Path SPDX =
      Path.of("..", "integTest/src/main/resources/io/neardup/quickstart/spdx-licenses.jsonl.gz");
  private static final Path GOOGLE =
      Path.of("..", "..", "shared", "data", "licenses_google", "docs.jsonl");

  private static final Methods CONFIRMED = methods(List.of(10, 14), "0.7:0.95");

  @Test
  public void spdxLicenses() throws IOException {
    assertDocumented("SPDX licenses", sample(SPDX), FeatureSet.of("standard", "shingle:2"));
  }

  /** Confirmed by the text F1 is at least 0.98, by signature 0.95. */
  @Test
  public void googlesLicenses() throws IOException {
    assumeTrue("no licenses beside this repository", Files.exists(GOOGLE));
    Sample sample = sample(GOOGLE);
    List<Confirmed> confirmed =
        assertDocumented("Google's licenses", sample, FeatureSet.of("standard", "shingle:3"));
    for (Confirmed one : confirmed) {
      if (one.search().candidates().equals("within 10") == false) {
        double least = one.by().measure() == Measure.JACCARD ? 0.98 : 0.95;
        assertTrue(one + " has " + one.at(0.8).f1(), one.at(0.8).f1() >= least);
      }
    }
  }

  /**
   * Two rows: by Jaccard similarity, and by signature.
   *
   * @param best features that do best alone, without weights
   */
  private static List<Confirmed> assertDocumented(String name, Sample sample, FeatureSet best)
      throws IOException {
    Measurement alone =
        EvaluatorTests.measure(sample, best, Weights.NONE, methods(List.of(), null))
            .byDistance()
            .get(0);
    List<Confirmed> confirmed =
        EvaluatorTests.measure(sample, FeatureSet.DEFAULT, Weights.NONE, CONFIRMED).confirmed();
    List<String> row =
        new ArrayList<>(
            List.of(
                name,
                sample.documents().size() + ", " + sample.pairs().size(),
                "J >= 0.8",
                Report.number(Report.bestF1(alone))));
    row.addAll(bestF1(confirmed, Measure.JACCARD));
    List<String> page = Files.readAllLines(PAGE);
    String line = "| " + String.join(" | ", row) + " |";
    assertTrue(line + " is not in " + PAGE, page.contains(line));
    String bySignature =
        "| the same, confirmed by signature | | | | "
            + String.join(" | ", bestF1(confirmed, Measure.SIGNATURE))
            + " |";
    assertEquals(bySignature, page.get(page.indexOf(line) + 1));
    return confirmed;
  }

  /** Within 10, within 14, and by bands. */
  private static List<String> bestF1(List<Confirmed> confirmed, Measure measure) {
    return confirmed.stream()
        .filter(one -> one.by().measure() == measure)
        .map(one -> Report.number(one.best().f1()))
        .toList();
  }

  @Test
  public void editedCopies() throws IOException {
    Passages passages = new Passages(SampleReader.documents(SPDX, List.of("text")), 50, 200, 42);
    List<String> distance18 = new ArrayList<>(List.of("50", "distance 18", "0.3"));
    List<String> minHash = new ArrayList<>(List.of("50", "MinHash, similarity 0.3", "0.3"));
    for (int percent : new int[] {1, 2, 5, 10, 20}) {
      List<Confirmed> confirmed =
          Stream.of(Edit.values())
              .map(edit -> passages.edited(edit, percent))
              .flatMap(sample -> edited(sample).stream())
              .toList();
      distance18.add(meanRecall(confirmed, "within 18"));
      minHash.add(meanRecall(confirmed, "73 bands of 3 (0.3)"));
    }
    List<String> page = Files.readAllLines(PAGE);
    for (List<String> row : List.of(distance18, minHash)) {
      String line = "| " + String.join(" | ", row) + " |";
      assertTrue(line + " is not in " + PAGE, page.contains(line));
    }
  }

  private static List<Confirmed> edited(Sample sample) {
    return EvaluatorTests.measure(
            sample, FeatureSet.DEFAULT, Weights.NONE, methods(List.of(18), "0.3:0.95"))
        .confirmed();
  }

  private static String meanRecall(List<Confirmed> confirmed, String candidates) {
    return Report.number(
        confirmed.stream()
            .filter(one -> one.search().candidates().equals(candidates))
            .filter(one -> one.by().measure() == Measure.JACCARD)
            .mapToDouble(one -> one.at(0.3).recall())
            .average()
            .orElseThrow());
  }

  private static Sample sample(Path file) throws IOException {
    List<Document> documents = SampleReader.documents(file, List.of("text"));
    PairSet pairs = SimilarPairs.of(new AnalyzedTexts(documents, HashFunction.XXH64), 0.8);
    return new Sample(file.toString(), documents, pairs);
  }

  private static Methods methods(List<Integer> within, String bands) {
    EnumSet<Methods.Skip> skip = EnumSet.of(Methods.Skip.JACCARD, Methods.Skip.HASH4J);
    if (within.isEmpty()) {
      skip = EnumSet.allOf(Methods.Skip.class);
    }
    return new Methods(
        HashFunction.XXH64,
        Methods.MAX_DISTANCE,
        skip,
        within,
        200,
        List.of(Measure.JACCARD, Measure.SIGNATURE),
        null,
        bands == null ? List.of() : List.of(BandSearch.of(bands)));
  }
}
