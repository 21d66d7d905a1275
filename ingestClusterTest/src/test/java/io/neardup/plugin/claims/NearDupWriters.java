// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.search.SearchRequestBuilder;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.SearchHit;
import org.opensearch.search.sort.SortBuilders;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.transport.client.Client;

/**
 * Writers of random documents in bulks, each thread with ids of its own, who keep a log of all that
 * they wrote; and the check of the log against a replay by brute force.
 */
final class NearDupWriters {
  /** So many hits are read together, which every index allows. */
  private static final int PAGE = 10_000;

  private static final Logger LOGGER = LogManager.getLogger(NearDupWriters.class);

  /** How often those who wait are told how far it is, in nanoseconds. */
  private static final long LINE = TimeUnit.SECONDS.toNanos(10);

  private static final int THREADS = 8;
  private static final int MAX_DISTANCE = 3;

  private final NearDupBulk.Stream stream;
  private final boolean removes;
  private final long seed = OpenSearchTestCase.randomLong();
  private final NearDupPrints prints = new NearDupPrints();
  private final List<Sent> log = Collections.synchronizedList(new ArrayList<>());
  private final List<Sent> twins = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger left;

  /** Until what happens meanwhile is over, some are written after all others. */
  private volatile boolean goesOn = true;

  private final AtomicLong told = new AtomicLong(System.nanoTime());
  private final AtomicInteger lost = new AtomicInteger();
  private final List<Sent> discarded = Collections.synchronizedList(new ArrayList<>());
  private NearDupReplay replay;

  NearDupWriters(String target, boolean rewrites, boolean failures, int documents) {
    this(new NearDupBulk.Stream(target, rewrites, failures, false, documents));
  }

  NearDupWriters(NearDupBulk.Stream stream) {
    this(stream, false);
  }

