// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.cli.io.Notes;
import io.neardup.cli.io.Output;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** All pairs of near-duplicates of files. */
@Command(
    name = "pairs",
    description = "Prints the similarity and the two ids of near-duplicates, separated by tabs.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class PairsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private SignedFiles files;

  @Option(names = "--json", description = "prints an object in each line")
  private boolean json;

  private long pairs;

  @Override
  public Integer call() throws IOException {
    Output out = new Output(spec.commandLine().getOut());
    Notes notes = Notes.of(spec);
    files.with(
        notes.err(),
        (signatures, near) -> {
          near.pairs(
              (left, right, distance) -> {
                pairs++;
                print(signatures.id(left), signatures.id(right), Near.similarity(distance), out);
              });
          out.check();
          files.documents.report(notes);
          notes.say(
              String.format(Locale.ROOT, "%,d documents, %,d pairs", signatures.size(), pairs));
        });
    return 0;
  }

  private void print(String left, String right, double similarity, Output out) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("similarity", similarity);
      line.put("ids", new String[] {left, right});
      out.json(line);
    } else {
      out.line(String.format(Locale.ROOT, "%.2f\t%s\t%s", similarity, left, right));
    }
  }
}
