// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** {@code GET /_near_dup/stats}: what was fingerprinted and what was asked. */
public class StatsTests extends NodeTestCase {

  /** What has been counted since the last call, by the path of the counter. */
  private static final class Counted {
    private Map<?, ?> before = total();

    private Counted() throws IOException {}

    private static Map<?, ?> total() throws IOException {
      return (Map<?, ?>) succeeded(get("_near_dup/stats")).at("total");
    }

    void assertMore(String group, Map<String, Integer> expected) throws IOException {
      Map<?, ?> now = total();
      for (Map.Entry<String, Integer> counter : expected.entrySet()) {
        int difference =
            value(now, group, counter.getKey()) - value(before, group, counter.getKey());
        assertEquals(group + "." + counter, counter.getValue().intValue(), difference);
      }
      before = now;
    }

    private static int value(Map<?, ?> total, String group, String counter) {
      return (Integer) ((Map<?, ?>) total.get(group)).get(counter);
    }
  }

  public void testDocuments() throws IOException {
    pipeline("p", simHash(",'min_features':5"));
    index("news", "p");
    Counted counted = new Counted();
    document("news", "1", STORM);
    String shorter = "Zu kurz für 重复 😀";
    document("news", "2", "{'title':'" + shorter + "'}");
    assertEquals(400, call("PUT", "news/_doc/3", "{'title':{'words':5}}").status());
    counted.assertMore(
        "simhash",
        Map.of(
            "fingerprinted", 1,
            "skipped", 1,
            "failed", 1,
            "text_length", TITLE.length() + 1 + BODY.length() + shorter.length(),
            "text_size_in_bytes", TITLE.length() + 1 + BODY.length() + 24));
  }

  public void testQuestions() throws IOException {
    pipeline("p", simHash(""));
    index("news", "p");
    document("news", "1", STORM);
    document("news", "2", STORM);
    Counted counted = new Counted();
    succeeded(nearDup("news", "'ids':['1','2','nobody'],'docs':[" + STORM + "],'size':1"));
    // One for each id, since none is its own duplicate, and two for the document.
    counted.assertMore(
        "near_dup", Map.of("requests", 1, "questions", 4, "failed", 1, "matches", 4));
    assertEquals(404, nearDup("news", "'id':'nobody'").status());
    counted.assertMore(
        "near_dup", Map.of("requests", 1, "questions", 1, "failed", 1, "matches", 0));
    // What is only asked about is not counted as a document.
    counted.assertMore("simhash", Map.of("fingerprinted", 0, "skipped", 0, "failed", 0));
  }

  /** In a bulk, which core hands from processor to processor as a whole. */
  public void testSignatures() throws IOException {
    String fields = "'fields':['title','body'],'analyzer':'english'";
    pipeline(
        "both",
        "{'simhash':{" + fields + ",'target_field':'print','ignore_missing':true}}",
        "{'minhash':{" + fields + ",'target_field':'signature','ignore_missing':true}}");
    index("news", "both");
    Counted counted = new Counted();
    StringBuilder bulk = new StringBuilder();
    for (String source : List.of(STORM, CHESS, "{'body':'…'}", "{'title':{'words':5}}")) {
      bulk.append("{'index':{}}\n").append(source).append('\n');
    }
    assertEquals(true, succeeded(post("news/_bulk?refresh=true", bulk.toString())).at("errors"));
    counted.assertMore("minhash", Map.of("fingerprinted", 2, "skipped", 1, "failed", 0));
    assertRefused(
        400,
        "[weights] must be [none], because in a MinHash signature each distinct feature counts"
            + " once, got [tf]; leave it out, or use simhash",
        call(
            "PUT",
            "_ingest/pipeline/weighted",
            "{'processors':[{'minhash':{" + fields + ",'target_field':'s','weights':'tf'}}]}"));
    pipeline("alone", "{'minhash':{'fields':'t','target_field':'s','analyzer':'french'}}");
    Map<?, ?> nodes = (Map<?, ?>) succeeded(get("_near_dup/stats")).at("nodes");
    String analyzers = ((Map<?, ?>) nodes.values().iterator().next()).get("analyzers").toString();
    assertTrue(analyzers, analyzers.contains("english") && analyzers.contains("french"));
  }

  private static void collectNames(Object json, Set<String> names) {
    if (json instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> {
            names.add((String) name);
            collectNames(value, names);
          });
    } else if (json instanceof List<?> list) {
      list.forEach(value -> collectNames(value, names));
    }
  }

  /** What monitoring reads must not be renamed with a class. */
  public void testEachNameIsDocumented() throws IOException {
    Answer answer = succeeded(get("_near_dup/stats"));
    Set<String> names = new TreeSet<>();
    collectNames(answer.at("total"), names);
    ((Map<?, ?>) answer.at("nodes")).values().forEach(node -> collectNames(node, names));
    String page = Files.readString(Path.of("..", "docs", "rest-api.md"));
    String section = page.substring(page.indexOf("## `_near_dup/stats`"));
    String documented = section.substring(0, section.indexOf("\n## `_simhash/_idf`"));
    assertTrue(names.toString(), names.containsAll(Set.of("withdrawn", "p99_in_micros")));
    names.forEach(
        name ->
            assertTrue(
                name,
                documented.contains("`" + name + "`") || documented.contains("." + name + "`")));
  }

  public void testNodes() throws IOException {
    Answer all = succeeded(get("_near_dup/stats"));
    assertEquals(1, all.at("_nodes.successful"));
    Map<?, ?> nodes = (Map<?, ?>) all.at("nodes");
    assertEquals(1, nodes.size());
    Map<?, ?> node = (Map<?, ?>) nodes.values().iterator().next();
    assertEquals(node().settings().get("node.name"), node.get("name"));
    assertEquals(all.at("total.simhash"), node.get("simhash"));
    assertEquals(Map.of(), succeeded(get("_near_dup/nobody/stats")).at("nodes"));
    assertEquals(1, ((Map<?, ?>) succeeded(get("_near_dup/_local/stats")).at("nodes")).size());
  }
}
