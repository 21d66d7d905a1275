// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups.apply;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.Answer;
import io.neardup.plugin.Http;
import io.neardup.plugin.HttpClusterTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.After;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.action.index.IndexRequestBuilder;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.engine.VersionConflictEngineException;
import org.opensearch.search.SearchHit;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;

/**
 * What a job writes into documents, checked by a replay by brute force in the order of the numbers:
 * of an archive, of what is added and lost later, and while others write.
 */
@ClusterScope(numDataNodes = 2, numClientNodes = 1, supportsDedicatedMasters = false)
public class GroupsTagOnClusterTests extends HttpClusterTestCase {
  private static final String TAG =
      "{'field':'print','action':'tag','keep':[{'clicks':'desc'}],'requests_per_second':100000}";
  private static final int MAX_DISTANCE = 3;

  private final long[] centers = {randomLong(), randomLong(), 0, -1, 0x9f3a5c3b12ff00aaL};
  private Http http;

  /** A stored document. */
  private record Doc(String id, long print, int clicks, Map<?, ?> decision) {
    long seq() {
      return ((Number) decision.get("seq")).longValue();
    }

    boolean isNew() {
      return decision.get("status").equals("new");
    }
  }

  private void create() {
    http = http(internalCluster().coordOnlyNodeClient());
    assertAcked(
        prepareCreate("news")
            .setSettings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, between(1, 5))
                    .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, between(0, 1)))
            .setMapping(
                "print",
                "type=simhash",
                "clicks",
                "type=integer",
                "near_dup.group",
                "type=keyword",
                "near_dup.status",
                "type=keyword",
                "near_dup.seq",
                "type=long"));
  }

  private void fill(int from, int to) {
    BulkRequestBuilder bulk = client().prepareBulk();
    for (int i = from; i < to; i++) {
      bulk.add(document("d" + i));
    }
    assertFalse(bulk.get().hasFailures());
    refresh("news");
  }

  private IndexRequestBuilder document(String id) {
    long print = randomLong();
    if (rarely() == false) {
      print = centers[between(0, centers.length - 1)];
      for (int flips = between(0, 8); flips > 0; flips--) {
        print ^= 1L << between(0, 20);
      }
    }
    return client()
        .prepareIndex("news")
        .setId(id)
        .setSource("print", Fingerprint.toHex(print), "clicks", between(0, 20));
  }

  /** Whether data nodes find out what is near, or the node that is asked. */
  private void joinedBy(boolean dataNodes) {
    Settings settings =
        Settings.builder()
            .put("plugins.near_dup.groups.local_documents", dataNodes ? "0" : null)
            .build();
    assertAcked(
        client().admin().cluster().prepareUpdateSettings().setTransientSettings(settings).get());
  }

  @After
  public void joinAsBefore() {
    joinedBy(false);
  }

  private Answer tag() throws IOException {
    Answer answer = http.call("POST", "news/_near_dup/groups", TAG);
    assertEquals(answer.toString(), 200, answer.status());
    return answer;
  }

  private List<Doc> stored() {
    refresh("news");
    List<Doc> docs = new ArrayList<>();
    for (SearchHit hit : client().prepareSearch("news").setSize(10_000).get().getHits()) {
      Map<String, Object> source = hit.getSourceAsMap();
      docs.add(
          new Doc(
              hit.getId(),
              Fingerprint.parseValue(source.get("print")),
              (Integer) source.get("clicks"),
              (Map<?, ?>) source.get("near_dup")));
    }
    return docs;
  }

  /** In the order of the numbers, each is a duplicate of the nearest canonical before it. */
  private static void assertReplay(List<Doc> docs) {
    List<Doc> sorted = new ArrayList<>(docs);
    sorted.sort(Comparator.comparingLong(Doc::seq));
    Set<Long> seqs = new HashSet<>();
    List<Doc> canonicals = new ArrayList<>();
    for (Doc doc : sorted) {
      assertTrue(seqs.add(doc.seq()));
      Doc nearest =
          canonicals.stream()
              .filter(c -> Fingerprint.distance(c.print, doc.print) <= MAX_DISTANCE)
              .min(Comparator.comparingInt(c -> Fingerprint.distance(c.print, doc.print)))
              .orElse(null);
      if ((nearest == null) != doc.isNew()) {
        List<Doc> near =
            sorted.stream()
                .filter(other -> Fingerprint.distance(other.print, doc.print) <= MAX_DISTANCE)
                .toList();
        fail(doc + " near " + nearest + " among " + near);
      }
      if (nearest == null) {
        canonicals.add(doc);
      } else {
        assertEquals(doc.toString(), nearest.id, ((Map<?, ?>) doc.decision.get("of")).get("id"));
        assertEquals(nearest.decision.get("group"), doc.decision.get("group"));
        int distance = Fingerprint.distance(nearest.print, doc.print);
        assertEquals(distance, doc.decision.get("distance"));
      }
    }
  }

  private static Map<String, Object> decisions(List<Doc> docs) {
    Map<String, Object> decisions = new TreeMap<>();
    docs.forEach(doc -> decisions.put(doc.id, doc.decision));
    return decisions;
  }

  public void testArchiveAndWhatComesLater() throws IOException {
    create();
    fill(0, 700);
    assertEquals(700, tag().at("tagged"));
    List<Doc> first = stored();
    assertReplay(first);
    assertRanked(first);
    goOnFrom(first);
  }

  public void testArchiveThatDataNodesJoin() throws IOException {
    create();
    joinedBy(true);
    fill(0, 700);
    assertEquals(700, tag().at("tagged"));
    List<Doc> first = stored();
    assertReplay(first);
    List<Doc> bySeq = new ArrayList<>(first);
    bySeq.sort(Comparator.comparingLong(Doc::seq));
    List<Doc> near = first.stream().filter(doc -> isLone(doc, first) == false).toList();
    assertTrue("some are lone: " + near.size(), near.size() < 700);
    assertRanked(bySeq.subList(0, near.size()));
    assertEquals(Set.copyOf(near), Set.copyOf(bySeq.subList(0, near.size())));
    goOnFrom(first);
    // Whoever joins, nothing is left to do.
    joinedBy(false);
    assertEquals(0, tag().at("tagged"));
  }

  private static boolean isLone(Doc doc, List<Doc> all) {
    long near =
        all.stream()
            .filter(other -> Fingerprint.distance(other.print, doc.print) <= MAX_DISTANCE)
            .count();
    return near == 1;
  }

  /** Numbers are those of the ranks, but for equal fingerprints. */
  private static void assertRanked(List<Doc> docs) {
    List<Doc> byClicks = new ArrayList<>(docs);
    byClicks.sort(
        Comparator.comparingInt((Doc doc) -> -doc.clicks)
            .thenComparing(Doc::print, Long::compareUnsigned));
    List<Doc> bySeq = new ArrayList<>(docs);
    bySeq.sort(Comparator.comparingLong(Doc::seq));
    for (int i = 0; i < docs.size(); i++) {
      assertEquals(byClicks.get(i).clicks, bySeq.get(i).clicks);
      assertEquals(byClicks.get(i).print, bySeq.get(i).print);
    }
  }

  private void goOnFrom(List<Doc> first) throws IOException {
    Answer again = tag();
    assertEquals(0, again.at("tagged"));
    assertEquals(700, again.at("unchanged"));
    // More clicks than all: what is decided stays before them.
    fill(700, 900);
    assertEquals(200, tag().at("tagged"));
    List<Doc> second = stored();
    assertReplay(second);
    assertTrue(decisions(second).entrySet().containsAll(decisions(first).entrySet()));
    for (Doc doc : randomSubsetOf(30, second.stream().filter(Doc::isNew).toList())) {
      client().prepareDelete("news", doc.id).get();
    }
    refresh("news");
    tag();
    assertReplay(stored());
    Map<String, Object> third = decisions(stored());
    assertEquals(0, tag().at("tagged"));
    assertEquals(third, decisions(stored()));
  }

  /** Nobody's write is lost, and a run when all is quiet leaves nothing undecided. */
  public void testWhileOthersWrite() throws Exception {
    create();
    joinedBy(randomBoolean());
    fill(0, 2000);
    Map<String, Integer> last = new ConcurrentHashMap<>();
    Set<String> deleted = ConcurrentHashMap.newKeySet();
    AtomicBoolean stop = new AtomicBoolean();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      ids.add("d" + between(0, 1999));
    }
    int seed = between(100, 1000);
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; i < ids.size() && stop.get() == false; i++) {
                String id = ids.get(i);
                try {
                  if (i % 5 == 0) {
                    client().prepareDelete("news", id).get();
                    deleted.add(id);
                    last.remove(id);
                  } else if (deleted.contains(id) == false) {
                    client().prepareUpdate("news", id).setDoc("clicks", seed + i).get();
                    last.put(id, seed + i);
                  }
                } catch (VersionConflictEngineException e) {
                  // The job came first, and this write did not happen.
                }
              }
            });
    writer.start();
    Answer answer;
    try {
      answer = tag();
    } finally {
      stop.set(true);
      writer.join();
    }
    int sum =
        (Integer) answer.at("tagged")
            + (Integer) answer.at("changed")
            + (Integer) answer.at("unchanged");
    assertEquals(answer.at("documents"), sum);
    Map<String, Doc> left = new HashMap<>();
    stored().forEach(doc -> left.put(doc.id, doc));
    deleted.forEach(id -> assertNull(id + " is deleted", left.get(id)));
    last.forEach((id, clicks) -> assertEquals(id, (int) clicks, left.get(id).clicks));
    assertEquals(2000 - deleted.size(), left.size());
    tag();
    assertReplay(stored());
    assertEquals(0, tag().at("tagged"));
  }
}
