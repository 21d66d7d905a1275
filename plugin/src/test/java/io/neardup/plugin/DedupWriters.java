// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
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
import org.opensearch.action.search.SearchRequestBuilder;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.SearchHit;
import org.opensearch.search.sort.SortOrder;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.transport.client.Client;

/**
 * Writers of random documents in bulks, each thread with ids of its own, who keep a log of all that
 * they wrote; and the check of the log against a replay by brute force.
 */
final class DedupWriters {
  /** So many hits are read together, which every index allows. */
  private static final int PAGE = 10_000;

  private static final int THREADS = 8;
  private static final int MAX_DISTANCE = 3;

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
  private final List<Sent> discarded = Collections.synchronizedList(new ArrayList<>());
  private DedupReplay replay;

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
      while (left.get() > documents / 2 && done.stream().noneMatch(Future::isDone)) {
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
    Set<String> touched = new HashSet<>();
    for (int i = 0; i < size; i++) {
      Sent doc =
          new Sent(
              thread + "-" + log.size() + "-" + random.nextLong(),
              fingerprint(random),
              fault(random, mine));
      IndexRequest request = new IndexRequest(target).source(source(doc, random));
      request.create(stream || doc.fault == Sent.Fault.CONFLICT);
      String id = id(doc.fault, thread, random, mine, touched);
      if (id == null && doc.fault == Sent.Fault.CONFLICT) {
        continue;
      }
      if (id != null) {
        doc.id = id;
        Sent replaced = mine.get(id);
        if (replaced != null && remember(client, replaced) == false) {
          continue;
        }
        touched.add(id);
        request.id(id);
      }
      bulk.add(request);
      sent.add(doc);
    }
    if (rewrites && mine.isEmpty() == false && random.nextInt(3) == 0) {
      Sent victim = mine.values().iterator().next();
      if (touched.contains(victim.id) == false && remember(client, victim)) {
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
    source.put("number", doc.fault == Sent.Fault.MAPPING ? "no number" : random.nextInt());
    if (stream) {
      source.put("@timestamp", "2026-01-01T00:00:00Z");
    }
    return source;
  }

  private Sent.Fault fault(Random random, Map<String, Sent> mine) {
    if (failures == false || random.nextInt(12) > 0) {
      return Sent.Fault.NONE;
    }
    return mine.isEmpty() || random.nextBoolean() ? Sent.Fault.MAPPING : Sent.Fault.CONFLICT;
  }

  /** Null for none. */
  private String id(
      Sent.Fault fault, int thread, Random random, Map<String, Sent> mine, Set<String> not) {
    String id = "t" + thread + "-" + (rewrites ? random.nextInt(documents) : random.nextLong());
    boolean taken = fault == Sent.Fault.CONFLICT;
    if (taken == false && (stream || random.nextInt(2) == 0)) {
      return null;
    }
    if (taken || (rewrites && random.nextInt(4) == 0 && mine.isEmpty() == false)) {
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
      if (item.isFailed()
          && doc.fault == Sent.Fault.NONE
          && item.getFailure().getStatus() == RestStatus.CONFLICT
          && item.getFailureMessage().contains("a near-duplicate of")) {
        discarded.add(doc);
        continue;
      }
      if (item.isFailed()) {
        lost.addAndGet(doc.fault == Sent.Fault.NONE ? 1 : 0);
        continue;
      }
      if (item.getResponse().getResult() == DocWriteResponse.Result.NOOP) {
        discarded.add(doc);
        continue;
      }
      assertEquals("it was written: " + doc.key, Sent.Fault.NONE, doc.fault);
      assertTrue(item.getOpType() != DocWriteRequest.OpType.DELETE);
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
    return replay.doubted();
  }

  /** Writes that failed without having asked for it. */
  int lost() {
    return lost.get();
  }

  @Override
  public String toString() {
    return documents
        + " documents, "
        + log.stream().filter(doc -> doc.written == false).count()
        + " not written, "
        + replay.duplicates()
        + " duplicates, "
        + replay.doubted()
        + " doubted";
  }

  /** An index was deleted: what cannot be found was in it. */
  void forgetWhatIsGone(Client client) {
    Map<String, Map<String, Object>> stored = stored(client);
    log.forEach(doc -> doc.written &= stored.containsKey(doc.key));
  }

  /** Every decision is that of a replay in the order of seq; and nothing is lost. */
  void check(Client client) {
    check(client, false);
  }

  /** Also where the home of the domain went away, and nodes may have asked twice. */
  void checkAfterFault(Client client) {
    check(client, true);
  }

  private void check(Client client, boolean answersMayBeLost) {
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
    replay = new DedupReplay(MAX_DISTANCE, log, answersMayBeLost);
    replay.run();
  }

  /** Duplicates that were not written: of each one near document is stored. */
  int discarded() {
    long[] stored =
        log.stream().filter(doc -> doc.written).mapToLong(doc -> doc.fingerprint).toArray();
    for (Sent doc : discarded) {
      int nearest =
          Arrays.stream(stored)
              .mapToInt(print -> Long.bitCount(print ^ doc.fingerprint))
              .min()
              .orElse(64);
      assertTrue("lost: " + doc + " " + nearest, nearest <= MAX_DISTANCE);
      assertTrue("written all the same: " + doc, doc.written == false);
    }
    return discarded.size();
  }

  /** What is in the index, by key. Page by page: the codecs of the tests do not like scrolls. */
  private Map<String, Map<String, Object>> stored(Client client) {
    client.admin().indices().prepareRefresh().get();
    Map<String, Map<String, Object>> stored = new HashMap<>();
    Object[] after = null;
    do {
      SearchRequestBuilder search =
          client.prepareSearch(target).setSize(PAGE).addSort("key.keyword", SortOrder.ASC);
      SearchResponse found = (after == null ? search : search.searchAfter(after)).get();
      assertEquals(0, found.getFailedShards());
      after = null;
      for (SearchHit hit : found.getHits()) {
        Map<String, Object> source = new HashMap<>(hit.getSourceAsMap());
        source.put("_index", hit.getIndex());
        source.put("_id", hit.getId());
        stored.put((String) source.get("key"), source);
        after = hit.getSortValues();
      }
    } while (after != null);
    return stored;
  }
}
