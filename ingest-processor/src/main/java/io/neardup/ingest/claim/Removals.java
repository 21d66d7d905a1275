// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Mark;
import io.neardup.ingest.domain.StageLoss;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.ingest.search.DomainSearch;
import io.neardup.ingest.search.TextLosses;
import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import io.neardup.sequencer.NearPair;
import io.neardup.sequencer.TextCheck;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;

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

  /** Of a search for what texts say. */
  private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(10);

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
    removable.entrySet().stream()
        .limit(spec.atOnce(removable.size()))
        .forEach(
            one -> {
              places.putIfAbsent(one.getValue().ref(), places.size());
              places.putIfAbsent(one.getKey().ref(), places.size());
            });
    if (places.isEmpty()) {
      listener.onResponse(Set.of());
      return;
    }
    context
        .client()
        .multiGet(
            reader.getWithText(places.keySet()).request(),
            Listeners.then(
                listener, (found, next) -> delete(removable, places, found.getResponses(), next)));
  }

  private void delete(
      Map<Hit, Hit> removable,
      Map<DocRef, Integer> places,
      MultiGetItemResponse[] found,
      ActionListener<Set<Group>> listener) {
    Map<Hit, GetResponse> safe = new LinkedHashMap<>();
    Map<Hit, NearPair> texts = new HashMap<>();
    Set<Group> again = new HashSet<>();
    removable.forEach(
        (duplicate, canonical) -> {
          Integer head = places.get(canonical.ref());
          Integer place = places.get(duplicate.ref());
          if (head == null
              || place == null
              || found[head].isFailed()
              || found[place].isFailed()
              || window.isOpen(canonical.seq())) {
            again.add(duplicate.group());
            return;
          }
          GetResponse kept = found[head].getResponse();
          GetResponse gone = found[place].getResponse();
          int stage = stage(duplicate, canonical, gone, kept, again);
          if (stage < 0) {
            return;
          }
          safe.put(duplicate, gone);
          StageLoss loss = spec.loss();
          if (loss != null && loss.stage() == stage) {
            String text = loss.text(gone.getSourceAsMap());
            String other = loss.text(kept.getSourceAsMap());
            texts.put(
                duplicate, new NearPair(duplicate.seq(), text, canonical.version(), other, null));
          }
        });
    check(
        texts,
        Listeners.then(
            listener,
            (different, next) -> {
              safe.keySet().removeAll(different);
              delete(removable, safe, again, next);
            }));
  }

  /** Answers those of some duplicates that say something else than their canonicals do now. */
  private void check(Map<Hit, NearPair> texts, ActionListener<List<Hit>> listener) {
    List<String> indices =
        context.domains().indices(spec, context.state()).stream().map(Index::getName).toList();
    TextLosses.ask(
        new DomainSearch(context.client(), spec, context.domains().fields(), indices, TIMEOUT),
        List.copyOf(texts.values()),
        ActionListener.map(
            listener,
            check ->
                texts.entrySet().stream()
                    .filter(one -> isDifferent(one.getValue(), check))
                    .map(Map.Entry::getKey)
                    .toList()));
  }

  private boolean isDifferent(NearPair pair, TextCheck check) {
    return check.of(pair.claim(), pair.candidate(), spec.loss().stage())
        == TextCheck.Verdict.DIFFERENT;
  }

  private void delete(
      Map<Hit, Hit> removable,
      Map<Hit, GetResponse> safe,
      Set<Group> again,
      ActionListener<Set<Group>> listener) {
    if (safe.isEmpty()) {
      listener.onResponse(again);
      return;
    }
    RemovalBulk deletes = new RemovalBulk();
    Map<Hit, Map<String, Object>> deleted = new LinkedHashMap<>();
    safe.forEach(
        (duplicate, version) -> {
          deletes.add(
              new DeleteRequest(version.getIndex(), version.getId())
                  .routing(duplicate.ref().routing())
                  .setIfSeqNo(version.getSeqNo())
                  .setIfPrimaryTerm(version.getPrimaryTerm()));
          deleted.put(duplicate, left(duplicate, removable.get(duplicate), version));
        });
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
   * The stage at which what is deleted is near to what its canonical is now; -1 if it is not, or is
   * not what was decided.
   *
   * @param again gets the group if it needs another canonical
   */
  private int stage(
      Hit duplicate, Hit canonical, GetResponse found, GetResponse head, Set<Group> again) {
    Hit gone = reader.hit(duplicate.ref(), found);
    if (gone == null || gone.seq() != duplicate.seq()) {
      return -1;
    }
    // What was written as a duplicate may have replaced another version without its writer knowing:
    // then it stays. What was or was to be canonical is replaced, whatever it was before.
    Object mark = reader.mark(found);
    boolean first = found.getVersion() == NEVER_REPLACED;
    if (Mark.DELETED.contains(mark) == false || (first == false && Mark.REMOVABLE.equals(mark))) {
      return -1;
    }
    Hit kept = reader.canonical(canonical.ref(), head);
    if (kept == null
        || kept.group().equals(gone.group()) == false
        || gone.keys().outrank(kept.keys())) {
      again.add(gone.group());
      return -1;
    }
    return kept.sure() && kept.ref().equals(gone.ref()) == false
        ? spec.rules().stage(gone.keys(), kept.keys())
        : -1;
  }
}
