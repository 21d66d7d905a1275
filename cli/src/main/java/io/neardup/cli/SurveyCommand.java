// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.cli.io.Output;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What each threshold would do to an index. */
@Command(
    name = "survey",
    description =
        "Prints how many pairs of a sample each threshold has, and how many it would mark.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class SurveyCommand implements Callable<Integer> {
  private static final int BAR = 16;

  @Spec private CommandSpec spec;
  @Mixin private Server server;

  @Parameters(paramLabel = "INDEX", description = "an index, or several, separated by commas")
  private String index;

  @Option(names = "--field", description = "of type minhash or simhash (default: the only one)")
  private String field;

  @Option(names = "--size", paramLabel = "DOCUMENTS", description = "of the sample (default: 1000)")
  private Integer size;

  @Option(
      names = "--labels",
      paramLabel = "FIELD",
      description = "whose equal values mean the same content")
  private String labels;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      converter = NewFile.class,
      description = "writes the histogram and its examples, with their texts, as one page")
  private Path html;

  @Option(
      names = "--texts",
      paramLabel = "FIELD",
      split = ",",
      description = "the fields whose texts --html shows")
  private List<String> texts;

  @Option(names = "--json", description = "prints the answer of the server")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("field", field);
    body.put("size", size);
    body.put("labels", labels);
    body.put("fields", texts);
    body.values().removeIf(value -> value == null);
    JsonNode answer = server.postPatiently("/" + Server.encoded(index) + "/_near_dup/survey", body);
    Output out = new Output(spec.commandLine().getOut());
    if (html != null) {
      Files.writeString(html, SurveyPage.of(index, answer));
    }
    if (json) {
      out.json(answer);
    } else {
      print(answer, out);
    }
    out.check();
    return 0;
  }

  private static void print(JsonNode answer, Output out) {
    String threshold = threshold(answer);
    JsonNode levels = answer.path("levels");
    long most = most(levels);
    out.line(
        String.format(
            Locale.ROOT,
            "%,d of %,d documents",
            answer.path("sampled").asLong(),
            answer.path("documents").asLong()));
    out.line(String.format(Locale.ROOT, "%-5s %6s %7s", "", "marked", "pairs"));
    for (JsonNode level : levels) {
      long pairs = level.path("pairs").asLong();
      out.line(
          String.format(
                  Locale.ROOT,
                  "%-5s %,6d %,7d %s",
                  level.path(threshold).asText(),
                  level.path("marked").asLong(),
                  pairs,
                  "#".repeat((int) ((pairs * BAR + most - 1) / most)))
              .stripTrailing());
    }
    JsonNode setting = answer.path("setting");
    if (setting.path(threshold).isNumber()) {
      out.line(
          threshold
              + " "
              + setting.path(threshold).asText()
              + ": "
              + setting.path("reason").asText());
    }
  }

  /** What tells levels apart. */
  static String threshold(JsonNode answer) {
    return answer.path("type").asText().equals("simhash") ? "max_distance" : "similarity";
  }

  /** The pairs of the longest bar. */
  static long most(JsonNode levels) {
    long most = 1;
    for (JsonNode level : levels) {
      most = Math.max(most, level.path("pairs").asLong());
    }
    return most;
  }
}
