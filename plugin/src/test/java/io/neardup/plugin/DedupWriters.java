// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.search.SearchHit;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.transport.client.Client;

/**
 * Writers of random documents in bulks, each thread with ids of its own, who keep a log of all that
 * they wrote; and the check of the log against a replay by brute force.
 */
final class DedupWriters {
  /** The test's indexes answer so many hits in a page. */
  static final int MAX_DOCUMENTS = 1_000_000;

  private static final int THREADS = 8;
  private static final int MAX_DISTANCE = 3;

  /** One version of a document, as it was sent. */
  private static final class Sent {
    final long fingerprint;
    final String key;
    final boolean breaks;
    String index;
    String id;
    boolean written;

    /** Deleted or rewritten past the log: it may or may not have been there for others. */
    volatile boolean deleted;

    Sent replaced;
    Map<?, ?> decision;

    Sent(String key, long fingerprint, boolean breaks) {
      this.key = key;
      this.fingerprint = fingerprint;
      this.breaks = breaks;
    }

    long seq() {
      return decision.get("seq") instanceof Number number ? number.longValue() : -1;
    }

    boolean isNew() {
      return "new".equals(decision.get("status"));
    }

    @Override
    public String toString() {
      return key + " " + index + "/" + id + " " + Fingerprint.toHex(fingerprint) + decision;
    }
  }

  private final String target;
  private final boolean rewrites;
  private final boolean failures;
  private final int documents;
  private final boolean stream;
  private final long seed = OpenSearchTestCase.randomLong();
  private final List<Sent> log = Collections.synchronizedList(new ArrayList<>());
  private final List<Long> fingerprints = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger left;
  private final AtomicInteger lost = new AtomicInteger();
  private int doubted;
  private int duplicates;

  DedupWriters(String target, boolean rewrites, boolean failures, int documents) {
    this.target = target;
    this.rewrites = rewrites;
    this.failures = failures;
    this.documents = documents;
    this.stream = target.equals("stream");
    this.left = new AtomicInteger(documents);
  }

