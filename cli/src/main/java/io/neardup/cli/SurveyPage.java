// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** A survey as one page of HTML, which needs nothing beside it. Whatever a text has is shown. */
final class SurveyPage {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>$title</title>
      <style>
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
      body { max-width: 60rem; margin: 1rem auto; padding: 0 1rem }
      summary { display: grid; grid-template-columns: 4rem 6rem 6rem 1fr; gap: .5rem; text-align: right }
      meter { width: 100% }
      .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem; margin: 1rem 0 }
      p { margin: 0; overflow-wrap: anywhere }
      </style>
      </head>
      <body>
      <h1>$title</h1>
      """;

  private final StringBuilder page = new StringBuilder();

  private SurveyPage() {}

  static String of(String index, JsonNode answer) {
    SurveyPage survey = new SurveyPage();
    survey.add(index, answer);
    return survey.page.toString();
  }

  private void add(String index, JsonNode answer) {
    String title = escaped("Survey of " + index);
    page.append(HEAD.replace("$title", title));
    String threshold = SurveyCommand.threshold(answer);
    JsonNode levels = answer.path("levels");
    long most = SurveyCommand.most(levels);
    page.append("<p>").append(threshold).append(", documents marked, pairs</p>\n");
    for (JsonNode level : levels) {
      long pairs = level.path("pairs").asLong();
      page.append(
          String.format(
              Locale.ROOT,
              "<details><summary><b>%s</b><span>%,d</span><span>%,d</span>"
                  + "<meter max=\"%d\" value=\"%d\"></meter></summary>%n",
              escaped(level.path(threshold).asText()),
              level.path("marked").asLong(),
              pairs,
              most,
              pairs));
      for (JsonNode example : level.path("examples")) {
        page.append("<div class=\"pair\">");
        side(example.path("first"));
        side(example.path("second"));
        page.append("</div>\n");
      }
      page.append("</details>\n");
    }
    page.append("<p>").append(escaped(answer.at("/setting/reason").asText())).append("</p>\n");
    page.append("</body>\n</html>\n");
  }

  private void side(JsonNode side) {
    page.append("<div><p><b>").append(escaped(side.path("_id").asText())).append("</b></p><p>");
    page.append(escaped(side.path("text").asText())).append("</p><p>");
    for (JsonNode word : side.path("only_here")) {
      page.append("<mark>").append(escaped(word.asText())).append("</mark> ");
    }
    page.append("</p></div>");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
