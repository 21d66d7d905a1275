// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.cli.io.Output;
import java.util.Locale;

/** The answer of a job, for people or for machines. */
final class Figures {
  private static final int BAR = 20;

  private Figures() {}

  static void print(JsonNode answer, boolean json, Output out) {
    if (json) {
      out.json(answer);
    } else {
      answer
          .properties()
          .forEach(
              each -> {
                if (each.getValue().isIntegralNumber()) {
                  out.line(
                      String.format(
                          Locale.ROOT, "%-12s %,12d", each.getKey(), each.getValue().asLong()));
                }
              });
      largest(answer.path("largest"), out);
    }
    out.check();
  }

  private static void largest(JsonNode groups, Output out) {
    int most = groups.at("/0/size").asInt();
    for (JsonNode group : groups) {
      int size = group.path("size").asInt();
      out.line(
          String.format(
              Locale.ROOT,
              "%-" + BAR + "s %,8d %s",
              "#".repeat(Math.max(1, size * BAR / most)),
              size,
              group.at("/of/id").asText()));
    }
  }
}
