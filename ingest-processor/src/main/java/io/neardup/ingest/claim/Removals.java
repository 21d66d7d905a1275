// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.Removal;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Mark;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.ingest.search.RemovableSearch;
import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Hit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetResponse;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
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
  private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

  /** The version of a document that is the first one of its id. */
  private static final long NEVER_REPLACED = 1;

  /** Deleted at once. */
  private static final int MANY = 1_000;

  /** Of a removal that waits, with its ids. */
  private static final long BYTES = 400;

  /** How long one is tried that fails, or whose canonical is not settled. */
  private static final long PATIENCE_MILLIS = 600_000;

  private final DomainSpec spec;
  private final HomeContext context;
  private final ClaimWindow window;
  private final CanonicalReader reader;
  private final Merges merges;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private int running;

  /** Looks for more of what was left, when there is room; null if there is no more. */
  private Runnable rest;

  private boolean closed;

  /** A removal, and until when it is tried. */
  private record Waiting(Removal removal, long until) {}

  Removals(DomainSpec spec, HomeContext context, ClaimWindow window, Merges merges) {
    this.spec = spec;
    this.context = context;
    this.window = window;
    this.merges = merges;
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
      long until = context.millis() + PATIENCE_MILLIS;
      for (Removal removal : removals) {
        if (closed == false && context.take(BYTES)) {
          waiting.add(new Waiting(removal, until));
        }
      }
    }
    tick();
  }

  /** Takes up what earlier homes and writers left: the decisions of the duplicates say so. */
  void recover(List<String> indices) {
    if (indices.isEmpty() == false) {
      recover(
          new RemovableSearch(context.client(), spec, context.domains().fields(), indices, TIMEOUT),
          null);
    }
  }

  private void recover(RemovableSearch search, @Nullable Object after) {
    search.find(
        after,
        Listeners.listener(
            page -> {
              if (spec.keep().isEmpty() == false) {
                page.groups().forEach(window.orphans()::add);
              }
              if (page.last() != null) {
                synchronized (this) {
                  rest = () -> recover(search, page.last());
                }
              }
              add(Removal.of(page.canonicals()));
            },
            e -> LOGGER.debug("duplicates of [{}] remain to be removed", spec.key(), e)));
  }

  private synchronized Runnable rest() {
    boolean room = closed == false && size() < MANY;
    Runnable next = room ? rest : null;
    rest = room ? null : rest;
    return next;
  }

  /**
   * Deletes what can be deleted now, and adds what deleted ones left to those that are kept, unless
   * that is under way. One after the other: what is being added to a document would otherwise be
   * lost with it.
   */
  void tick() {
    Runnable more = rest();
    if (more != null) {
      more.run();
    }
    List<Waiting> now = new ArrayList<>();
    Map<DocRef, Map<String, Object>> merged;
    synchronized (this) {
      if (running > 0) {
        return;
      }
      merged = merges.next();
      running = merged.size();
    }
    if (merged.isEmpty() == false) {
      merges.write(merged, () -> again(List.of(), false));
      return;
    }
    synchronized (this) {
      if (running > 0) {
        return;
      }
      boolean enabled = context.settings().enabled();
      for (Iterator<Waiting> all = waiting.iterator(); all.hasNext() && now.size() < MANY; ) {
        Waiting next = all.next();
        boolean over = enabled == false || context.millis() > next.until;
        if (over || window.isOpen(next.removal.canonical().seq()) == false) {
          all.remove();
          context.release(BYTES);
          if (over == false) {
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

  private void read(List<Waiting> now) {
    Map<DocRef, Integer> places = new LinkedHashMap<>();
    for (Waiting next : now) {
      places.putIfAbsent(next.removal.canonical().ref(), places.size());
      places.putIfAbsent(next.removal.duplicate().ref(), places.size());
    }
    ActionListener<List<Waiting>> ending =
        Listeners.listener(
            failed -> again(failed, failed.isEmpty() == false), e -> again(now, true));
    Listeners.<MultiGetResponse>begin(
        Listeners.then(ending, (found, next) -> delete(now, places, found.getResponses(), next)),
        next -> context.client().multiGet(reader.get(places.keySet()).request(), next));
  }

  /** Answers with what is to be tried again. */
  private void delete(
      List<Waiting> now,
      Map<DocRef, Integer> places,
      MultiGetItemResponse[] found,
      ActionListener<List<Waiting>> listener) {
    RemovalBulk deletes = new RemovalBulk();
    Map<Waiting, Map<String, Object>> deleted = new LinkedHashMap<>();
    List<Waiting> unread = new ArrayList<>();
    for (Waiting next : now) {
      Removal removal = next.removal;
      MultiGetItemResponse canonical = found[places.get(removal.canonical().ref())];
      MultiGetItemResponse duplicate = found[places.get(removal.duplicate().ref())];
      if (canonical.isFailed() || duplicate.isFailed()) {
        unread.add(next);
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
        deleted.put(next, merged ? merges.left(removal.duplicate().ref(), version) : Map.of());
      }
    }
    if (deleted.isEmpty()) {
      listener.onResponse(unread);
      return;
    }
    context
        .client()
        .bulk(
            deletes,
            ActionListener.map(
                listener,
                response -> {
                  long gone = 0;
                  Iterator<Waiting> asked = deleted.keySet().iterator();
                  for (BulkItemResponse item : response) {
                    Waiting next = asked.next();
                    if (item.isFailed() == false) {
                      gone++;
                      DocRef kept = next.removal.canonical().ref();
                      merges.gather(kept, deleted.get(next));
                      merges.move(next.removal.duplicate().ref(), kept);
                    } else {
                      // Also if it has changed: whether it is what was decided is read again.
                      unread.add(next);
                    }
                  }
                  context.counters().countRemoved(gone);
                  return unread;
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

  /** Tries these again at the next tick, others at once. */
  private void again(List<Waiting> failed, boolean pause) {
    synchronized (this) {
      running = 0;
      for (Waiting next : failed) {
        if (closed == false && context.take(BYTES)) {
          waiting.add(next);
        }
      }
    }
    if (pause == false) {
      tick();
    }
  }

  synchronized void close() {
    closed = true;
    context.release(BYTES * waiting.size());
    waiting.clear();
  }
}
