// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.search.SearchHit;

/**
 * Several writers, each with documents of its own, in families of near ones: in the end what is
 * kept of each is what a replay by brute force keeps.
 */
public class NearDupKeepModelTests extends NearDupDocumentsTestCase {
  private static final int WRITERS = 3;
  private static final int FAMILIES = 40;

  /** Far from each other; of two members of one, both are within a bit of it. */
  private long[] families;

  /** The rank of each document that is acknowledged, by family and id. */
  private final Map<Integer, Map<String, Integer>> there = new ConcurrentHashMap<>();

  private final Set<String> written = ConcurrentHashMap.newKeySet();

  private static String number(String parameters) {
    return ",'keep':[{'number':'desc'}]" + parameters;
  }

  private void begin() {
    Random random = new Random(randomLong());
    families = random.longs(FAMILIES).toArray();
    for (int i = 0; i < FAMILIES; i++) {
      there.put(i, new ConcurrentHashMap<>());
    }
    news();
  }

  private final class Writer implements Runnable {
    private final int number;
    private final Random random;
    private final boolean edits;
    private final int bulks;
    private final Map<String, Integer> mine = new HashMap<>();
    private AssertionError failure;
    private int made;

    Writer(int number, long seed, boolean edits, int bulks) {
      this.number = number;
      this.random = new Random(seed);
      this.edits = edits;
      this.bulks = bulks;
    }

    @Override
    public void run() {
      try {
        for (int i = 0; i < bulks; i++) {
          bulk();
        }
      } catch (AssertionError e) {
        failure = e;
      }
    }

    private void bulk() {
      BulkRequest bulk = new BulkRequest();
      Map<String, Integer> ranks = new HashMap<>();
      Set<String> deleted = new HashSet<>();
      for (int left = 1 + random.nextInt(12); left > 0; left--) {
        List<String> others = new ArrayList<>(mine.keySet());
        others.removeAll(ranks.keySet());
        others.removeAll(deleted);
        boolean old = edits && others.isEmpty() == false && random.nextInt(4) == 0;
        String id = old ? others.get(random.nextInt(others.size())) : number + "-" + made++;
        if (old && random.nextInt(3) == 0) {
          bulk.add(new DeleteRequest("news", id));
          deleted.add(id);
        } else {
          int family = old ? mine.get(id) : random.nextInt(FAMILIES);
          // Of each rank there is one document, and each document has several.
          int rank = (random.nextInt(1000) * 1000 + made++) * WRITERS + number;
          long print = families[family] ^ (1L << random.nextInt(64));
          bulk.add(document("news", id, print, Map.of("number", rank)));
          mine.put(id, family);
          ranks.put(id, rank);
        }
      }
      for (BulkItemResponse item : anyClient().bulk(bulk).actionGet().getItems()) {
        assertFalse(item.getFailureMessage(), item.isFailed());
        Integer rank = ranks.get(item.getId());
        if (rank == null) {
          there.get(mine.remove(item.getId())).remove(item.getId());
        } else {
          there.get(mine.get(item.getId())).put(item.getId(), rank);
          written.add(item.getId());
        }
      }
    }
  }

