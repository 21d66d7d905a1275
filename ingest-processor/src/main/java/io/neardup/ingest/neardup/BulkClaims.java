// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Decision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The claims of one bulk. The filter puts it into the thread context, processors add to it, and
 * when the bulk is answered the filter tells what became of each. Thread-safe.
 */
final class BulkClaims {
  /** In the thread context. */
  static final String KEY = "near_dup.claims";

  /**
   * A claim whose outcome must be told.
   *
   * @param spec of the domain
   * @param claim as it was made
   * @param decision on it
   * @param discarded whether the document is not written where it was announced
   */
  record Tracked(DomainSpec spec, Claim claim, Decision decision, boolean discarded) {}

  private final String bulk;
  private final int actions;
  private final Set<String> requiredAliases;
  private final List<Tracked> tracked = new ArrayList<>();
  private final Map<Object, Queue<?>> queues = new HashMap<>();
  private boolean used;

  /**
   * @param bulk an id that no other bulk has
   * @param actions number of actions in it
   * @param requiredAliases names that must be aliases, and must not be created as indexes
   */
  BulkClaims(String bulk, int actions, Set<String> requiredAliases) {
    this.bulk = bulk;
    this.actions = actions;
    this.requiredAliases = requiredAliases;
  }

  String bulk() {
    return bulk;
  }

  boolean requiresAlias(String name) {
    return requiredAliases.contains(name);
  }

  /** Whether nothing else can come to be decided together with a document. */
  boolean single() {
    return actions == 1;
  }

  synchronized void use() {
    used = true;
  }

  /** Whether a processor has seen a document of this bulk. */
  synchronized boolean used() {
    return used;
  }

  synchronized void track(Tracked claim) {
    tracked.add(claim);
  }

  synchronized List<Tracked> tracked() {
    return List.copyOf(tracked);
  }

  /** Documents that come one by one to a processor, which takes them in batches. */
  static final class Queue<T> {
    private final Deque<T> items = new ArrayDeque<>();
    private boolean running;
  }

  /**
   * Adds an item for a processor.
   *
   * @param start called with nothing running, to take what has gathered by then
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

  /** What has gathered; empty when there is nothing more, and the next item starts again. */
  synchronized <T> List<T> take(Queue<T> queue) {
    List<T> taken = List.copyOf(queue.items);
    queue.items.clear();
    queue.running = taken.isEmpty() == false;
    return taken;
  }
}