  /**
   * @param removes whether the pipeline drops duplicates, and may delete what it has written
   */
  NearDupWriters(NearDupBulk.Stream stream, boolean removes) {
    this.stream = stream;
    this.removes = removes;
    this.left = new AtomicInteger(stream.documents());
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
      while (left.get() > stream.documents() / 2 && done.stream().noneMatch(Future::isDone)) {
        Thread.onSpinWait();
        TimeUnit.MILLISECONDS.sleep(5);
      }
      meanwhile.run();
      goesOn = false;
      for (Future<?> thread : done) {
        thread.get(10, TimeUnit.MINUTES);
      }
    } finally {
      goesOn = false;
      threads.shutdownNow();
    }
  }

  private void write(int thread, Random random, List<Client> nodes) {
    Map<String, Sent> mine = new LinkedHashMap<>();
    while (left.get() > 0 || goesOn) {
      int size =
          random.nextInt(5) == 0 || left.get() <= 0
              ? 1
              : 1 + random.nextInt(Math.min(1000, stream.documents() / 30));
      if (left.get() <= 0) {
        pause();
      }
      left.addAndGet(-size);
      bulk(thread, random, nodes.get(random.nextInt(nodes.size())), mine, size);
      tell();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(50);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void tell() {
    long last = told.get();
    long now = System.nanoTime();
    if (now - last > LINE && told.compareAndSet(last, now)) {
      int sent = stream.documents() - Math.max(0, left.get());
      LOGGER.warn("sent {} of {} documents", sent, stream.documents());
    }
  }

  private void bulk(int thread, Random random, Client client, Map<String, Sent> mine, int size) {
    NearDupBulk bulk = new NearDupBulk(stream, prints, thread, random, client, mine);
    bulk.fill(size);
    BulkRequest request = bulk.request();
    List<Sent> sent = bulk.sent();
    for (Sent doc : sent) {
      if (doc != null) {
        (doc.twin ? twins : log).add(doc);
      }
    }
    try {
      answered(request, sent, client.bulk(request).actionGet(), mine);
    } catch (RuntimeException e) {
      // Nobody knows: what is found in the end counts.
      sent.stream().filter(Objects::nonNull).forEach(doc -> doc.deleted = true);
      lost.addAndGet(sent.size());
    }
  }

  private void answered(
      BulkRequest bulk, List<Sent> sent, BulkResponse response, Map<String, Sent> mine) {
    assertEquals(bulk.numberOfActions(), response.getItems().length);
    for (int i = 0; i < sent.size(); i++) {
      if (sent.get(i) != null) {
        answered(sent.get(i), response.getItems()[i], mine);
      }
    }
  }

  private void answered(Sent doc, BulkItemResponse item, Map<String, Sent> mine) {
    if (doc.fault == Sent.Fault.UNUSED) {
      lost.addAndGet(item.isFailed() ? 1 : 0);
    } else if (isDiscarded(doc, item)) {
      assertFalse("an upsert is not discarded: " + doc, doc.upsert);
      doc.rerouted = item.isFailed() == false && item.getIndex().equals(NearDupBulk.COPIES);
      discarded.add(doc);
    } else if (item.isFailed()) {
      lost.addAndGet(doc.fault == Sent.Fault.NONE ? 1 : 0);
    } else if (item.getIndex().equals(NearDupBulk.DEAD)) {
      assertEquals("it is no dead letter: " + doc, Sent.Fault.DEAD_LETTER, doc.fault);
    } else {
      // What was taken may have been deleted as a duplicate.
      boolean free = removes && doc.fault == Sent.Fault.CONFLICT;
      assertTrue("it was written: " + doc.key, free || doc.fault == Sent.Fault.NONE);
      assertTrue(item.getOpType() != DocWriteRequest.OpType.DELETE);
      doc.written = true;
      doc.rewrites &= item.getResponse().getResult() == DocWriteResponse.Result.UPDATED;
      doc.index = item.getIndex();
      doc.id = item.getId();
      if (stream.rewrites() && doc.twin == false) {
        mine.put(doc.id, doc);
      }
    }
  }

  /**
   * A duplicate that is not written, or elsewhere. What replaces a version is written or failed.
   */
  private static boolean isDiscarded(Sent doc, BulkItemResponse item) {
    if (item.isFailed()) {
      return doc.fault == Sent.Fault.NONE
          && item.getFailure().getStatus() == RestStatus.CONFLICT
          && item.getFailureMessage().contains("a near-duplicate of");
    }
    boolean elsewhere =
        item.getResponse().getResult() == DocWriteResponse.Result.NOOP
            || item.getIndex().equals(NearDupBulk.COPIES);
    assertFalse("a version is swallowed: " + doc, elsewhere && doc.rewrites);
    return elsewhere;
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
    return stream.documents()
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
    Map<String, Map<String, Object>> stored = stored(client, stream.target());
    log.forEach(doc -> doc.written &= stored.containsKey(doc.key));
  }

  /** Every decision is that of a replay in the order of seq; and nothing is lost. */
  void check(Client client) {
    if (stream.odd()) {
      check(client, NearDupBulk.TWINS, twins);
    }
    replay = check(client, stream.target(), log);
  }

  private NearDupReplay check(Client client, String target, List<Sent> log) {
    Map<String, Map<String, Object>> stored = stored(client, target);
    for (Sent doc : log) {
      Map<String, Object> source = stored.get(doc.key);
      if (source != null) {
        doc.written = true;
        doc.index = (String) source.get("_index");
        doc.id = (String) source.get("_id");
        doc.decision = (Map<?, ?>) source.get("near_dup");
      } else if (doc.written && doc.decision == null && doc.deleted == false) {
        assertTrue("lost: " + doc, removes && doc.rewrites == false && doc.upsert == false);
        doc.written = false;
        discarded.add(doc);
      }
    }
    NearDupReplay replay = new NearDupReplay(MAX_DISTANCE, log);
    replay.run();
    return replay;
  }

  /** Groups of duplicates that have no canonical, each with one of them. */
  Map<Object, Object> headless(Client client) {
    Map<Object, Object> groups = new HashMap<>();
    Set<Object> headed = new HashSet<>();
    for (Map<String, Object> source : stored(client, stream.target()).values()) {
      Map<?, ?> decision = (Map<?, ?>) source.get("near_dup");
      if ("new".equals(decision.get("status"))) {
        headed.add(decision.get("group"));
      } else {
        groups.put(decision.get("group"), source);
      }
    }
    groups.keySet().removeAll(headed);
    return groups;
  }

  /** Duplicates that were not written: of each one near document is stored. */
  int discarded() {
    for (Sent doc : discarded) {
      int nearest =
          (doc.twin ? twins : log)
              .stream()
                  .filter(other -> other != doc && other != doc.insteadOf)
                  // What is in the other index is not lost where its match fails afterwards.
                  .filter(other -> other.written || doc.rerouted)
                  .mapToInt(other -> Long.bitCount(other.fingerprint ^ doc.fingerprint))
                  .min()
                  .orElse(64);
      assertTrue("lost: " + doc + " " + nearest, nearest <= MAX_DISTANCE);
      assertTrue("written all the same: " + doc, doc.written == false);
    }
    return discarded.size();
  }

  /** What is in the index, by key. Page by page: the codecs of the tests do not like scrolls. */
  private static Map<String, Map<String, Object>> stored(Client client, String target) {
    client.admin().indices().prepareRefresh().get();
    Map<String, Map<String, Object>> stored = new HashMap<>();
    Object[] after = null;
    do {
      SearchRequestBuilder search =
          client
              .prepareSearch(target)
              .setSize(PAGE)
              // An index that was just made has none.
              .addSort(SortBuilders.fieldSort("key.keyword").unmappedType("keyword"));
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
