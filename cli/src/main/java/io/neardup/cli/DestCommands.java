// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.cli.io.Notes;
import io.neardup.cli.io.Output;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What goes on with the records of a run: commands that take its index. */
final class DestCommands {
  private DestCommands() {}

  /** What they share. */
  abstract static class OfDest implements Callable<Integer> {
    @Spec CommandSpec spec;
    @Mixin Server server;

    @Parameters(paramLabel = "DEST", description = "the index that the groups were written to")
    String dest;

    @Option(names = "--json", description = "prints JSON")
    boolean json;

    void run(String path, Map<String, Object> more) throws IOException {
      Notes notes = Notes.of(spec);
      Map<String, Object> body = new LinkedHashMap<>(Map.of("dest", dest));
      body.putAll(more);
      String goOn = "the same command goes on with it";
      JsonNode answer = new Job(server, notes).run("/_near_dup/groups/" + path, body, goOn);
      Figures.print(answer, json, new Output(spec.commandLine().getOut()));
    }
  }

  /** Does what the records say. */
  @Command(
      name = "apply",
      description = "Deletes or tags the documents that the records of a run tell of.",
      mixinStandardHelpOptions = true,
      sortOptions = false)
  static final class Apply extends OfDest {
    @Option(names = "--action", required = true, description = "delete or tag")
    private String action;

    @Option(
        names = "--text",
        split = ",",
        paramLabel = "FIELD",
        description = "the fields with the texts, where no pipeline shows them")
    private List<String> texts;

    @Option(
        names = "--any-loss",
        description = "deletes duplicates whatever they say that the document which stays does not")
    private boolean anyLoss;

    @Override
    public Integer call() throws IOException {
      Map<String, Object> more = new LinkedHashMap<>(Map.of("action", action));
      if (anyLoss) {
        more.put("verify", false);
      } else if (texts != null) {
        more.put("verify", Map.of("text", Map.of("fields", texts)));
      }
      run("_apply", more);
      return 0;
    }
  }

  /** Goes on with a run that was cut short. */
  @Command(
      name = "resume",
      description = "Goes on with a run that was cancelled, or whose node was lost.",
      mixinStandardHelpOptions = true,
      sortOptions = false)
  static final class Resume extends OfDest {
    @Override
    public Integer call() throws IOException {
      run("_resume", Map.of());
      return 0;
    }
  }

  /** Prints the records. */
  @Command(
      name = "export",
      description = "Prints the id and the group of each record, separated by a tab.",
      mixinStandardHelpOptions = true,
      sortOptions = false)
  static final class Export extends OfDest {
    @Mixin private Lists lists;

    @Override
    public Integer call() throws IOException {
      Records records = new Records(server, dest);
      Output out = new Output(spec.commandLine().getOut());
      if (lists.areWanted()) {
        lists.writeKept(records.listed(true));
        lists.writeDropped(records.listed(false));
      } else {
        records.stream(json)
            .forEach(
                each -> {
                  if (json) {
                    out.json(each);
                  } else {
                    out.line(Lists.checked(Records.id(each)) + "\t" + each.path("group").asText());
                  }
                });
      }
      out.check();
      return 0;
    }
  }
}
