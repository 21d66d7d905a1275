// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.cli.io.Fault;
import io.neardup.cli.io.Notes;
import io.neardup.cli.io.Output;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.SignatureComparer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How often each similarity is right about pairs of documents that somebody has read. */
@Command(
    name = "evaluate",
    description =
        "Prints precision, recall and F1 of each similarity, down to --similarity, for labeled"
            + " pairs.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class EvaluateCommand implements Callable<Integer> {
  /** Similarities differ by a part of this. */
  private static final int LEVELS = 20;

  private static final int SHOWN_IDS = 10;

  @Spec private CommandSpec spec;
  @Mixin private SignedFiles files;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      required = true,
      description =
          "two ids and a label in each line, separated by tabs: 1 for the same content, 0 for"
              + " different, 2 for undecidable; a first line of names is passed over")
  private Path labels;

  @Option(names = "--json", description = "prints an object in each line")
  private boolean json;

  /** Two documents, and whether they are the same. */
  private record Labeled(String left, String right, boolean same) {}

  @Override
  public Integer call() throws IOException {
    List<Labeled> pairs = read();
    Output out = new Output(spec.commandLine().getOut());
    Notes notes = Notes.of(spec);
    files.with(
        notes.err(),
        (signatures, near) -> {
          print(pairs, similarities(pairs, signatures, files.unsigned()), out);
          out.check();
          files.documents.report(notes);
        });
    return 0;
  }

  private List<String> labelLines() throws IOException {
    try {
      return Files.readAllLines(labels, StandardCharsets.UTF_8);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw Fault.usage("[--labels] must be a file of lines in UTF-8, got [" + labels + "]");
    }
  }

  private List<Labeled> read() throws IOException {
    List<Labeled> pairs = new ArrayList<>();
    List<String> lines = labelLines();
    for (int i = 0; i < lines.size(); i++) {
      String[] columns = lines.get(i).split("\t", -1);
      String label = columns.length < 3 ? "" : columns[2];
      if (label.equals("0") || label.equals("1")) {
        pairs.add(new Labeled(columns[0], columns[1], label.equals("1")));
      } else if (i > 0 && label.equals("2") == false) {
        throw Fault.usage(
            String.format(
                Locale.ROOT,
                "[--labels] needs two ids and a label of 0, 1 or 2 in each line, separated by"
                    + " tabs; line %d is [%s]",
                i + 1,
                lines.get(i)));
      }
    }
    if (pairs.isEmpty()) {
      throw Fault.usage("[--labels] has no pair that is the same or different: " + labels);
    }
    return pairs;
  }

  private static void requireOne(String id, Integer place) {
    if (place != null && place >= 0) {
      throw Fault.usage(
          "[--labels] must name one document, and two have the id [" + id + "]; see --id");
    }
  }

  /** Of each pair; 0 where a text has no features, or numbers differ. */
  private static double[] similarities(
      List<Labeled> pairs, SignatureFile signatures, List<String> unsigned) {
    Map<String, Integer> places = new TreeMap<>();
    for (Labeled pair : pairs) {
      places.put(pair.left(), -1);
      places.put(pair.right(), -1);
    }
    for (int i = 0; i < signatures.size(); i++) {
      Integer before = places.replace(signatures.id(i), i);
      requireOne(signatures.id(i), before);
    }
    unsigned.forEach(id -> requireOne(id, places.get(id)));
    Set<String> unknown = new TreeSet<>(places.keySet());
    unknown.removeIf(id -> places.get(id) >= 0);
    unsigned.forEach(unknown::remove);
    if (unknown.isEmpty() == false) {
      throw Fault.usage(
          String.format(
              Locale.ROOT,
              "[--labels] names %,d documents that are not in the files, such as %s",
              unknown.size(),
              unknown.stream().limit(SHOWN_IDS).toList()));
    }
    byte[] theirs = new byte[MinHashSignature.MAX_BYTES];
    double[] similarities = new double[pairs.size()];
    for (int i = 0; i < similarities.length; i++) {
      int left = places.get(pairs.get(i).left());
      int right = places.get(pairs.get(i).right());
      if (left >= 0 && right >= 0) {
        int length = signatures.read(right, theirs);
        similarities[i] =
            new SignatureComparer(signatures.signature(left)).compare(theirs, 0, length).jaccard();
      }
    }
    return similarities;
  }

  private void print(List<Labeled> pairs, double[] similarities, Output out) {
    if (json == false) {
      out.line("similarity\tprecision\trecall\tf1");
    }
    long same = pairs.stream().filter(Labeled::same).count();
    for (int level = LEVELS; level >= files.similarity() * LEVELS; level--) {
      double similarity = level / (double) LEVELS;
      long taken = 0;
      long right = 0;
      for (int i = 0; i < similarities.length; i++) {
        if (similarities[i] >= similarity) {
          taken++;
          right += pairs.get(i).same() ? 1 : 0;
        }
      }
      print(similarity, part(right, taken), part(right, same), part(2 * right, taken + same), out);
    }
  }

  private void print(double similarity, Double precision, Double recall, Double f1, Output out) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("similarity", similarity);
      line.put("precision", precision);
      line.put("recall", recall);
      line.put("f1", f1);
      out.json(line);
    } else {
      out.line(
          String.format(
              Locale.ROOT, "%.2f\t%s\t%s\t%s", similarity, in(precision), in(recall), in(f1)));
    }
  }

  /** Null if it is a part of nothing. */
  private static Double part(long some, long all) {
    return all == 0 ? null : some / (double) all;
  }

  private static String in(Double part) {
    return part == null ? "-" : String.format(Locale.ROOT, "%.2f", part);
  }
}
