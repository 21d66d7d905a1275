// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.cli.io.Fault;
import io.neardup.cli.io.Notes;
import io.neardup.cli.io.Output;
import io.neardup.cli.io.Server;
import io.neardup.fingerprint.pairs.Stars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The groups of near-duplicates of files. */
@Command(
    name = "groups",
    description = {
      "Prints groups of near-duplicates of files: the first document of each, and what is near it."
          + " With --url, FILE is an index, and the server finds its groups."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class GroupsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private SignedFiles files;
  @Mixin private Lists lists;
  @Mixin private ServerGroups server;

  @Option(names = "--json", description = "prints an object for each group, in a line")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Output out = new Output(spec.commandLine().getOut());
    Notes notes = Notes.of(spec);
    refuseWhatSaysNothing();
    if (server.isWanted()) {
      boolean isGiven = spec.commandLine().getParseResult().hasMatchedOption("--similarity");
      Double similarity = isGiven ? (Double) files.similarity() : null;
      Figures.print(server.run(files.documents.names(), similarity, notes), json, out);
      return 0;
    }
    files.with(
        notes.err(),
        (signatures, near) -> {
          Stars stars = near.groups();
          long[] duplicates = duplicates(stars, signatures.size());
          print(stars, duplicates, signatures, out);
          out.check();
          write(stars, signatures);
          files.documents.report(notes);
          notes.say(summary(signatures.size(), duplicates));
        });
    return 0;
  }

  /** What is said of files would be nothing to an index, and the other way round. */
  private void refuseWhatSaysNothing() {
    List<Class<?>> others =
        server.isWanted()
            ? List.of(Documents.class, Features.class, Lists.class)
            : List.of(ServerGroups.class, Server.class);
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      if (others.contains(((Field) option.userObject()).getDeclaringClass())) {
        throw Fault.usage(
            "["
                + option.longestName()
                + (server.isWanted() ? "] is of files, not" : "] needs")
                + " --url");
      }
    }
  }

  /** The canonical of each duplicate in the higher half, ascending. */
  private static long[] duplicates(Stars stars, int size) {
    return IntStream.range(0, size)
        .filter(node -> stars.isCanonical(node) == false)
        .mapToLong(node -> (long) stars.canonicalOf(node) << Integer.SIZE | node)
        .sorted()
        .toArray();
  }

  private static int canonical(long duplicate) {
    return (int) (duplicate >>> Integer.SIZE);
  }

  private static String summary(int size, long... duplicates) {
    return String.format(
        Locale.ROOT,
        "%,d documents, %,d groups, %,d duplicates (%.1f %%)",
        size,
        Arrays.stream(duplicates).map(GroupsCommand::canonical).distinct().count(),
        duplicates.length,
        100.0 * duplicates.length / Math.max(1, size));
  }

  private void print(Stars stars, long[] duplicates, SignatureFile signatures, Output out) {
    for (int from = 0, to; from < duplicates.length; from = to) {
      int canonical = canonical(duplicates[from]);
      to = from + 1;
      while (to < duplicates.length && canonical(duplicates[to]) == canonical) {
        to++;
      }
      print(
          signatures.id(canonical),
          Arrays.copyOfRange(duplicates, from, to),
          stars,
          signatures,
          out);
    }
  }

  private void print(
      String canonical, long[] members, Stars stars, SignatureFile signatures, Output out) {
    if (json) {
      List<Map<String, Object>> drop = new ArrayList<>();
      for (long member : members) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("id", signatures.id((int) member));
        one.put("similarity", Near.similarity(stars.distanceOf((int) member)));
        drop.add(one);
      }
      Map<String, Object> group = new LinkedHashMap<>();
      group.put("keep", canonical);
      group.put("drop", drop);
      out.json(group);
      return;
    }
    out.line("keep\t\t" + canonical);
    for (long member : members) {
      double similarity = Near.similarity(stars.distanceOf((int) member));
      out.line(
          String.format(Locale.ROOT, "drop\t%.2f\t%s", similarity, signatures.id((int) member)));
    }
  }

  private void write(Stars stars, SignatureFile signatures) {
    IntStream all = IntStream.range(0, signatures.size());
    if (lists.areWanted()) {
      // A list would drop the one that is kept with the other.
      String two = signatures.idOfTwo(files.unsigned());
      if (two != null) {
        throw Fault.usage("no list is written: two documents have the id [" + two + "]; see --id");
      }
    }
    try {
      lists.writeKept(
          Stream.concat(
              all.filter(stars::isCanonical).mapToObj(signatures::id), files.unsigned().stream()));
      lists.writeDropped(
          IntStream.range(0, signatures.size())
              .filter(node -> stars.isCanonical(node) == false)
              .mapToObj(signatures::id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