  /**
   * Writes until all is written.
   *
   * @param meanwhile done when half of it is
   */
  void run(Supplier<Client> clients, Runnable meanwhile) throws Exception {
    List<Client> nodes = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      nodes.add(clients.get());
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int number = i;
        done.add(threads.submit(() -> write(number, new Random(seed + number), nodes)));
      }
      while (left.get() > documents / 2) {
        Thread.onSpinWait();
        TimeUnit.MILLISECONDS.sleep(5);
      }
      meanwhile.run();
      for (Future<?> thread : done) {
        thread.get(10, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void write(int thread, Random random, List<Client> nodes) {
    Map<String, Sent> mine = new LinkedHashMap<>();
    while (left.get() > 0) {
      int size = random.nextInt(5) == 0 ? 1 : 1 + random.nextInt(Math.min(1000, documents / 30));
      left.addAndGet(-size);
      bulk(thread, random, nodes.get(random.nextInt(nodes.size())), mine, size);
    }
  }

  private void bulk(int thread, Random random, Client client, Map<String, Sent> mine, int size) {
    BulkRequest bulk = new BulkRequest().timeout(TimeValue.timeValueSeconds(30));
    List<Sent> sent = new ArrayList<>(size);
    Map<String, Sent> touched = new HashMap<>();
    for (int i = 0; i < size; i++) {
      Sent doc =
          new Sent(
              thread + "-" + log.size() + "-" + random.nextLong(),
              fingerprint(random),
              failures && random.nextInt(12) == 0);
      IndexRequest request = new IndexRequest(target).source(source(doc, random));
      if (stream) {
        request.create(true);
      }
      String id = id(thread, random, mine, touched.keySet());
      if (id != null) {
        doc.id = id;
        doc.replaced = mine.get(id);
        if (doc.replaced != null && remember(client, doc.replaced) == false) {
          continue;
        }
        touched.put(id, doc);
        request.id(id);
      }
      bulk.add(request);
      sent.add(doc);
    }
    if (rewrites && mine.isEmpty() == false && random.nextInt(3) == 0) {
      Sent victim = mine.values().iterator().next();
      if (touched.containsKey(victim.id) == false && remember(client, victim)) {
        victim.deleted = true;
        mine.remove(victim.id);
        bulk.add(new DeleteRequest(target, victim.id));
      }
    }
    log.addAll(sent);
    try {
      answered(bulk, sent, client.bulk(bulk).actionGet(), mine);
    } catch (RuntimeException e) {
      // Nobody knows: what is found in the end counts.
      sent.forEach(doc -> doc.deleted = true);
      lost.addAndGet(sent.size());
    }
  }

  private Map<String, Object> source(Sent doc, Random random) {
    Map<String, Object> source = new HashMap<>();
    source.put("key", doc.key);
    source.put("print", Fingerprint.toHex(doc.fingerprint));
    source.put("number", doc.breaks ? "no number" : random.nextInt());
    if (stream) {
      source.put("@timestamp", "2026-01-01T00:00:00Z");
    }
    return source;
  }

  private String id(int thread, Random random, Map<String, Sent> mine, Set<String> not) {
    if (stream || random.nextInt(2) == 0) {
      return null;
    }
    String id = "t" + thread + "-" + (rewrites ? random.nextInt(documents) : random.nextLong());
    if (rewrites && random.nextInt(4) == 0 && mine.isEmpty() == false) {
      List<String> ids = List.copyOf(mine.keySet());
      id = ids.get(random.nextInt(ids.size()));
    }
    return not.contains(id) ? null : id;
  }

  private long fingerprint(Random random) {
    synchronized (fingerprints) {
      long value =
          fingerprints.isEmpty() || random.nextInt(3) > 0
              ? random.nextLong()
              : fingerprints.get(random.nextInt(fingerprints.size()));
      for (int flips = random.nextInt(5); flips > 0; flips--) {
        value ^= 1L << random.nextInt(64);
      }
      fingerprints.add(value);
      return value;
    }
  }

  /** The decision on a version that is about to go; false when it cannot be read. */
  private static boolean remember(Client client, Sent doc) {
    if (doc.decision == null) {
      GetResponse found = client.prepareGet(doc.index, doc.id).get();
      if (found.isExists() == false || doc.key.equals(found.getSource().get("key")) == false) {
        return false;
      }
      doc.decision = (Map<?, ?>) found.getSource().get("near_dup");
    }
    return true;
  }

  private void answered(
      BulkRequest bulk, List<Sent> sent, BulkResponse response, Map<String, Sent> mine) {
    assertEquals(bulk.numberOfActions(), response.getItems().length);
    for (int i = 0; i < sent.size(); i++) {
      BulkItemResponse item = response.getItems()[i];
      Sent doc = sent.get(i);
      if (item.isFailed()) {
        lost.addAndGet(doc.breaks ? 0 : 1);
        continue;
      }
      assertTrue("a broken document was written", doc.breaks == false);
      assertTrue(item.getOpType() != DocWriteRequest.OpType.DELETE);
      assertTrue(item.getResponse().getResult() != DocWriteResponse.Result.NOOP);
      doc.written = true;
      doc.index = item.getIndex();
      doc.id = item.getId();
      if (rewrites) {
        mine.put(doc.id, doc);
      }
    }
  }

  int decided() {
    return (int) log.stream().filter(doc -> doc.decision != null).count();
  }

  /** Decisions that were made from the index alone. */
  int doubted() {
    return doubted;
  }

  /** Writes that failed without having asked for it. */
  int lost() {
    return lost.get();
  }

  @Override
  public String toString() {
    return documents + " documents, " + duplicates + " duplicates, " + doubted + " doubted";
  }

  /** An index was deleted: what cannot be found was in it. */
  void forgetWhatIsGone(Client client) {
    Map<String, Map<String, Object>> stored = stored(client);
    log.forEach(doc -> doc.written &= stored.containsKey(doc.key));
  }

  /** Every decision is that of a replay in the order of seq; and nothing is lost. */
  void check(Client client) {
    Map<String, Map<String, Object>> stored = stored(client);
    for (Sent doc : log) {
      Map<String, Object> source = stored.get(doc.key);
      if (source != null) {
        doc.written = true;
        doc.index = (String) source.get("_index");
        doc.id = (String) source.get("_id");
        doc.decision = (Map<?, ?>) source.get("near_dup");
      } else if (doc.written) {
        assertNotNull("lost: " + doc, doc.decision);
      }
    }
    List<Sent> decided =
        new ArrayList<>(log.stream().filter(doc -> doc.written && doc.decision != null).toList());
    decided.sort((a, b) -> Long.compare(a.seq(), b.seq()));
    Map<String, List<Sent>> byRef = new HashMap<>();
    Map<Object, List<Sent>> byId = new HashMap<>();
    for (Sent doc : decided) {
      byId.computeIfAbsent(doc.id, key -> new ArrayList<>()).add(doc);
      byRef.computeIfAbsent(doc.index + "/" + doc.id, key -> new ArrayList<>()).add(doc);
    }
    for (int i = 0; i < decided.size(); i++) {
      Sent doc = decided.get(i);
      boolean unsure = "index_only".equals(doc.decision.get("checked"));
      doubted += unsure ? 1 : 0;
      duplicates += doc.isNew() ? 0 : 1;
      if (unsure == false) {
        check(doc, decided, i, byRef, byId);
      }
    }
  }

  private void check(
      Sent doc,
      List<Sent> decided,
      int position,
      Map<String, List<Sent>> byRef,
      Map<Object, List<Sent>> byId) {
    int nearest = Integer.MAX_VALUE;
    Sent first = null;
    for (int i = 0; i < position; i++) {
      Sent other = decided.get(i);
      int distance = Fingerprint.distance(other.fingerprint, doc.fingerprint);
      if (distance >= nearest || distance > MAX_DISTANCE) {
        continue;
      }
      boolean same = other.index.equals(doc.index) && other.id.equals(doc.id);
      if (other.isNew()
          && same == false
          && other.seq() >= 0
          && "index_only".equals(other.decision.get("checked")) == false
          && other.deleted == false
          && replaced(other, doc, byRef) == false) {
        nearest = distance;
        first = other;
      }
    }
    if (doc.isNew()) {
      assertEquals(doc + " is near to " + first, null, first);
      return;
    }
    Map<?, ?> of = (Map<?, ?>) doc.decision.get("of");
    if (of == null) {
      // The index of the first one was deleted while this one was decided.
      return;
    }
    int distance = (Integer) doc.decision.get("distance");
    assertTrue(doc + " but " + first, first == null || distance <= nearest);
    // The index is where it was about to be written: a rollover may have come between.
    Sent canonical =
        byId.getOrDefault(of.get("id"), List.of()).stream()
            .filter(
                version ->
                    version.seq() >= 0
                        && version.seq() < doc.seq()
                        && version.isNew()
                        && Fingerprint.distance(version.fingerprint, doc.fingerprint) == distance)
            .findFirst()
            .orElse(null);
    if (canonical != null) {
      assertEquals(canonical.decision.get("group"), doc.decision.get("group"));
    } else {
      // Its write failed after it was claimed, or its node gave up waiting and decided by itself.
      assertTrue(
          doc.toString(),
          log.stream()
              .anyMatch(
                  failed ->
                      (failed.written == false || (failed.decision != null && failed.seq() < 0))
                          && Fingerprint.distance(failed.fingerprint, doc.fingerprint)
                              == distance));
    }
  }

  private static boolean replaced(Sent version, Sent before, Map<String, List<Sent>> byRef) {
    return byRef.get(version.index + "/" + version.id).stream()
        .anyMatch(later -> later.seq() > version.seq() && later.seq() < before.seq());
  }

  private Map<String, Map<String, Object>> stored(Client client) {
    client.admin().indices().prepareRefresh().get();
    Map<String, Map<String, Object>> stored = new HashMap<>();
    // In one page: the codecs of the tests do not like scrolls.
    SearchResponse found = client.prepareSearch(target).setSize(MAX_DOCUMENTS).get();
    assertEquals(0, found.getFailedShards());
    for (SearchHit hit : found.getHits()) {
      Map<String, Object> source = new HashMap<>(hit.getSourceAsMap());
      source.put("_index", hit.getIndex());
      source.put("_id", hit.getId());
      stored.put((String) source.get("key"), source);
    }
    return stored;
  }
}
