// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.console.Progress;
import io.neardup.evaluate.features.AnalyzedTexts;
import io.neardup.evaluate.features.Document;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command. It prints and writes tables for a set of documents whose near-duplicates are known,
 * because pairs are given, because they are computed exactly, or because they were made:
 *
 * <pre>{@code
 * ./mvnw -Pevaluate "-Devaluate=--documents=records.tsv --fields=name,city --pairs=pairs.tsv"
 * }</pre>
 */
@Command(
    name = "evaluate",
    description =
        "How well do features, weights, distances and bands find known near-duplicates, alone and"
            + " confirmed by the text?",
    sortOptions = false)
public final class Evaluate implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private SampleOptions sampleOptions;
  @Mixin private MethodOptions methodOptions;

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
      sampleOptions.check();
      methodOptions.check();
      Trial trial =
          new Trial(methodOptions.features(), methodOptions.weights(), methodOptions.methods());
      Files.createDirectories(output);
      List<Document> texts = sampleOptions.documents();
      if (sampleOptions.percents().isEmpty()) {
        evaluate(trial, texts);
      } else {
        evaluateEdits(trial, texts);
      }
      return 0;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (NoSuchFileException e) {
      throw new ParameterException(
          spec.commandLine(), "there is no file [" + e.getMessage() + "]", e);
    }
  }

  private void evaluate(Trial trial, List<Document> texts) throws IOException {
    AnalyzedTexts analyzed = new AnalyzedTexts(texts, methodOptions.hash());
    Progress pairing = progress(Progress.UNKNOWN);
    Sample sample;
    try {
      sample = new Sample(name, texts, sampleOptions.pairs(texts, analyzed));
    } finally {
      pairing.close();
    }
    Measurements results = new Measurements();
    try (Progress progress = progress(trial.steps())) {
      trial.run(sample, analyzed, results, progress);
    }
    String title = name + ": " + texts.size() + " documents, " + sample.pairs().size() + " pairs";
    List<Table> tables =
        new ArrayList<>(List.of(Report.summary(results.byDistance(), methodOptions.distances())));
    if (results.confirmed().isEmpty() == false) {
      tables.add(ConfirmedReport.summary(results.confirmed(), methodOptions.similarities()));
    }
    write(title, tables, results);
  }

  private void evaluateEdits(Trial trial, List<Document> texts) throws IOException {
    Passages originals = sampleOptions.passages(texts);
    Map<Integer, Measurements> byPercent = new TreeMap<>();
    long samples = (long) sampleOptions.percents().size() * Edit.values().length;
    try (Progress progress = progress(samples * trial.steps())) {
      for (int percent : sampleOptions.percents()) {
        Measurements results = byPercent.computeIfAbsent(percent, key -> new Measurements());
        for (Edit edit : Edit.values()) {
          Sample sample = originals.edited(edit, percent);
          AnalyzedTexts analyzed = new AnalyzedTexts(sample.documents(), methodOptions.hash());
          trial.run(sample, analyzed, results, progress);
        }
      }
    }
    String title =
        name + ": " + originals.size() + " passages of " + sampleOptions.length() + " words";
    write(title, editTables(byPercent), Measurements.all(byPercent.values()));
  }

  private List<Table> editTables(Map<Integer, Measurements> byPercent) {
    List<Table> tables = new ArrayList<>();
    Map<Integer, List<Measurement>> byDistance = new TreeMap<>();
    Map<Integer, List<Confirmed>> confirmed = new TreeMap<>();
    byPercent.forEach(
        (percent, results) -> {
          byDistance.put(percent, results.byDistance());
          confirmed.put(percent, results.confirmed());
        });
    methodOptions.distances().forEach(d -> tables.add(Report.edits(byDistance, d)));
    if (confirmed.values().stream().noneMatch(List::isEmpty)) {
      methodOptions
          .similarities()
          .forEach(similarity -> tables.add(ConfirmedReport.edits(confirmed, similarity)));
    }
    return tables;
  }

  private Progress progress(long steps) {
    return Progress.of(name, steps, spec.commandLine().getErr());
  }

  private void write(String title, List<Table> tables, Measurements results) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    StringBuilder markdown = new StringBuilder(title + "\n");
    out.println(title);
    for (Table table : tables) {
      out.println(table.ascii());
      markdown.append('\n').append(table.markdown());
    }
    out.flush();
    Files.writeString(output.resolve(name + ".md"), markdown);
    Files.writeString(output.resolve(name + ".tsv"), Report.details(results.byDistance()).tsv());
    Files.writeString(
        output.resolve(name + "-confirmed.tsv"),
        ConfirmedReport.details(results.confirmed()).tsv());
  }
}
