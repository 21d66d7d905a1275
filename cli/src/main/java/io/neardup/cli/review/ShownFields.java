// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.cli.io.IndexFields;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Option;

/** Which fields of a document a person is shown, and what they hold. */
final class ShownFields {
  private static final List<String> TITLES = List.of("title", "headline", "subject", "name");
  private static final List<String> SOURCES = List.of("source", "site", "publisher", "author");
  private static final List<String> TEXTS =
      List.of("content", "text", "body", "article", "message", "description");

  @Option(names = "--title", paramLabel = "FIELD", description = "the title of a document")
  private String title;

  @Option(names = "--source", paramLabel = "FIELD", description = "where a document is from")
  private String source;

  @Option(names = "--date", paramLabel = "FIELD", description = "the date of a document")
  private String date;

  @Option(
      names = "--text",
      paramLabel = "FIELD",
      split = ",",
      description = "what is compared by eye; these four are guessed from the mapping")
  private List<String> texts = List.of();

  private boolean textsNamed;

  /** Finds what the user did not say. */
  void guess(IndexFields fields) {
    title = title == null ? named(fields, TITLES) : title;
    source = source == null ? named(fields, SOURCES) : source;
    if (date == null) {
      date = first(fields, "date");
    }
    textsNamed = texts.isEmpty() == false;
    if (textsNamed == false) {
      String text = named(fields, TEXTS);
      text = text == null ? first(fields, "text") : text;
      texts = text == null ? List.of() : List.of(text);
    }
  }

  private static String named(IndexFields fields, List<String> names) {
    for (String name : names) {
      for (String field : fields.types().keySet()) {
        if (field.toLowerCase(Locale.ROOT).equals(name)) {
          return field;
        }
      }
    }
    return null;
  }

  private static String first(IndexFields fields, String type) {
    return fields.types().keySet().stream()
        .filter(field -> fields.types().get(field).equals(type))
        .findFirst()
        .orElse(null);
  }

  String date() {
    return date;
  }

  /** Whether the user did, so that they are what a text may lose words of. */
  boolean areTextsNamed() {
    return textsNamed;
  }

  List<String> texts() {
    return texts;
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("title", title).put("source", source).put("date", date);
    texts.forEach(json.putArray("texts")::add);
    return json;
  }

  /**
   * Adds what these documents hold to the records that tell of them; {@code found} is false for one
   * that is gone.
   */
  void addTo(Server server, List<ObjectNode> records, boolean withText) throws IOException {
    if (records.isEmpty()) {
      return;
    }
    Set<String> fields = new LinkedHashSet<>(withText ? texts : List.of());
    for (String field : new String[] {title, source, date}) {
      if (field != null) {
        fields.add(field);
      }
    }
    ArrayNode wanted = JsonNodeFactory.instance.arrayNode();
    for (ObjectNode each : records) {
      ObjectNode document = wanted.addObject();
      document.set("_index", each.get("index"));
      document.set("_id", each.get("id"));
      if (each.has("routing")) {
        document.set("routing", each.get("routing"));
      }
      fields.forEach(document.putArray("_source")::add);
    }
    JsonNode documents = server.post("/_mget", Map.of("docs", wanted)).path("docs");
    for (int i = 0; i < records.size(); i++) {
      add(documents.path(i), records.get(i), withText);
    }
  }

  private void add(JsonNode document, ObjectNode record, boolean withText) {
    JsonNode held = document.path("_source");
    record.put("found", document.path("found").asBoolean());
    record.put("title", value(held, title));
    record.put("source", value(held, source));
    record.put("date", value(held, date));
    if (withText) {
      List<String> parts = new ArrayList<>();
      texts.forEach(field -> parts.add(value(held, field)));
      parts.removeIf(String::isEmpty);
      record.put("text", String.join("\n\n", parts));
    }
  }

  /** Of several values, all; of none, an empty string. */
  private static String value(JsonNode source, String field) {
    if (field == null) {
      return "";
    }
    JsonNode value =
        source.has(field) ? source.get(field) : source.at("/" + field.replace('.', '/'));
    if (value.isArray()) {
      List<String> all = new ArrayList<>();
      value.forEach(each -> all.add(each.asText()));
      return String.join("\n", all);
    }
    return value.isObject() ? value.toString() : value.isNull() ? "" : value.asText();
  }
}
