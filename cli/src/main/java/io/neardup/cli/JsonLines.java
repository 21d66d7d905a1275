// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.cli.io.Fault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Reads a JSON object from each line, and takes the texts of some fields, as processors do. */
final class JsonLines {
  private static final int SHOWN_NAMES = 20;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final List<String> fields;
  private final Set<String> unseen;
  private final String id;
  private final Set<String> names = new TreeSet<>();
  private long lines;
  private long texts;

  /**
   * @param fields joined by line feeds
   * @param id the field with the id
   */
  JsonLines(List<String> fields, String id) {
    this.fields = fields;
    this.unseen = new LinkedHashSet<>(fields);
    this.id = id;
  }

  /** How many objects there were. */
  long lines() {
    return lines;
  }

  /** How many of them had a text. */
  long texts() {
    return texts;
  }

  /** Those of the fields that no object had. */
  Set<String> unseen() {
    return unseen;
  }

  /** Some names of fields. */
  Set<String> names() {
    return names;
  }

  void read(String file, InputStream in, Consumer<TextDocument> consumer, Consumer<String> others)
      throws IOException {
    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    byte[] line;
    for (int number = 1; (line = Documents.line(in, buffer)) != null; number++) {
      if (isBlank(line)) {
        continue;
      }
      String place = file + ":" + number;
      if (line.length > Documents.MAX_BYTES) {
        throw Fault.usage("line [" + place + "] has more than 16 MB; each line must be an object");
      }
      JsonNode json = object(line, place);
      lines++;
      if (names.size() < SHOWN_NAMES) {
        json.fieldNames().forEachRemaining(names::add);
      }
      JsonNode known = json.path(id);
      boolean isNamed = known.isValueNode() && known.isNull() == false;
      String name = isNamed ? known.asText() : place;
      String text = text(json, place);
      if (text.isBlank()) {
        others.accept(name);
      } else {
        texts++;
        consumer.accept(new TextDocument(name, text));
      }
    }
  }

  private static boolean isBlank(byte... line) {
    for (byte each : line) {
      if (each > ' ' || each < 0) {
        return false;
      }
    }
    return true;
  }

  private static JsonNode object(byte[] line, String place) throws IOException {
    try {
      JsonNode json = JSON.readTree(line);
      if (json.isObject()) {
        return json;
      }
    } catch (JsonProcessingException e) {
      throw Fault.usage("line [" + place + "] must be a JSON object: " + e.getOriginalMessage());
    }
    throw Fault.usage("line [" + place + "] must be a JSON object");
  }

  private String text(JsonNode json, String place) {
    StringBuilder joined = new StringBuilder();
    for (String field : fields) {
      List<JsonNode> values = new ArrayList<>();
      if (collect(json, field, values)) {
        unseen.remove(field);
      }
      for (JsonNode value : values) {
        if (value.isValueNode() == false) {
          throw Fault.usage(
              "[--fields] must be of text, or lists of it; [" + field + "] is not in " + place);
        }
        joined.append(joined.isEmpty() ? "" : "\n").append(value.asText());
      }
    }
    return joined.toString();
  }

  /**
   * Takes values from objects and lists of them, and under keys with dots, as processors do.
   *
   * @return whether the field is there, be it without a value
   */
  private static boolean collect(JsonNode node, String path, List<JsonNode> values) {
    boolean there = path.isEmpty() && node.isMissingNode() == false;
    if (node.isArray()) {
      for (JsonNode one : node) {
        there |= collect(one, path, values);
      }
    } else if (there && node.isNull() == false) {
      values.add(node);
    } else if (node.isObject()) {
      for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
        there |= collect(node.path(path.substring(0, dot)), path.substring(dot + 1), values);
      }
      there |= collect(node.path(path), "", values);
    }
    return there;
  }
}
