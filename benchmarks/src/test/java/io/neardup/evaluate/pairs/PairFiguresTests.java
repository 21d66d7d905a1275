// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import static org.junit.Assert.assertTrue;

import io.neardup.evaluate.SampleReader;
import io.neardup.evaluate.Table;
import io.neardup.evaluate.features.Document;
import io.neardup.fingerprint.features.Weighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** The tables about labeled pairs in docs/quality.md, measured again. */
public class PairFiguresTests {
  private static final Path PAGE = Path.of("..", "docs", "quality.md");
  private static final Path DATA = Path.of("data");

  @Test
  public void editedPairs() throws IOException {
    List<Document> documents = new ArrayList<>();
    for (String file : List.of("factbook", "advisories")) {
      documents.addAll(
          SampleReader.documents(DATA.resolve(file + ".jsonl.gz"), List.of("title", "text")));
    }
    Judged judged = new Judged(EditedPairs.of("edited", documents, 2000, 42), Weighting.NONE);
    assertDocumented(JudgedReport.rules(judged));
    assertDocumented(JudgedReport.kinds(judged, List.of(Rule.all().get(0), Rule.SAME)));
  }

  @Test
  public void advisories() throws IOException {
    assertDocumented(JudgedReport.rules(labeled("advisories")));
  }

  @Test
  public void helpPages() throws IOException {
    assertDocumented(JudgedReport.rules(labeled("tldr")));
  }

  @Test
  public void audit() throws IOException {
    List<Document> documents = new ArrayList<>();
    for (String file : List.of("factbook", "advisories", "tldr")) {
      documents.addAll(SampleReader.documents(DATA.resolve(file + ".jsonl.gz"), List.of("text")));
    }
    LabeledSet set = LabeledSet.read("audit", documents, DATA.resolve("audit.tsv"));
    assertDocumented(JudgedReport.rules(new Judged(set, Weighting.NONE)));
  }

  private static Judged labeled(String name) throws IOException {
    List<Document> documents =
        SampleReader.documents(DATA.resolve(name + ".jsonl.gz"), List.of("text"));
    return new Judged(
        LabeledSet.read(name, documents, DATA.resolve(name + ".tsv")), Weighting.NONE);
  }

  private static void assertDocumented(Table table) throws IOException {
    assertTrue(
        table.markdown() + "is not in " + PAGE,
        Files.readString(PAGE).contains("\n\n" + table.markdown() + "\n"));
  }
}
