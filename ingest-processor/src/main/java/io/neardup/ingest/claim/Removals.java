// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Mark;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.core.action.ActionListener;

/**
 * Deletes duplicates that had to be written because their canonical was not acknowledged: by
 * compare and set, once the claim of the canonical is settled, and only if it is then in the index,
 * and near.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class Removals {
  /** The version of a document that is the first one of its id. */
  private static final long NEVER_REPLACED = 1;

  private final DomainSpec spec;
  private final HomeContext context;
  private final ClaimWindow window;
  private final CanonicalReader reader;
  private final Merges merges;

  Removals(DomainSpec spec, HomeContext context, ClaimWindow window, Merges merges) {
    this.spec = spec;
    this.context = context;
    this.window = window;
    this.merges = merges;
    this.reader = new CanonicalReader(spec, context.domains().fields());
  }

  /**
   * Deletes what can be deleted, and gathers what it leaves.
   *
   * @param removable duplicates, each with its canonical
   * @param listener gets the groups in which something was to be deleted and was not
   */
  void remove(Map<Hit, Hit> removable, ActionListener<Set<Group>> listener) {
    Map<DocRef, Integer> places = new LinkedHashMap<>();
    removable.forEach(
        (duplicate, canonical) -> {
          places.putIfAbsent(canonical.ref(), places.size());
          places.putIfAbsent(duplicate.ref(), places.size());
        });
    if (places.isEmpty()) {
      listener.onResponse(Set.of());
      return;
    }
    context
        .client()
        .multiGet(
            reader.get(places.keySet()).request(),
            Listeners.then(
                listener, (found, next) -> delete(removable, places, found.getResponses(), next)));
  }

  private void delete(
      Map<Hit, Hit> removable,
      Map<DocRef, Integer> places,
      MultiGetItemResponse[] found,
      ActionListener<Set<Group>> listener) {
    RemovalBulk deletes = new RemovalBulk();
    Map<Hit, Map<String, Object>> deleted = new LinkedHashMap<>();
    Set<Group> again = new HashSet<>();
    removable.forEach(
        (duplicate, canonical) -> {
          MultiGetItemResponse kept = found[places.get(canonical.ref())];
          MultiGetItemResponse gone = found[places.get(duplicate.ref())];
          if (kept.isFailed() || gone.isFailed() || window.isOpen(canonical.seq())) {
            again.add(duplicate.group());
          } else if (isSafe(duplicate, canonical, gone.getResponse(), kept.getResponse(), again)) {
            GetResponse version = gone.getResponse();
            deletes.add(
                new DeleteRequest(version.getIndex(), version.getId())
                    .routing(duplicate.ref().routing())
                    .setIfSeqNo(version.getSeqNo())
                    .setIfPrimaryTerm(version.getPrimaryTerm()));
            deleted.put(duplicate, left(duplicate, canonical, version));
          }
        });
    if (deleted.isEmpty()) {
      listener.onResponse(again);
      return;
    }
    context
        .client()
        .bulk(
            deletes,
            ActionListener.map(
                listener,
                response -> {
                  deleted(removable, deleted, response, again);
                  return again;
                }));
  }

  private Map<String, Object> left(Hit duplicate, Hit canonical, GetResponse version) {
    boolean merged =
        context
            .domains()
            .changes(context.state(), duplicate.ref().index(), canonical.ref().index());
    return merged ? merges.left(duplicate.ref(), version) : Map.of();
  }

  private void deleted(
      Map<Hit, Hit> removable,
      Map<Hit, Map<String, Object>> asked,
      BulkResponse response,
      Set<Group> again) {
    long gone = 0;
    Iterator<Hit> duplicates = asked.keySet().iterator();
    for (BulkItemResponse item : response) {
      Hit duplicate = duplicates.next();
      if (item.isFailed()) {
        // Of what has changed it is read again whether it is what was decided.
        again.add(duplicate.group());
      } else {
        gone++;
        DocRef kept = removable.get(duplicate).ref();
        merges.gather(kept, asked.get(duplicate));
        merges.move(duplicate.ref(), kept);
      }
    }
    context.counters().countRemoved(gone);
  }

  /**
   * Whether what is deleted is what was decided, and its canonical has the text now.
   *
   * @param again gets the group if it needs another canonical
   */
  private boolean isSafe(
      Hit duplicate, Hit canonical, GetResponse found, GetResponse head, Set<Group> again) {
    Hit gone = reader.hit(duplicate.ref(), found);
    if (gone == null || gone.seq() != duplicate.seq()) {
      return false;
    }
    // What was written as a duplicate may have replaced another version without its writer knowing:
    // then it stays. What was or was to be canonical is replaced, whatever it was before.
    Object mark = reader.mark(found);
    boolean first = found.getVersion() == NEVER_REPLACED;
    if (Mark.DELETED.contains(mark) == false || (first == false && Mark.REMOVABLE.equals(mark))) {
      return false;
    }
    Hit kept = reader.canonical(canonical.ref(), head);
    if (kept == null
        || kept.group().equals(gone.group()) == false
        || gone.keys().outrank(kept.keys())) {
      again.add(gone.group());
      return false;
    }
    return kept.sure()
        && kept.ref().equals(gone.ref()) == false
        && spec.rules().matches(gone.keys(), kept.keys());
  }
}
