// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.Removal;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Mark;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Hit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetResponse;
import org.opensearch.core.action.ActionListener;

/**
 * Deletes duplicates that had to be written because their canonical was not acknowledged. Each is
 * deleted by compare and set, once the claim of the canonical is settled, and only if the canonical
 * is then in the index, and near. What is lost with the node stands in the decision of the
 * duplicate.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class Removals {
  private static final Logger LOGGER = LogManager.getLogger(Removals.class);

  /** The version of a document that is the first one of its id. */
  private static final long NEVER_REPLACED = 1;

  /** Deleted at once. */
  private static final int MANY = 1_000;

  /** Of a removal that waits, with its ids. */
  private static final long BYTES = 400;

  private final DomainSpec spec;
  private final HomeContext context;
  private final ClaimWindow window;
  private final CanonicalReader reader;
  private final Merges merges;
  private final Runnable missed;
  private final Set<Removal> waiting = new LinkedHashSet<>();
  private int running;

  private boolean closed;

  /**
   * @param missed called if something could not be deleted: it has to be found again
   */
  Removals(
      DomainSpec spec, HomeContext context, ClaimWindow window, Merges merges, Runnable missed) {
    this.spec = spec;
    this.context = context;
    this.window = window;
    this.merges = merges;
    this.missed = missed;
    this.reader = new CanonicalReader(spec, context.domains().fields());
  }

  /** Removals that wait or are under way. */
  synchronized int size() {
    return waiting.size() + running;
  }

  /** Takes what there is room for, and begins. */
  void add(Collection<Removal> removals) {
    if (removals.isEmpty()) {
      return;
    }
    synchronized (this) {
      for (Removal removal : removals) {
        if (closed || waiting.contains(removal)) {
          continue;
        }
        if (context.take(BYTES) == false) {
          missed.run();
          break;
        }
        waiting.add(removal);
      }
    }
    tick();
  }

  /**
   * Deletes what can be deleted now, and adds what deleted ones left to those that are kept, unless
   * that is under way. One after the other: what is being added to a document would otherwise be
   * lost with it.
   */
  void tick() {
    List<Removal> now = new ArrayList<>();
    Map<DocRef, Map<String, Object>> merged;
    synchronized (this) {
      if (running > 0) {
        return;
      }
      merged = merges.next();
      running = merged.size();
    }
    if (merged.isEmpty() == false) {
      merges.write(merged, this::ended);
      return;
    }
    synchronized (this) {
      if (running > 0) {
        return;
      }
      boolean enabled = context.settings().enabled();
      for (Iterator<Removal> all = waiting.iterator(); all.hasNext() && now.size() < MANY; ) {
        Removal next = all.next();
        if (enabled == false || window.isOpen(next.canonical().seq()) == false) {
          all.remove();
          context.release(BYTES);
          if (enabled) {
            now.add(next);
          }
        }
      }
      running = now.size();
    }
    if (now.isEmpty() == false) {
      read(now);
    }
  }

  private void read(List<Removal> now) {
    Map<DocRef, Integer> places = new LinkedHashMap<>();
    for (Removal next : now) {
      places.putIfAbsent(next.canonical().ref(), places.size());
      places.putIfAbsent(next.duplicate().ref(), places.size());
    }
    ActionListener<Boolean> ending =
        Listeners.listener(
            done -> {
              if (done == false) {
                missed.run();
              }
              ended();
            },
            e -> {
              LOGGER.debug("duplicates of [{}] remain to be removed", spec.key(), e);
              missed.run();
              ended();
            });
    Listeners.<MultiGetResponse>begin(
        Listeners.then(ending, (found, next) -> delete(now, places, found.getResponses(), next)),
        next -> context.client().multiGet(reader.get(places.keySet()).request(), next));
  }

  /** Answers whether all that can be read is deleted, if it is safe to. */
  private void delete(
      List<Removal> now,
      Map<DocRef, Integer> places,
      MultiGetItemResponse[] found,
      ActionListener<Boolean> listener) {
    RemovalBulk deletes = new RemovalBulk();
    Map<Removal, Map<String, Object>> deleted = new LinkedHashMap<>();
    boolean read = true;
    for (Removal removal : now) {
      MultiGetItemResponse canonical = found[places.get(removal.canonical().ref())];
      MultiGetItemResponse duplicate = found[places.get(removal.duplicate().ref())];
      if (canonical.isFailed() || duplicate.isFailed()) {
        read = false;
      } else if (isSafe(removal, canonical.getResponse(), duplicate.getResponse())) {
        GetResponse version = duplicate.getResponse();
        deletes.add(
            new DeleteRequest(version.getIndex(), version.getId())
                .routing(removal.duplicate().ref().routing())
                .setIfSeqNo(version.getSeqNo())
                .setIfPrimaryTerm(version.getPrimaryTerm()));
        boolean merged =
            context
                .domains()
                .changes(
                    context.state(),
                    removal.duplicate().ref().index(),
                    removal.canonical().ref().index());
        deleted.put(removal, merged ? merges.left(removal.duplicate().ref(), version) : Map.of());
      }
    }
    if (deleted.isEmpty()) {
      listener.onResponse(read);
      return;
    }
    boolean all = read;
    context
        .client()
        .bulk(
            deletes,
            ActionListener.map(
                listener,
                response -> {
                  long gone = 0;
                  Iterator<Removal> asked = deleted.keySet().iterator();
                  for (BulkItemResponse item : response) {
                    Removal next = asked.next();
                    if (item.isFailed() == false) {
                      gone++;
                      DocRef kept = next.canonical().ref();
                      merges.gather(kept, deleted.get(next));
                      merges.move(next.duplicate().ref(), kept);
                    }
                  }
                  context.counters().countRemoved(gone);
                  // Of what has changed it is read again whether it is what was decided.
                  return all && gone == deleted.size();
                }));
  }

  /** Whether what is deleted is what was decided, and its canonical has the text now. */
  private boolean isSafe(Removal removal, GetResponse canonical, GetResponse duplicate) {
    Hit gone = reader.hit(removal.duplicate().ref(), duplicate);
    if (gone == null || gone.seq() != removal.duplicate().seq()) {
      return false;
    }
    // What was written as a duplicate may have replaced another version without its writer knowing:
    // then it stays. What was or was to be canonical is replaced, whatever it was before.
    Object mark = reader.mark(duplicate);
    boolean first = duplicate.getVersion() == NEVER_REPLACED;
    if (Mark.DELETED.contains(mark) == false || (first == false && Mark.REMOVABLE.equals(mark))) {
      return false;
    }
    Hit kept = reader.canonical(removal.canonical().ref(), canonical);
    if (kept == null
        || kept.group().equals(gone.group()) == false
        || gone.keys().outrank(kept.keys())) {
      window.orphans().add(gone.group());
      return false;
    }
    return kept.sure()
        && kept.ref().equals(gone.ref()) == false
        && spec.rules().matches(gone.keys(), kept.keys());
  }

  private void ended() {
    synchronized (this) {
      running = 0;
    }
    tick();
  }

  synchronized void close() {
    closed = true;
    context.release(BYTES * waiting.size());
    waiting.clear();
  }
}
