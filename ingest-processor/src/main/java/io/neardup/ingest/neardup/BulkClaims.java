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
   */
  record Tracked(DomainSpec spec, Claim claim, Decision decision) {}

  /** A claim of the bulk for which others of the bulk were left unwritten. */
  record Relied(String domain, long seq) {}

  private final String bulk;
  private final BulkActions actions;
  private final boolean mayDiscardWithin;
  private final Set<Relied> relied = new HashSet<>();
  private final Set<String> discarded = new HashSet<>();
  private final List<Tracked> tracked = new ArrayList<>();
  private final Map<Object, Queue<?>> queues = new HashMap<>();
  private boolean used;

  /**
   * @param bulk an id that no other bulk has
   * @param actions that it asks for
   * @param mayDiscardWithin whether a document may be left unwritten for another one of the bulk
   */
  BulkClaims(String bulk, BulkActions actions, boolean mayDiscardWithin) {
    this.bulk = bulk;
    this.actions = actions;
    this.mayDiscardWithin = mayDiscardWithin;
  }

  String bulk() {
    return bulk;
  }

  BulkActions actions() {
    return actions;
  }

  boolean mayDiscardWithin() {
    return mayDiscardWithin;
  }

  /** A document was left unwritten, since claim {@code seq} of the bulk is to be written. */
  synchronized void discard(DomainSpec spec, Claim claim, long seq) {
    relied.add(new Relied(spec.key(), seq));
    discarded.add(claim.ownId() ? claim.ref().id() : null);
  }

  /** Whether a document with this id, null for none, was left unwritten for another one. */
  synchronized boolean isDiscarded(String id) {
    return discarded.contains(id);
  }

  /** The claims that must have been written. */
  synchronized Set<Relied> relied() {
    return Set.copyOf(relied);
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
