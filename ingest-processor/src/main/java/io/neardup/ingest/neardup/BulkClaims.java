// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Decision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.opensearch.common.Nullable;

/**
 * The claims of one bulk. The filter puts this into the thread context, processors add to it, and
 * when the bulk is answered, the filter reports the outcomes. Thread-safe.
 */
final class BulkClaims {
  /** The key in the thread context. */
  static final String KEY = "near_dup.claims";

  /**
   * A claim whose outcome must be reported.
   *
   * @param spec of the domain
   * @param claim the original claim
   * @param decision about it
   * @param removable whether it is a duplicate to be deleted when its canonical is acknowledged
   */
  record Tracked(DomainSpec spec, Claim claim, Decision decision, boolean removable) {}

  /**
   * What decides documents of the bulk.
   *
   * @param spec of the domain
   * @param written the data stream, alias or index that the documents are written to
   * @param to the index that duplicates are rerouted to, or null
   * @param unknown fields that are not to be mapped for it: no document has them, if it fails
   */
  record Decider(DomainSpec spec, String written, @Nullable String to, Set<String> unknown) {}

  private final String bulk;
  private final BulkActions actions;
  private final List<Tracked> tracked = new ArrayList<>();
  private final Map<Decider, Set<String>> decided = new LinkedHashMap<>();
  private final Map<Object, Queue<?>> queues = new HashMap<>();
  private boolean used;
  private Consumer<Exception> failing = e -> {};

  /**
   * @param bulk a unique id
   * @param actions of the bulk
   */
  BulkClaims(String bulk, BulkActions actions) {
    this.bulk = bulk;
    this.actions = actions;
  }

  String bulk() {
    return bulk;
  }

  BulkActions actions() {
    return actions;
  }

  /** Sets what answers the bulk if it cannot go on. */
  void onFailure(Consumer<Exception> answer) {
    failing = answer;
  }

  /** Answers the bulk with a failure, unless it is answered. */
  void fail(Exception e) {
    failing.accept(e);
  }

  synchronized void use() {
    used = true;
  }

  /** Whether a processor has processed a document of this bulk. */
  synchronized boolean used() {
    return used;
  }

  /** Records that documents may be written that are to be decided, whether they are or not. */
  synchronized void expect(Decider decider) {
    decided.computeIfAbsent(decider, key -> new HashSet<>());
  }

  /** Records that a document has a decision, with which it may be written. */
  synchronized void decide(Decider decider, String id) {
    decided.computeIfAbsent(decider, key -> new HashSet<>()).add(id);
  }

  /** The ids of the documents that were decided. */
  synchronized Map<Decider, Set<String>> decided() {
    return Map.copyOf(decided);
  }

  synchronized void track(Tracked claim) {
    tracked.add(claim);
  }

  synchronized List<Tracked> tracked() {
    return List.copyOf(tracked);
  }

  /** Documents that reach a processor one by one and are taken in batches. */
  static final class Queue<T> {
    private final Deque<T> items = new ArrayDeque<>();
    private boolean running;
  }

  /**
   * Adds an item for a processor.
   *
   * @param start called if nothing is running, to take what has gathered
   */
  <T> void add(Object processor, T item, Consumer<Queue<T>> start) {
    Queue<T> queue;
    synchronized (this) {
      @SuppressWarnings("unchecked")
      Queue<T> known = (Queue<T>) queues.computeIfAbsent(processor, key -> new Queue<T>());
      queue = known;
      queue.items.add(item);
      if (queue.running) {
        return;
      }
      queue.running = true;
    }
    start.accept(queue);
  }

  /**
   * Takes what has gathered; if nothing has, returns an empty list, and the next item calls start
   * again.
   */
  synchronized <T> List<T> take(Queue<T> queue) {
    List<T> taken = List.copyOf(queue.items);
    queue.items.clear();
    queue.running = taken.isEmpty() == false;
    return taken;
  }
}
