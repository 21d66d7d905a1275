// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * All objects of an NDJSON file. Refuses what Dashboards would refuse to import, would import
 * without a word and show as an error, or would lose.
 */
public final class SavedObjects {
  private static final String INDEX = "kibanaSavedObjectMeta.searchSourceJSON.index";

  private final Map<String, SavedObject> objects = new LinkedHashMap<>();

  private SavedObjects() {}

  /** Reads a file. */
  public static SavedObjects read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  /** Reads lines. */
  public static SavedObjects parse(String ndjson) {
    SavedObjects all = new SavedObjects();
    for (String line : ndjson.lines().toList()) {
      SavedObject object = SavedObject.parse(line);
      boolean first = all.objects.put(object.type() + ':' + object.id(), object) == null;
      object.check(first, "is there twice");
    }
    all.objects.values().forEach(all::link);
    return all;
  }

  /** All objects, in the order of the file. */
  public List<SavedObject> all() {
    return List.copyOf(objects.values());
  }

  /** All objects of this type. */
  public List<SavedObject> all(String type) {
    return all().stream().filter(object -> object.type().equals(type)).toList();
  }

  /** The only object of this type. */
  public SavedObject only(String type) {
    List<SavedObject> found = all(type);
    if (found.size() != 1) {
      throw new IllegalArgumentException("one " + type + " expected, found " + found);
    }
    return found.get(0);
  }

  /** What a reference of an object points to. */
  public SavedObject target(SavedObject object, String reference) {
    object.check(object.references().containsKey(reference), "lacks the reference " + reference);
    SavedObject target = objects.get(object.references().get(reference));
    object.check(target != null, "refers to " + object.references().get(reference) + ": missing");
    return target;
  }

  private void link(SavedObject object) {
    Set<String> names = new TreeSet<>();
    JsonNode index = object.at(SavedObject.SEARCH_SOURCE).path("indexRefName");
    if (index.isMissingNode() == false) {
      object.check(index.asText().equals(INDEX), "has the indexRefName " + index);
      names.add(INDEX);
    }
    for (JsonNode panel : object.at("/panelsJSON")) {
      names.add(panel.path("panelRefName").asText());
    }
    Set<String> given = new TreeSet<>(object.references().keySet());
    object.check(names.equals(given), "names the references " + names + ", but has " + given);
    names.forEach(name -> target(object, name));
    boolean searches = object.type().equals("search") || object.type().equals("visualization");
    boolean vega = object.at("/visState/type").asText().equals("vega");
    object.check(searches == false || vega != names.contains(INDEX), "must name an index pattern");
  }
}
