// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.claim.DecisionUpdate;
import io.neardup.ingest.claim.GroupPromoter;
import io.neardup.ingest.claim.NearDupIngestCounters;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.neardup.StoredDecider.Decided;
import io.neardup.ingest.search.FirstMembers;
import io.neardup.ingest.search.FirstMembers.Member;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.Outcome.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.core.rest.RestStatus;

/**
 * Makes the first member of a group canonical where that has none. The member is claimed like any
 * other document, as the heir of its group, so that it is decided in the order of all others; its
 * decision is written by compare and set.
 */
final class Promoter implements GroupPromoter {
  private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(10);

  private final NearDupService service;
  private final NearDupIngestCounters counters;

  Promoter(NearDupService service, NearDupIngestCounters counters) {
    this.service = service;
    this.counters = counters;
  }

  @Override
  public void promote(
      DomainSpec spec, Collection<Group> groups, ActionListener<Set<Group>> listener) {
    List<String> indices =
        service.domains().indices(spec, service.state()).stream().map(Index::getName).toList();
    if (indices.isEmpty()) {
      listener.onResponse(Set.copyOf(groups));
      return;
    }
    StoredDecider decider = new StoredDecider(service, spec, indices);
    new FirstMembers(service.client(), spec, service.domains().fields(), indices, TIMEOUT)
        .find(
            groups,
            Listeners.then(
                listener,
                (found, next) -> {
                  ActionListener<Void> done = ActionListener.map(next, nothing -> found.led());
                  if (found.members().isEmpty()) {
                    done.onResponse(null);
                  } else {
                    decide(spec, decider, found.members(), done);
                  }
                }));
  }

  private void decide(
      DomainSpec spec, StoredDecider decider, List<Member> members, ActionListener<Void> listener) {
    decider.decideClaims(
        members.stream().map(Member::doc).toList(),
        Listeners.then(listener, (decided, next) -> write(spec, decider, members, decided, next)));
  }

  private void write(
      DomainSpec spec,
      StoredDecider decider,
      List<Member> members,
      List<Decided> decided,
      ActionListener<Void> listener) {
    BulkRequest bulk = new BulkRequest();
    for (int i = 0; i < members.size(); i++) {
      Hit hit = members.get(i).hit();
      bulk.add(
          DecisionUpdate.replace(
              spec,
              hit.ref(),
              members.get(i).source(),
              hit.indexSeqNo(),
              hit.indexTerm(),
              decided.get(i).object()));
    }
    service
        .client()
        .bulk(
            bulk,
            Listeners.listener(
                response -> settle(decider, members, decided, response.getItems(), listener),
                e -> settle(decider, members, decided, null, listener)));
  }

  private void settle(
      StoredDecider decider,
      List<Member> members,
      List<Decided> decided,
      @Nullable BulkItemResponse[] items,
      ActionListener<Void> listener) {
    List<Outcome> outcomes = new ArrayList<>(decided.size());
    for (int i = 0; i < decided.size(); i++) {
      String index = members.get(i).hit().ref().index();
      long seq = decided.get(i).claim();
      if (items == null) {
        outcomes.add(new Outcome(seq, Result.UNKNOWN, null, -1));
      } else if (items[i].isFailed() == false) {
        outcomes.add(new Outcome(seq, Result.WRITTEN, index, items[i].getResponse().getSeqNo()));
        counters.countPromoted(decided.get(i).of() == null ? 1 : 0);
      } else {
        RestStatus status = items[i].getFailure().getStatus();
        boolean never = status == RestStatus.CONFLICT || status == RestStatus.NOT_FOUND;
        outcomes.add(new Outcome(seq, never ? Result.NOT_WRITTEN : Result.ENDED, index, -1));
      }
    }
    decider.settle(outcomes, () -> listener.onResponse(null));
  }
}
