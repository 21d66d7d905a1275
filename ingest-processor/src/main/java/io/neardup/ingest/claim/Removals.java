// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.StageLoss;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.ingest.search.FirstMembers.Removable;
import io.neardup.ingest.search.TextLosses;
import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import io.neardup.sequencer.NearPair;
import io.neardup.sequencer.TextCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.rest.RestStatus;

/**
 * Deletes duplicates that had to be written because their canonical was not acknowledged: by
 * compare and set, once the claim of the canonical is settled, and only if it is then in the index,
 * and near.
 */
final class Removals {
  /** Of a search for what texts say. */
  private static final long SEARCH_MILLIS = 10_000;

  private final DomainSpec spec;
  private final ShardId home;
  private final HomeContext context;
  private final ClaimWindow window;
  private final CanonicalReader reader;
  private final Merges merges;

  /**
   * @param home the shard whose primary hosts it
   */
  Removals(DomainSpec spec, ShardId home, HomeContext context, ClaimWindow window, Merges merges) {
    this.spec = spec;
    this.home = home;
    this.context = context;
    this.window = window;
    this.merges = merges;
    this.reader = new CanonicalReader(spec, context.domains().fields());
  }

  /** A canonical as it is now, and what it says if that matters. */
  private record Kept(Hit hit, @Nullable String text) {}

  /**
   * Deletes what can be deleted, and gathers what it leaves; takes marks from what stays.
   *
   * @param listener gets the groups in which something was to be done and was not
   */
  void remove(List<Removable> removable, ActionListener<Set<Group>> listener) {
    List<DocRef> refs = removable.stream().map(one -> one.canonical().ref()).distinct().toList();
    if (refs.isEmpty()) {
      listener.onResponse(Set.of());
      return;
    }
    reader
        .get(refs, true)
        .read(
            context.client(),
            Listeners.then(
                listener,
                (found, next) -> {
                  Map<DocRef, Kept> kept = new HashMap<>();
                  for (int i = 0; i < refs.size(); i++) {
                    if (found.get(i) != null) {
                      keep(refs.get(i), found.get(i), kept);
                    }
                  }
                  look(removable, kept, next);
                }));
  }

  private void keep(DocRef ref, GetResponse found, Map<DocRef, Kept> kept) {
    Hit hit = reader.canonical(ref, found);
    if (hit != null) {
      StageLoss loss = spec.loss();
      kept.put(ref, new Kept(hit, loss == null ? null : loss.text(found.getSourceAsMap())));
    }
  }

  /** Tells what may be deleted: some of it when it is known what its texts say. */
  private void look(
      List<Removable> removable, Map<DocRef, Kept> kept, ActionListener<Set<Group>> listener) {
    Set<Group> again = new HashSet<>();
    List<Removable> safe = new ArrayList<>();
    List<Removable> unsure = new ArrayList<>();
    List<NearPair> pairs = new ArrayList<>();
    Map<List<String>, Boolean> taken = new HashMap<>();
    for (Removable one : removable) {
      Hit gone = one.duplicate().hit();
      Kept head = kept.get(one.canonical().ref());
      if (one.outranked() == false
          && head != null
          && taken.computeIfAbsent(
                  List.of(gone.ref().index(), head.hit.ref().index()),
                  indices -> merges.areTaken(indices.get(0), indices.get(1)))
              == false) {
        // It stays marked, and is found when the index has changed.
        continue;
      }
      boolean led = head != null && isLed(gone, head.hit);
      if (led == false
          || window.isOpen(head.hit.seq())
          || merges.reserve(head.hit.ref()) == false) {
        // As it was found, the next look would find nothing else.
        if (led || head == null || head.hit.indexSeqNo() != one.canonical().indexSeqNo()) {
          again.add(gone.group());
        }
        continue;
      }
      if (one.outranked()) {
        safe.add(one);
        continue;
      }
      int stage =
          head.hit.sure() && head.hit.ref().equals(gone.ref()) == false
              ? spec.rules().stage(gone.keys(), head.hit.keys())
              : -1;
      StageLoss loss = spec.loss();
      if (loss != null && loss.stage() == stage) {
        String text = loss.text(one.duplicate().source());
        unsure.add(one);
        pairs.add(new NearPair(gone.seq(), text, head.hit.version(), head.text, null));
      } else if (stage >= 0) {
        safe.add(one);
      }
    }
    TextLosses.ask(
        context.search(spec, SEARCH_MILLIS),
        pairs,
        Listeners.then(
            listener,
            (check, next) -> {
              for (int i = 0; i < unsure.size(); i++) {
                if (areSame(pairs.get(i), check)) {
                  safe.add(unsure.get(i));
                }
              }
              delete(safe, again, next);
            }));
  }

  private DocWriteRequest<?> change(Removable one) {
    Hit hit = one.duplicate().hit();
    if (one.outranked()) {
      Map<String, Object> unmarked = new HashMap<>();
      unmarked.put("checked", null);
      return DecisionUpdate.merge(spec, hit.ref(), hit.indexSeqNo(), hit.indexTerm(), unmarked);
    }
    return new DeleteRequest(hit.ref().index(), hit.ref().id())
        .routing(hit.ref().routing())
        .setIfSeqNo(hit.indexSeqNo())
        .setIfPrimaryTerm(hit.indexTerm());
  }

  /** Whether its group has the canonical that it should have. */
  private static boolean isLed(Hit gone, Hit kept) {
    return kept.group().equals(gone.group()) && gone.keys().outrank(kept.keys()) == false;
  }

  private boolean areSame(NearPair pair, TextCheck check) {
    return check.of(pair.claim(), pair.candidate(), spec.loss().stage()) == TextCheck.Verdict.SAME;
  }

  private void delete(List<Removable> safe, Set<Group> again, ActionListener<Set<Group>> listener) {
    if (safe.isEmpty()) {
      listener.onResponse(again);
      return;
    }
    RemovalBulk changes = new RemovalBulk();
    safe.forEach(one -> changes.add(change(one)));
    // What was read may be of a copy that is no primary any more.
    context.requirePrimary(
        home,
        Listeners.then(
            listener, (still, next) -> context.client().bulk(changes, removed(safe, again, next))));
  }

  private ActionListener<BulkResponse> removed(
      List<Removable> safe, Set<Group> again, ActionListener<Set<Group>> listener) {
    return ActionListener.map(
        listener,
        response -> {
          for (int i = 0; i < safe.size(); i++) {
            BulkItemResponse item = response.getItems()[i];
            if (item.isFailed()) {
              // What cannot be changed keeps its mark, by which it is found again.
              if (item.getFailure().getStatus() == RestStatus.CONFLICT) {
                again.add(safe.get(i).canonical().group());
              }
            } else if (safe.get(i).outranked() == false) {
              context.counters().countRemoved(1);
              leave(safe.get(i));
            }
          }
          return again;
        });
  }

  private void leave(Removable removed) {
    DocRef gone = removed.duplicate().hit().ref();
    DocRef kept = removed.canonical().ref();
    merges.gather(kept, merges.left(gone, removed.duplicate().source()));
    merges.move(gone, kept);
  }
}
