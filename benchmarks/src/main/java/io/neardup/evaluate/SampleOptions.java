// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.evaluate.candidates.PairSet;
import io.neardup.evaluate.features.AnalyzedTexts;
import io.neardup.evaluate.features.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that say what is searched, and what is to be found. */
final class SampleOptions {
  @Option(
      names = "--documents",
      paramLabel = "FILE",
      defaultValue = "${sys:evaluate.documents}",
      description =
          "lines of JSON, or .tsv with a header; may end in .gz (default: the SPDX texts)")
  private Path documents;

  @Option(
      names = "--fields",
      split = ",",
      defaultValue = "text",
      description = "what is fingerprinted, joined (default: ${DEFAULT-VALUE}); [id] is the name")
  private List<String> fields;

  @ArgGroup(multiplicity = "1")
  private Truth truth;

  /** Where it is known from which documents are near-duplicates. */
  static final class Truth {
    @Option(
        names = "--pairs",
        paramLabel = "FILE",
        description = "tab-separated, two ids a line under a header: these pairs")
    private Path pairs;

    @Option(
        names = "--similar",
        paramLabel = "JACCARD",
        description = "pairs whose 3-word shingles have at least this index of Jaccard")
    private Double similar;

    @Option(
        names = "--edits",
        paramLabel = "PERCENT",
        split = ",",
        description = "passages of the documents, and copies of which so many words are edited")
    private List<Integer> edits;
  }

  @Option(
      names = "--length",
      defaultValue = "200",
      description = "words of a passage, a Han character is one (default: ${DEFAULT-VALUE})")
  private int length;

  @Option(
      names = "--passages",
      defaultValue = "200",
      description = "number of passages at most (default: ${DEFAULT-VALUE})")
  private int passages;

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "of the choice of passages and edits (default: ${DEFAULT-VALUE})")
  private long seed;

  void check() {
    for (int percent : percents()) {
      Bounds.check("edits", percent, 1, 100);
    }
    Bounds.check("length", length, 2, Integer.MAX_VALUE);
    Bounds.check("passages", passages, 2, Integer.MAX_VALUE);
  }

  /** Of edits; none if the pairs are known from elsewhere. */
  List<Integer> percents() {
    return truth.edits == null ? List.of() : truth.edits;
  }

  int length() {
    return length;
  }

  List<Document> documents() throws IOException {
    return SampleReader.documents(documents, fields);
  }

  Passages passages(List<Document> texts) {
    return new Passages(texts, length, passages, seed);
  }

  /** The pairs that are to be found among documents; one at least. */
  PairSet pairs(List<Document> texts, AnalyzedTexts analyzed) throws IOException {
    PairSet pairs =
        truth.pairs == null
            ? SimilarPairs.of(analyzed, truth.similar)
            : SampleReader.pairs(truth.pairs, texts);
    if (pairs.size() == 0) {
      throw new IllegalArgumentException(
          truth.pairs == null
              ? "[similar] must leave a pair to find, got none at [" + truth.similar + "]"
              : "[pairs] must have a pair, got none");
    }
    return pairs;
  }
}
