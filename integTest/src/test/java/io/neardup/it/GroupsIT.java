// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.docs.DocumentationIT;
import io.neardup.server.Rest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * An archive that gets its groups, and a day's documents after it: as tags, in an index, in a file
 * for others; and what remains when the rest is deleted.
 */
public class GroupsIT {
  private static final String INDEX = "it-groups";
  private static final String ALL = "it-groups-all";
  private static final int ARCHIVE = 450;
  private static final String DECISIONS =
      """
      {'properties': {'near_dup': {'properties': {
        'group': {'type': 'keyword'}, 'status': {'type': 'keyword'}, 'seq': {'type': 'long'}}}}}
      """;

  /** What is there already, and the day's documents. */
  private static final String OLD = Json.of("{'range': {'rank': {'lt': $1}}}", ARCHIVE);

  private static final String DAY = Json.of("{'range': {'rank': {'gte': $1}}}", ARCHIVE);

  private static final String INCREMENT =
      "'query': " + DAY + ", 'against': {'query': {'term': {'near_dup.status': 'new'}}}";

  /** What has a number comes first, in the order of the numbers. */
  private static final String OLDEST = ", 'keep': [{'near_dup.seq': 'asc'}]";

  private static Rest rest;

  /** What a document is in its group; of and distance are those of duplicates. */
  private record Membership(String group, String of, int distance) {
    static Membership of(JsonNode decision) {
      return new Membership(
          decision.path("group").asText(),
          decision.at("/of/id").asText(),
          decision.path("distance").asInt(-1));
    }
  }

  @BeforeClass
  public static void load() throws IOException {
    rest = Rest.to(Clusters.one().http());
    rest.delete("/it-groups*");
    Fixture.SKEWED.fill(rest, INDEX, 3);
    rest.put("/" + INDEX + "/_mapping", Json.of(DECISIONS));
  }

  @AfterClass
  public static void cleanUp() throws IOException {
    rest.delete("/it-groups*");
    rest.close();
  }

  /** The figures of a run. */
  private static JsonNode run(String parameters) throws IOException {
    return rest.post(
        "/" + INDEX + "/_near_dup/groups",
        Json.of("{'field': '$1', " + parameters + "}", Fixture.FIELD));
  }

  private static JsonNode hits(String index, String query) throws IOException {
    rest.post("/" + index + "/_refresh", null);
    JsonNode answer =
        rest.post(
            "/" + index + "/_search",
            Json.of("{'size': $1, 'sort': 'id', 'query': " + query + "}", Oracle.ALL));
    return Answers.complete(answer).at("/hits/hits");
  }

  /** The records of a run, by id. */
  private static SortedMap<String, Membership> records(String dest) throws IOException {
    SortedMap<String, Membership> records = new TreeMap<>();
    for (JsonNode hit : hits(dest, "{'match_all': {}}")) {
      records.put(hit.at("/_source/id").asText(), Membership.of(hit.path("_source")));
    }
    return records;
  }

  /** The decisions in documents, by id. */
  private static SortedMap<String, Membership> decisions(String query) throws IOException {
    SortedMap<String, Membership> decisions = new TreeMap<>();
    String decided = "{'bool': {'filter': [{'exists': {'field': 'near_dup.seq'}}, " + query + "]}}";
    for (JsonNode hit : hits(INDEX, decided)) {
      decisions.put(hit.path("_id").asText(), Membership.of(hit.at("/_source/near_dup")));
    }
    return decisions;
  }

  /** Decisions are those of the records, but for the names of the groups. */
  private static void assertDecided(
      Map<String, Membership> records, Map<String, Membership> decisions) {
    Map<String, String> groups = new HashMap<>();
    decisions.forEach(
        (id, decision) -> {
          Membership record = records.getOrDefault(id, new Membership(id, "", -1));
          assertEquals(id, record.of, decision.of);
          assertEquals(id, record.distance, decision.distance);
          assertEquals(
              id, decision.group, groups.computeIfAbsent(record.group, g -> decision.group));
        });
    assertEquals(groups.size(), Set.copyOf(groups.values()).size());
  }

