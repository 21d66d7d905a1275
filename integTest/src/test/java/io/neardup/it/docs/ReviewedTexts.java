// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import io.neardup.it.Json;
import io.neardup.quickstart.Corpus;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts to review: licenses, markup, and two that are long. */
final class ReviewedTexts {
  private static final String MARKUP =
      "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
          + " <b>Bold</b> claims of $1 dollars &amp; </textarea> of cheap markup were made by the"
          + " agency on Tuesday, in a message that was sent to all of its customers at once.";

  /** Characters of a long text, and how many of its words differ from those of its copy. */
  private static final int LONG = 1_000_000;

  private static final int CHANGES = 300;

  private ReviewedTexts() {}

  /** Indexes them. */
  static void fill(Rest rest) throws IOException {
    rest.put(
        "/_ingest/pipeline/it-review",
        Json.of("{'processors': [{'minhash': {'fields': ['text'], 'target_field': 'print'}}]}"));
    rest.put(
        "/it-review",
        Json.of(
            "{'settings': {'index.default_pipeline': 'it-review', 'number_of_replicas': 0},"
                + " 'mappings': {'properties': {'print': {'type': 'minhash'},"
                + " 'name': {'type': 'text'}, 'text': {'type': 'text'}}}}"));
    List<String> lines = new ArrayList<>();
    for (Corpus.License license : Corpus.load().licenses()) {
      add(lines, license.id(), license.json());
    }
    for (String amount : List.of("10", "20")) {
      String text = MARKUP.replace("$1", amount);
      add(lines, "markup-" + amount, document("<img src=x onerror=alert(1)>", text));
    }
    for (String id : List.of("spare-1", "spare-2")) {
      add(lines, id, document("Spare", "A text that is there twice, so that one of them can go."));
    }
    Random random = new Random(1);
    List<String> words = new ArrayList<>();
    for (int length = 0; length < LONG; length += words.getLast().length() + 1) {
      words.add("word" + random.nextInt(20_000));
    }
    add(lines, "long-1", document("A long report", String.join(" ", words)));
    for (int i = 0; i < CHANGES; i++) {
      words.set(random.nextInt(words.size()), "other" + i);
    }
    add(lines, "long-2", document("A long report, copied", String.join(" ", words)));
    rest.bulk("/it-review/_bulk?refresh=true", lines);
  }

  static void add(List<String> lines, String id, String document) {
    lines.add(Json.of("{'index': {'_id': '$1'}}", id));
    lines.add(document);
  }

  private static String document(String name, String text) {
    return Json.of("{'name': $1, 'text': $2}", Json.quoted(name), Json.quoted(text));
  }
}
