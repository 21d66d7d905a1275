// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.plugin.Answer;
import io.neardup.plugin.Http;
import io.neardup.plugin.HttpClusterTestCase;
import io.neardup.plugin.groups.GroupsStages.Doc;
import io.neardup.plugin.groups.GroupsStages.Domain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.search.SearchHit;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;

/**
 * Tags where more decides than the distance of one fingerprint: signatures, {@code verify}, windows
 * and cascades of stages, with scopes and without, checked by a replay by brute force in the order
 * of the numbers; moments after edits, after chains of them and after losses; and repairs.
 */
@ClusterScope(numDataNodes = 2, numClientNodes = 1, supportsDedicatedMasters = false)
public class GroupsStagesTests extends HttpClusterTestCase {
  private static final String INDEX = "staged";
  private static final int DOCUMENTS = 80;

  private final Map<String, Map<String, Object>> written = new TreeMap<>();
  private Http http;
  private Domain domain;

  /** Rounds of all kinds: two in an ordinary run, more with {@code -Dtests.near_dup.rounds}. */
  public void testRounds() throws IOException {
    http = http(internalCluster().coordOnlyNodeClient());
    for (int rounds = Integer.getInteger("tests.near_dup.rounds", 2); rounds > 0; rounds--) {
      domain = GroupsStages.domain();
      logger.info("round of {}", domain);
      round();
      assertAcked(client().admin().indices().prepareDelete(INDEX));
      written.clear();
    }
  }

  private void round() throws IOException {
    create();
    fill(0, DOCUMENTS, randomBoolean());
    tagAll();
    for (int steps = between(1, 4); steps > 0; steps--) {
      switch (between(0, 3)) {
        case 0 -> edit();
        case 1 -> lose(doc -> true, 15);
        case 2 -> increment();
        default -> repair();
      }
      tagAll();
    }
    Answer again = tag("");
    assertEquals(0, again.at("tagged"));
    assertFigures(again);
  }

  /** Where nothing is left to do, the answer tells what is stored. */
  private void assertFigures(Answer answer) throws IOException {
    Map<String, Doc> docs = stored();
    Set<String> groups =
        docs.values().stream()
            .filter(doc -> doc.isNew() == false)
            .map(Doc::group)
            .collect(Collectors.toSet());
    assertEquals(answer.toString(), groups.size(), answer.at("groups"));
    long duplicates = docs.values().stream().filter(doc -> doc.isNew() == false).count();
    assertEquals(answer.toString(), (int) duplicates, answer.at("duplicates"));
  }

