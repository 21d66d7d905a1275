// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import io.neardup.evaluate.Bounds;
import io.neardup.evaluate.SampleReader;
import io.neardup.evaluate.Table;
import io.neardup.evaluate.features.Document;
import io.neardup.fingerprint.features.Weighting;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command. It says how often rules are right about labeled pairs of documents, or chooses pairs
 * to be labeled:
 *
 * <pre>{@code
 * ./mvnw -Pevaluate -Devaluator=pairs.Judge "-Devaluate=--documents=texts.jsonl --labels=pairs.tsv"
 * }</pre>
 */
@Command(
    name = "judge",
    description = "How often are rules right about pairs of texts that somebody read?",
    sortOptions = false)
public final class Judge implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--documents",
      paramLabel = "FILE",
      split = ",",
      required = true,
      description = "lines of JSON, or .tsv with a header; may end in .gz; ids must differ")
  private List<Path> documents;

  @Option(
      names = "--fields",
      split = ",",
      defaultValue = "text",
      description = "what is compared, joined (default: ${DEFAULT-VALUE}); [id] is the name")
  private List<String> fields;

  @ArgGroup(multiplicity = "1")
  private Purpose purpose;

  /** What is wanted. */
  static final class Purpose {
    @Option(
        names = "--labels",
        paramLabel = "FILE",
        description = "tab-separated under a header: two ids, 1 or 0, and perhaps a kind")
    private Path labels;

    @Option(
        names = "--edited",
        paramLabel = "PAIRS",
        description = "so many pairs of a document and what editing or a substitution makes of it")
    private Integer edited;

    @Option(
        names = "--sample",
        paramLabel = "PAIRS",
        description = "so many pairs to label, as many at each level of similarity")
    private Integer sample;

    @Option(
        names = "--audit",
        paramLabel = "PAIRS",
        description = "so many pairs to label of those that the last rule takes for the same")
    private Integer audit;
  }

  @Option(
      names = "--weights",
      defaultValue = "NONE",
      description = "of the fingerprints: none or tf (default: ${DEFAULT-VALUE})")
  private Weighting weights;

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "of the choice of pairs and edits (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--name",
      defaultValue = "pairs",
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
    return new CommandLine(new Judge()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws IOException {
    try {
      Files.createDirectories(output);
      List<Document> texts = new ArrayList<>();
      for (Path file : documents) {
        texts.addAll(SampleReader.documents(file, fields));
      }
      if (purpose.labels != null) {
        judge(LabeledSet.read(name, texts, purpose.labels));
      } else if (purpose.edited != null) {
        Bounds.check("edited", purpose.edited, 1, Integer.MAX_VALUE);
        judge(EditedPairs.of(name, texts, purpose.edited, seed));
      } else {
        choose(new Judged(new LabeledSet(name, texts, List.of()), weights));
      }
      return 0;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (NoSuchFileException e) {
      throw new ParameterException(
          spec.commandLine(), "there is no file [" + e.getMessage() + "]", e);
    }
  }

  private void judge(LabeledSet set) throws IOException {
    Judged judged = new Judged(set, weights);
    Table rules = JudgedReport.rules(judged);
    Table kinds = JudgedReport.kinds(judged, List.of(Rule.all().get(0), Rule.SAME));
    String title =
        name + ": " + set.pairs().size() + " pairs of " + set.documents().size() + " documents";
    PrintWriter out = spec.commandLine().getOut();
    out.println(title);
    out.println(rules.ascii());
    out.println(kinds.ascii());
    out.flush();
    Files.writeString(
        output.resolve(name + ".md"), title + "\n\n" + rules.markdown() + "\n" + kinds.markdown());
  }

  private void choose(Judged judged) throws IOException {
    PairSampler sampler = new PairSampler(judged, seed);
    int count = purpose.sample != null ? purpose.sample : purpose.audit;
    Bounds.check(purpose.sample != null ? "sample" : "audit", count, 1, Integer.MAX_VALUE);
    List<LabeledPair> pairs =
        purpose.sample != null ? sampler.atEachLevel(count) : sampler.taken(Rule.SAME, count);
    StringBuilder texts = new StringBuilder();
    StringBuilder labels = new StringBuilder("a\tb\tlabel\tkind\n");
    for (LabeledPair pair : pairs) {
      Document left = judged.set().documents().get(pair.left());
      Document right = judged.set().documents().get(pair.right());
      labels.append(left.id()).append('\t').append(right.id()).append("\t\t\n");
      texts.append(text(left)).append(text(right)).append("---\n\n");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(texts);
    out.flush();
    Files.writeString(output.resolve(name + "-to-label.tsv"), labels);
    Files.writeString(output.resolve(name + "-to-label.md"), texts);
  }

  private static String text(Document document) {
    return "## " + document.id() + "\n\n" + document.text() + "\n\n";
  }
}
