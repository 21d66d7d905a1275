// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.quickstart.Corpus;
import io.neardup.server.Rest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Which license stands in which other one, and what can be cut of them: the program as it is
 * installed, on the real server, against runs of twenty words that are looked up one by one.
 */
public class PassagesIT {
  private static final String INDEX = "it-passages";
  private static final int LICENSES = 150;
  private static final int WORDS = 20;
  private static final double COVERAGE = 0.8;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static Rest rest;

  /** By id, in the order in which they were written: each token with its two offsets. */
  private static final Map<String, List<JsonNode>> TOKENS = new LinkedHashMap<>();

  /** Who has a run of words. */
  private static final Map<List<String>, Set<String>> OWNERS = new HashMap<>();

  @BeforeClass
  public static void load() throws IOException {
    rest = Rest.to(Clusters.one().http());
    rest.delete("/" + INDEX + "?ignore_unavailable=true");
    rest.put(
        "/" + INDEX,
        Json.of(
            "{'settings': {'number_of_shards': 1, 'number_of_replicas': 0},"
                + " 'mappings': {'dynamic': false, 'properties': {'text': {'type': 'text',"
                + " 'fields': {'passages': {'type': 'passages'}}}}}}"));
    List<String> lines = new ArrayList<>();
    for (Corpus.License license : Corpus.load().licenses().subList(0, LICENSES)) {
      lines.add(Json.of("{'index': {'_id': '$1'}}", license.id()));
      lines.add(license.json());
      JsonNode text = MAPPER.readTree(license.json()).path("text");
      List<JsonNode> tokens = new ArrayList<>();
      rest.post("/_analyze", Json.of("{'analyzer': 'near_dup', 'text': $1}", text.toString()))
          .path("tokens")
          .forEach(tokens::add);
      TOKENS.put(license.id(), tokens);
      runs(license.id())
          .forEach(
              run -> OWNERS.computeIfAbsent(run, r -> new LinkedHashSet<>()).add(license.id()));
    }
    rest.bulk("/" + INDEX + "/_bulk?refresh=true", lines);
  }

  @AfterClass
  public static void delete() throws IOException {
    rest.delete("/" + INDEX + "?ignore_unavailable=true");
    rest.close();
  }

  /** Each twenty words in a row; of a shorter text, all of it. */
  private static List<List<String>> runs(String id) {
    List<String> words = TOKENS.get(id).stream().map(each -> each.path("token").asText()).toList();
    if (words.size() < WORDS) {
      return List.of(words);
    }
    List<List<String>> runs = new ArrayList<>();
    for (int i = 0; i + WORDS <= words.size(); i++) {
      runs.add(words.subList(i, i + WORDS));
    }
    return runs;
  }

  /** By the ids of others, which tokens of this one they have. */
  private static Map<String, BitSet> covered(String id) {
    Map<String, BitSet> covered = new TreeMap<>();
    int at = 0;
    for (List<String> run : runs(id)) {
      for (String owner : OWNERS.get(run)) {
        if (owner.equals(id) == false) {
          covered.computeIfAbsent(owner, o -> new BitSet()).set(at, at + run.size());
        }
      }
      at++;
    }
    return covered;
  }

  private static List<JsonNode> program(String... more) throws Exception {
    Path home = Clusters.path("near-dup.server");
    List<String> command =
        new ArrayList<>(
            List.of(
                home.resolve("bin/near-dup/near-dup").toString(),
                "passages",
                "--json",
                "--url=" + Clusters.one().http().get(0),
                INDEX));
    command.addAll(List.of(more));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("OPENSEARCH_JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : process.inputReader().lines().toList()) {
      lines.add(MAPPER.readTree(line));
    }
    assertEquals(0, process.waitFor());
    return lines;
  }

  @Test
  public void whichStandInWhich() throws Exception {
    Map<String, Integer> expected = new TreeMap<>();
    for (String id : TOKENS.keySet()) {
      covered(id)
          .forEach(
              (other, tokens) -> {
                if (tokens.cardinality() >= COVERAGE * TOKENS.get(id).size()) {
                  expected.put(id + " in " + other, tokens.cardinality());
                }
              });
    }
    Map<String, Integer> found = new TreeMap<>();
    for (JsonNode line : program("--coverage=" + COVERAGE)) {
      found.put(
          line.path("id").asText() + " in " + line.at("/inside/id").asText(),
          line.path("words").asInt());
    }
    assertFalse(expected.isEmpty());
    assertEquals(expected, found);
  }

  @Test
  public void whatCanBeCut() throws Exception {
    Map<String, BitSet> expected = new TreeMap<>();
    List<String> before = new ArrayList<>();
    for (String id : TOKENS.keySet()) {
      Map<String, BitSet> covered = covered(id);
      covered.keySet().retainAll(before);
      BitSet all = new BitSet();
      covered.values().forEach(all::or);
      if (all.isEmpty() == false) {
        expected.put(id, all);
      }
      before.add(id);
    }
    Map<String, BitSet> found = new TreeMap<>();
    for (JsonNode line : program("--spans")) {
      List<JsonNode> tokens = TOKENS.get(line.path("id").asText());
      BitSet cut = found.computeIfAbsent(line.path("id").asText(), id -> new BitSet());
      for (int i = 0; i < tokens.size(); i++) {
        if (tokens.get(i).path("start_offset").asInt() >= line.path("start").asInt()
            && tokens.get(i).path("end_offset").asInt() <= line.path("end").asInt()) {
          cut.set(i);
        }
      }
    }
    assertFalse(expected.isEmpty());
    assertEquals(expected, found);
  }
}