  private void create() throws IOException {
    assertEquals(200, http.call("PUT", "_ingest/pipeline/staged", domain.pipeline()).status());
    assertAcked(
        prepareCreate(INDEX)
            .setSettings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, between(1, 4))
                    .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, between(0, 1))
                    .put("index.default_pipeline", domain.piped() ? "staged" : "_none"))
            .setMapping(
                "near_dup",
                "type=near_dup",
                "print",
                "type=simhash",
                "sign",
                "type=minhash",
                "url",
                "type=keyword",
                "team",
                "type=keyword",
                "source",
                "type=keyword",
                "at",
                "type=date",
                "clicks",
                "type=integer"));
  }

  /** Through the pipeline, or past it. */
  private void fill(int from, int to, boolean piped) {
    BulkRequestBuilder bulk = client().prepareBulk();
    for (int i = from; i < to; i++) {
      bulk.add(
          client()
              .prepareIndex(INDEX)
              .setId("d" + i)
              .setPipeline(piped && domain.piped() ? "staged" : "_none")
              .setSource(GroupsStages.source()));
    }
    var response = bulk.get();
    assertFalse(response.buildFailureMessage(), response.hasFailures());
    refresh(INDEX);
  }

  private Answer tag(String more) throws IOException {
    Answer answer =
        http.call(
            "POST",
            INDEX + "/_near_dup/groups",
            "{" + domain.parameters() + ",'action':'tag'" + more + "}");
    assertEquals(answer.toString(), 200, answer.status());
    return answer;
  }

  private void tagAll() throws IOException {
    Answer answer = null;
    // Meanwhile, the home gives groups another canonical that have lost theirs.
    for (int tries = 5;
        answer == null || (answer.at("changed").equals(0) == false && tries > 0); ) {
      answer = tag(randomFrom("", ",'keep':[{'clicks':'desc'}]"));
      tries--;
    }
    assertEquals(answer.toString(), 0, answer.at("changed"));
    GroupsStages.assertReplay(domain, stored().values());
  }

  private Map<String, Doc> stored() {
    refresh(INDEX);
    Map<String, Doc> docs = new TreeMap<>();
    for (SearchHit hit : client().prepareSearch(INDEX).setSize(10_000).get().getHits()) {
      docs.put(hit.getId(), Doc.of(hit.getId(), hit.getSourceAsMap()));
    }
    return docs;
  }

  /** Past the pipeline, and seen by searches at once; canonicals rather than others. */
  private void edit() {
    List<Doc> docs = new ArrayList<>(stored().values());
    List<Doc> canonicals = docs.stream().filter(Doc::isNew).toList();
    BulkRequestBuilder bulk = client().prepareBulk();
    Set<String> edited = new HashSet<>();
    for (int i = between(1, 12); i > 0; i--) {
      String id = randomFrom(randomBoolean() ? canonicals : docs).id();
      if (edited.add(id)) {
        bulk.add(client().prepareUpdate(INDEX, id).setDoc(GroupsStages.edit()));
      }
    }
    assertFalse(bulk.get().hasFailures());
    refresh(INDEX);
  }

  private void lose(Predicate<Doc> which, int atMost) {
    BulkRequestBuilder bulk = client().prepareBulk();
    List<Doc> docs = stored().values().stream().filter(which).toList();
    randomSubsetOf(Math.min(docs.size(), between(1, atMost)), docs)
        .forEach(doc -> bulk.add(client().prepareDelete(INDEX, doc.id())));
    assertFalse(bulk.get().hasFailures());
    refresh(INDEX);
  }

  /** What is new is compared with what is canonical already, and with itself. */
  private void increment() throws IOException {
    Map<String, Doc> before = stored();
    int from = 1000 * between(1, 1_000_000);
    fill(from, from + 20, false);
    Answer answer =
        tag(
            ",'query':{'bool':{'must_not':{'exists':{'field':'near_dup.status'}}}},"
                + "'against':{'query':{'term':{'near_dup.status':'new'}}}");
    assertEquals(answer.toString(), 20, answer.at("tagged"));
    Map<String, Doc> after = stored();
    before.forEach((id, doc) -> assertEquals(doc, after.get(id)));
    GroupsStages.assertReplay(domain, after.values());
  }

  private void repair() throws IOException {
    String pipeline = domain.piped() ? "'staged'" : "'_none'";
    setting("'_none'");
    lose(Doc::isNew, 20);
    setting(pipeline);
    Map<String, Doc> before = stored();
    Set<String> led =
        before.values().stream().filter(Doc::isNew).map(Doc::group).collect(Collectors.toSet());
    Answer answer =
        http.call("POST", INDEX + "/_near_dup/groups/_repair", "{" + domain.parameters() + "}");
    assertEquals(answer.toString(), 200, answer.status());
    Map<String, Doc> after = stored();
    assertEquals(before.keySet(), after.keySet());
    Set<String> lost = new HashSet<>();
    before.forEach(
        (id, doc) -> {
          if (led.contains(doc.group())) {
            assertEquals("it is left as it was", doc, after.get(id));
          } else {
            lost.add(doc.group());
          }
        });
    assertEquals(answer.toString(), lost.size(), answer.at("without_canonical"));
    GroupsStages.assertLed(domain, before, after);
  }

  private void setting(String pipeline) throws IOException {
    Answer set =
        http.call("PUT", INDEX + "/_settings", "{'index.default_pipeline':" + pipeline + "}");
    assertEquals(200, set.status());
  }
}