  private void write(boolean edits, Runnable meanwhile) throws Exception {
    List<Writer> writers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(new Writer(i, randomLong(), edits, Math.max(10, documents() / 60)));
      threads.add(new Thread(writers.get(i), "writer " + i));
    }
    threads.forEach(Thread::start);
    meanwhile.run();
    for (Thread thread : threads) {
      thread.join();
    }
    for (Writer writer : writers) {
      if (writer.failure != null) {
        throw writer.failure;
      }
    }
  }

  /** All that is stored, by id. */
  private Map<String, SearchHit> stored() {
    client().admin().indices().prepareRefresh("news").get();
    Map<String, SearchHit> stored = new HashMap<>();
    client()
        .prepareSearch("news")
        .setSize(10_000)
        .setVersion(true)
        .get()
        .getHits()
        .forEach(hit -> stored.put(hit.getId(), hit));
    return stored;
  }

  private static String best(Map<String, Integer> ranks) {
    return Collections.max(ranks.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  private static Map<?, ?> decision(SearchHit hit) {
    return (Map<?, ?>) hit.getSourceAsMap().get("near_dup");
  }

  private static boolean isDoubted(SearchHit hit) {
    return "index_only".equals(decision(hit).get("checked"));
  }

  /**
   * Of each family the best document is new, and all others are duplicates in its group; but for
   * families with a document that says of itself that it may be wrong, since another one was just
   * being written anew.
   */
  private void assertKept() throws Exception {
    assertSoon(
        () -> {
          Map<String, SearchHit> stored = stored();
          int count = 0;
          int doubted = 0;
          for (Map<String, Integer> family : there.values()) {
            count += family.size();
            family.keySet().forEach(id -> assertNotNull(id + " is lost", stored.get(id)));
            if (family.keySet().stream().anyMatch(id -> isDoubted(stored.get(id)))) {
              doubted++;
              continue;
            }
            for (String id : family.keySet()) {
              Map<?, ?> decision = decision(stored.get(id));
              String best = best(family);
              assertEquals(
                  id + decision + " beside " + best + decision(stored.get(best)),
                  id.equals(best) ? "new" : "duplicate",
                  decision.get("status"));
              assertEquals(decision(stored.get(best)).get("group"), decision.get("group"));
            }
          }
          assertEquals(count, stored.size());
          assertTrue(doubted + " families are in doubt", doubted <= FAMILIES / 4);
        });
  }

  public void testTagged() throws Exception {
    pipeline(number(""));
    begin();
    write(true, () -> {});
    assertKept();
  }

  /** What one home has not done the next one does. */
  public void testTaggedWhileTheHomeMoves() throws Exception {
    pipeline(number(""));
    begin();
    write(true, this::moveHome);
    assertKept();
  }

  private void assertReplaced(boolean counted) throws Exception {
    assertSoon(
        () -> {
          Map<String, SearchHit> stored = stored();
          Set<String> best = new HashSet<>();
          int copies = 0;
          for (Map<String, Integer> family : there.values()) {
            if (family.isEmpty() == false) {
              best.add(best(family));
            }
          }
          Map<String, Object> left = new HashMap<>();
          stored.forEach((id, hit) -> left.put(id, decision(hit)));
          left.keySet().removeAll(best);
          assertEquals("left: " + left, best, stored.keySet());
          for (SearchHit hit : stored.values()) {
            assertEquals(decision(hit).toString(), "new", decision(hit).get("status"));
            copies += ((Number) hit.getSourceAsMap().getOrDefault("copies", 0)).intValue();
          }
          if (counted) {
            assertEquals(written.size() - best.size(), copies);
          }
        });
  }

  public void testReplaced() throws Exception {
    pipeline(number(",'on_duplicate':'replace','merge':{'copies':'count'}"));
    begin();
    write(false, () -> {});
    assertReplaced(true);
  }

  /**
   * Of each family one document is left, those that were written over another, since what wrote
   * them may not have known that, and those that say of themselves that they may be wrong.
   */
  private void assertDropped() throws Exception {
    assertSoon(
        () -> {
          Map<Integer, List<String>> left = new HashMap<>();
          for (SearchHit hit : stored().values()) {
            long print = Fingerprint.parse((String) hit.getSourceAsMap().get("print"));
            int family = 0;
            while (Long.bitCount(families[family] ^ print) > 1) {
              family++;
            }
            Map<?, ?> decision = decision(hit);
            if (isDoubted(hit) == false
                && (hit.getVersion() == 1 || "new".equals(decision.get("status")))) {
              left.computeIfAbsent(family, key -> new ArrayList<>())
                  .add(hit.getId() + " " + hit.getVersion() + decision);
            }
          }
          left.values().forEach(family -> assertEquals(family.toString(), 1, family.size()));
        });
  }

  public void testDropped() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    begin();
    write(true, () -> {});
    assertDropped();
  }

  public void testReplacedWhileTheHomeMoves() throws Exception {
    pipeline(number(",'on_duplicate':'replace'"));
    begin();
    write(false, this::moveHome);
    assertReplaced(false);
  }
}