  @Test
  public void anArchiveAndTheDayAfter() throws IOException, InterruptedException {
    JsonNode archive = run("'query': " + OLD + ", 'action': 'tag'");
    assertEquals(ofAll(archive), archive.path("tagged").asInt());
    assertTrue(archive.toString(), archive.path("duplicates").asInt() > 100);
    SortedMap<String, Membership> old = decisions(OLD);
    JsonNode day = run(INCREMENT + OLDEST + ", 'dest': 'it-groups-day'");
    assertTrue(day.toString(), day.path("duplicates").asInt() > 20);
    JsonNode all = run(OLDEST.substring(2) + ", 'dest': '" + ALL + "'");
    int documents = archive.path("documents").asInt() + day.path("documents").asInt();
    assertEquals(documents, all.path("documents").asInt());
    // A, then B against A, is A and B with A first.
    SortedMap<String, Membership> atOnce = records(ALL);
    SortedMap<String, Membership> parts = records("it-groups-day");
    parts.keySet().removeAll(old.keySet());
    SortedMap<String, Membership> later = new TreeMap<>(atOnce);
    later.keySet().removeAll(old.keySet());
    assertEquals(later, parts);
    assertDecided(atOnce, old);
    assertExported(atOnce);
    // As tags, too.
    JsonNode tags = run(INCREMENT + ", 'action': 'tag'");
    assertEquals(day.path("documents"), tags.path("documents"));
    assertEquals(ofAll(tags), tags.path("tagged").asInt());
    assertDecided(atOnce, decisions("{'match_all': {}}"));
    assertEquals(0, run("'action': 'tag'").path("tagged").asInt());
    // What is deleted are the duplicates.
    JsonNode deletion =
        run(
            OLDEST.substring(2)
                + ", 'action': 'delete', 'verify': false, 'dest': 'it-groups-deleted'");
    assertEquals(all.path("duplicates"), deletion.path("deleted"));
    SortedMap<String, Membership> left = decisions("{'match_all': {}}");
    assertEquals(ofAll(archive) + ofAll(tags) - deletion.path("deleted").asInt(), left.size());
    left.forEach((id, decision) -> assertEquals(id, "", decision.of));
  }

  /** Those that are compared, and those without a fingerprint, which are new. */
  private static int ofAll(JsonNode run) {
    return run.path("documents").asInt() + run.path("not_compared").asInt();
  }

  private static void assertExported(Map<String, Membership> records)
      throws IOException, InterruptedException {
    Set<String> groups = new LinkedHashSet<>();
    Map<String, String> exported = new TreeMap<>();
    for (String line : export()) {
      String[] columns = line.split("\t", -1);
      assertEquals(line, 2, columns.length);
      Membership record = records.get(columns[0]);
      assertEquals(line, record.group, columns[1]);
      assertEquals(line, groups.add(columns[1]), record.of.isEmpty());
      exported.put(columns[0], columns[1]);
    }
    assertEquals(records.keySet(), exported.keySet());
  }

  /** What the script of the documentation prints, where a search may have fewer hits than usual. */
  private static List<String> export() throws IOException, InterruptedException {
    rest.put("/" + ALL + "/_settings", Json.of("{'index.max_result_window': 100}"));
    Path script = DocumentationIT.ROOT.resolve("docs/export_groups.py");
    Path output = Files.createTempFile("near_dup", ".tsv");
    try {
      String server = Clusters.one().http().get(0).toString();
      Process python =
          new ProcessBuilder("python3", script.toString(), server, ALL)
              .redirectOutput(output.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertEquals(0, python.waitFor());
      return Files.readAllLines(output);
    } finally {
      Files.delete(output);
    }
  }
}
