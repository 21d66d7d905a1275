// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One line of an NDJSON file: an object that Dashboards saves. Attributes that are JSON inside of a
 * string are parsed, too.
 *
 * @param type for instance visualization
 * @param id unique among all types here, though not in Dashboards
 * @param attributes with JSON strings replaced by what they say
 * @param references name to the id of an object, and its type before a colon
 */
public record SavedObject(
    String type, String id, ObjectNode attributes, Map<String, String> references) {
  /** The query, filters and index of an object. */
  public static final String SEARCH_SOURCE = "/kibanaSavedObjectMeta/searchSourceJSON";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final List<String> KEYS =
      List.of("attributes", "id", "migrationVersion", "references", "type");

  /**
   * The newest form of each type that Dashboards 2.x and 3.x know; newer ones are refused there.
   */
  private static final Map<String, String> VERSIONS =
      Map.of(
          "index-pattern", "{\"index-pattern\":\"7.6.0\"}",
          "search", "{\"search\":\"7.9.3\"}",
          "visualization", "{\"visualization\":\"7.10.0\"}",
          "dashboard", "{\"dashboard\":\"7.9.3\"}",
          "query", "{}");

  /** The attributes that are JSON strings. */
  private static final Map<String, List<String>> STRINGS =
      Map.of(
          "index-pattern", List.of("/fields", "/fieldFormatMap"),
          "search", List.of(SEARCH_SOURCE),
          "visualization", List.of("/visState", "/uiStateJSON", SEARCH_SOURCE),
          "dashboard", List.of("/panelsJSON", "/optionsJSON", SEARCH_SOURCE),
          "query", List.of());

  static SavedObject parse(String line) {
    JsonNode json = json("line [" + line.substring(0, Math.min(40, line.length())) + "…]", line);
    SavedObject object =
        new SavedObject(
            json.path("type").asText(),
            json.path("id").asText(),
            json.path("attributes").deepCopy(),
            references(json.path("references")));
    TreeSet<String> keys = new TreeSet<>();
    json.fieldNames().forEachRemaining(keys::add);
    object.check(KEYS.equals(List.copyOf(keys)), "has the keys " + keys + ", not " + KEYS);
    object.checkVersion(json.path("migrationVersion"));
    object.check(object.attributes.path("title").asText().isEmpty() == false, "has no title");
    STRINGS.get(object.type).forEach(object::expand);
    return object;
  }

  private static Map<String, String> references(JsonNode list) {
    Map<String, String> references = new LinkedHashMap<>();
    for (JsonNode one : list) {
      references.put(
          one.path("name").asText(), one.path("type").asText() + ':' + one.path("id").asText());
    }
    return references;
  }

  private void checkVersion(JsonNode version) {
    String known = VERSIONS.get(type);
    check(known != null, "has a type that is not one of " + new TreeMap<>(VERSIONS).keySet());
    check(known.equals(version.toString()), "has migrationVersion " + version + ", not " + known);
  }

  private void expand(String pointer) {
    int slash = pointer.lastIndexOf('/');
    String name = pointer.substring(slash + 1);
    JsonNode parent = attributes.at(pointer.substring(0, slash));
    check(parent.path(name).isTextual(), "needs [" + name + "], a string of JSON");
    ((ObjectNode) parent).set(name, json(this + " [" + name + "]", parent.path(name).asText()));
  }

  /** Parses JSON inside of a string, such as the specification of a Vega panel. */
  public JsonNode parsed(String name, String text) {
    return json(this + " [" + name + "]", text);
  }

  private static JsonNode json(String where, String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(where + " is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** The attribute at this pointer. */
  public JsonNode at(String pointer) {
    return attributes.at(pointer);
  }

  /** The title, as Dashboards lists it. */
  public String title() {
    return attributes.path("title").asText();
  }

  /** Refuses this object with a problem. */
  public void check(boolean holds, String problem) {
    if (holds == false) {
      throw new IllegalArgumentException(this + " " + problem);
    }
  }

  @Override
  public String toString() {
    return "[" + type + ':' + id + ']';
  }
}
