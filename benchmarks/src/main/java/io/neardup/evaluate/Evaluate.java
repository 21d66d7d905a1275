// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.HashFunction;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command. It prints and writes a table for a set of documents whose near-duplicates are known,
 * because pairs are given, because they are computed exactly, or because they were made:
 *
 * <pre>{@code
 * ./mvnw -Pevaluate "-Devaluate=--documents=records.tsv --fields=name,city --pairs=pairs.tsv"
 * }</pre>
 */
@Command(
    name = "evaluate",
    description = "How well do features, weights and distances find known near-duplicates?",
    sortOptions = false)
public final class Evaluate implements Callable<Integer> {
  @Spec private CommandSpec spec;

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

  @Option(
      names = "--analyzers",
      split = ",",
      defaultValue = "standard,english",
      description = "standard, english, smartcn, ik_smart, ik_max_word (default: ${DEFAULT-VALUE})")
  private List<String> analyzers;

  @Option(
      names = "--hash",
      defaultValue = "xxh64",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private HashFunction hash;

  @Option(
      names = "--distances",
      split = ",",
      defaultValue = "3,7,10",
      description = "columns of the table and marks of the plot (default: ${DEFAULT-VALUE})")
  private List<Integer> distances;

  @Option(
      names = "--name",
      defaultValue = "evaluation",
      description = "of the files that are written (default: ${DEFAULT-VALUE})")
  private String name;

  @Option(
      names = "--output",
      paramLabel = "FOLDER",
      defaultValue = "${sys:evaluate.output:-evaluate}",
      description = "where they are written (default: benchmarks/target/evaluate)")
  private Path output;

  @Option(names = "--help", usageHelp = true, description = "prints this")
  private boolean help;

  /** Runs it; the exit code is 2 for arguments that cannot be used. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Evaluate()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws IOException {
    try {
      check();
      Files.createDirectories(output);
      List<Document> texts = SampleReader.documents(documents, fields);
      if (truth.edits == null) {
        evaluate(sample(texts));
      } else {
        evaluateEdits(texts);
      }
      return 0;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (NoSuchFileException e) {
      throw new ParameterException(
          spec.commandLine(), "there is no file [" + e.getMessage() + "]", e);
    }
  }

  private void check() {
    for (int distance : distances) {
      if (distance < 0 || distance > Fingerprint.BITS) {
        throw new IllegalArgumentException(
            "[distances] must be between 0 and " + Fingerprint.BITS + ", got [" + distance + "]");
      }
    }
    for (int percent : truth.edits == null ? List.<Integer>of() : truth.edits) {
      if (percent < 1 || percent > 100) {
        throw new IllegalArgumentException(
            "[edits] must be between 1 and 100 percent, got [" + percent + "]");
      }
    }
    if (length < 2) {
      throw new IllegalArgumentException("[length] must be at least 2, got [" + length + "]");
    }
  }

  private Sample sample(List<Document> texts) throws IOException {
    PairSet pairs =
        truth.pairs == null
            ? Evaluator.similarPairs(texts, truth.similar)
            : SampleReader.pairs(truth.pairs, texts);
    return new Sample(name, texts, pairs);
  }

  private void evaluate(Sample sample) throws IOException {
    List<Measurement> measurements = measure(sample);
    String title =
        name + ": " + sample.documents().size() + " documents, " + sample.pairs().size() + " pairs";
    write(title, List.of(Report.summary(measurements, distances)), measurements);
    for (List<Measurement> family : bestWeights(measurements)) {
      String units = family.get(0).features().family();
      Path file = output.resolve(name + "-" + units + ".svg");
      Files.writeString(file, Plot.svg(title + "; " + units, family, distances));
    }
  }

  private void evaluateEdits(List<Document> texts) throws IOException {
    Passages originals = new Passages(texts, length, passages, seed);
    Map<Integer, List<Measurement>> byPercent = new TreeMap<>();
    for (int percent : truth.edits) {
      List<Measurement> measurements = new ArrayList<>();
      for (Edit edit : Edit.values()) {
        measurements.addAll(measure(originals.edited(edit, percent)));
      }
      byPercent.put(percent, measurements);
    }
    String title = name + ": " + originals.size() + " passages of " + length + " words";
    write(
        title,
        distances.stream().map(distance -> Report.edits(byPercent, distance)).toList(),
        byPercent.values().stream().flatMap(Collection::stream).toList());
  }

  private List<Measurement> measure(Sample sample) throws IOException {
    Evaluator evaluator = new Evaluator(sample, hash);
    List<Measurement> measurements = new ArrayList<>();
    for (FeatureSet features : FeatureSet.all(analyzers)) {
      for (Weights weights : Weights.ALL) {
        measurements.add(
            truth.edits == null
                ? evaluator.compare(features, weights)
                : evaluator.measure(features, weights));
      }
    }
    return measurements;
  }

  /** For every analyzer the measurements with the best weights of each feature set. */
  private static Collection<List<Measurement>> bestWeights(List<Measurement> measurements) {
    Map<FeatureSet, Measurement> best =
        measurements.stream()
            .collect(
                Collectors.toMap(
                    Measurement::features,
                    measurement -> measurement,
                    (left, right) -> Report.bestF1(left) < Report.bestF1(right) ? right : left,
                    LinkedHashMap::new));
    return best.values().stream()
        .collect(
            Collectors.groupingBy(
                measurement -> measurement.features().family(),
                LinkedHashMap::new,
                Collectors.toList()))
        .values();
  }

  private void write(String title, List<Table> tables, List<Measurement> measurements)
      throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    StringBuilder markdown = new StringBuilder(title + "\n");
    out.println(title);
    for (Table table : tables) {
      out.println(table.ascii());
      markdown.append('\n').append(table.markdown());
    }
    out.flush();
    Files.writeString(output.resolve(name + ".md"), markdown);
    Files.writeString(output.resolve(name + ".tsv"), Report.details(measurements).tsv());
  }
}
