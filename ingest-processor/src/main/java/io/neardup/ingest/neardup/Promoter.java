// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.claim.DecisionUpdate;
import io.neardup.ingest.claim.GroupPromoter;
import io.neardup.ingest.claim.NearDupIngestCounters;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.ingest.domain.Mark;
import io.neardup.ingest.search.DomainSearch;
import io.neardup.ingest.search.FirstMembers;
import io.neardup.ingest.search.FirstMembers.Member;
import io.neardup.ingest.search.FirstMembers.Succession;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.Outcome.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;

/**
 * Makes the first member of a group canonical where that has none or another one. The member is
 * claimed like any other document, as the heir of its group, so that it is decided in the order of
 * all others; so is what was canonical, which becomes a duplicate of it. Decisions are written by
 * compare and set, those of duplicates first: until the last one is written the member is marked,
 * so that another home goes on.
 */
record Promoter(NearDupService service, NearDupIngestCounters counters) implements GroupPromoter {
  private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(10);

  private static final Logger LOGGER = LogManager.getLogger(Promoter.class);

  /** How often the next members are looked for where the first ones cannot be canonical. */
  private static final int ROUNDS = 10;

  @Override
  public void promote(
      DomainSpec spec,
      Collection<Group> groups,
      @Nullable List<Object> after,
      ActionListener<Promoted> listener) {
    List<String> indices = service.domains().indexNames(spec, service.state());
    if (indices.isEmpty()) {
      listener.onResponse(new Promoted(Set.of(), List.of(), null));
      return;
    }
    StoredDecider decider = new StoredDecider(service, spec, indices);
    FirstMembers members =
        new FirstMembers(
            new DomainSearch(service.client(), spec, service.domains().fields(), indices, TIMEOUT),
            index -> Domains.takesWrites(service.state(), index));
    promote(decider, members, spec, groups, after, Set.of(), ROUNDS, listener);
  }

  /**
   * The same.
   *
   * @param unfit numbers of members that cannot be canonical: the next ones after them may be
   * @param rounds that may follow
   */
  private void promote(
      StoredDecider decider,
      FirstMembers members,
      DomainSpec spec,
      Collection<Group> groups,
      @Nullable List<Object> after,
      Set<Long> unfit,
      int rounds,
      ActionListener<Promoted> listener) {
    members.find(
        groups,
        after,
        unfit,
        Listeners.then(
            listener,
            (found, next) -> {
              Promoted promoted =
                  new Promoted(new HashSet<>(found.unread()), found.removable(), found.last());
              Run run = new Run(spec, decider, members, found, promoted.again());
              run.start(
                  Listeners.then(
                      next,
                      (nothing, ended) -> {
                        Set<Long> more = new HashSet<>(unfit);
                        run.unfit.forEach(first -> more.add(first.hit().seq()));
                        if (run.unfit.isEmpty() || rounds == 0 || members.canPass(more) == false) {
                          ended.onResponse(promoted);
                          return;
                        }
                        promote(
                            decider,
                            members,
                            spec,
                            run.unfit.stream().map(first -> first.hit().group()).toList(),
                            null,
                            more,
                            rounds - 1,
                            Listeners.listener(
                                others -> {
                                  promoted.again().addAll(others.again());
                                  ended.onResponse(promoted);
                                },
                                e -> {
                                  // What is found is done all the same.
                                  LOGGER.debug("[{}] has members that cannot lead", spec.key(), e);
                                  ended.onResponse(promoted);
                                }));
                      }));
            }));
  }

  /** A decision that is to be written, and what became of it. */
  private static final class Change {
    final Succession succession;
    final Member member;
    final boolean isFirst;
    Decided decided;

    /** Null until it is known. */
    Outcome outcome;

    Change(Succession succession, Member member, boolean isFirst) {
      this.succession = succession;
      this.member = member;
      this.isFirst = isFirst;
    }

    void end(Result result, long indexSeqNo) {
      outcome = new Outcome(decided.claim(), result, member.hit().ref().index(), indexSeqNo);
    }
  }

  /** The changes of some groups. */
  private final class Run {
    private final DomainSpec spec;
    private final StoredDecider decider;
    private final FirstMembers members;
    private final Set<Group> again;
    private final List<Change> changes = new ArrayList<>();

    /** Groups in which something cannot be changed, so that all else stays. */
    private final Set<Succession> given = new HashSet<>();

    /** First members that are near a canonical of another group, or not near that of theirs. */
    private final Set<Member> unfit = new HashSet<>();

    Run(
        DomainSpec spec,
        StoredDecider decider,
        FirstMembers members,
        FirstMembers.Found found,
        Set<Group> again) {
      this.spec = spec;
      this.decider = decider;
      this.members = members;
      this.again = again;
      for (Succession succession : found.successions()) {
        if (mayReplace(succession) == false) {
          continue;
        }
        if (members.isCanonical(succession.first()) == false) {
          changes.add(new Change(succession, succession.first(), true));
        }
        succession.former().forEach(m -> changes.add(new Change(succession, m, false)));
      }
    }

    /** What is only compared with, or takes no writes, does not give way. */
    private boolean mayReplace(Succession succession) {
      String index = succession.first().hit().ref().index();
      return succession.former().stream()
          .allMatch(m -> service.domains().changes(service.state(), index, m.hit().ref().index()));
    }

    void start(ActionListener<Void> listener) {
      if (changes.isEmpty()) {
        listener.onResponse(null);
        return;
      }
      decider.decideClaims(
          changes.stream()
              .map(c -> members.claim(c.member, c.isFirst ? c.succession.former() : null))
              .toList(),
          i -> members.tells(changes.get(i).succession),
          Listeners.then(
              listener,
              (decided, next) -> {
                for (int i = 0; i < changes.size(); i++) {
                  Change change = changes.get(i);
                  change.decided = decided.get(i);
                  StoredDecision decision = change.decided.stored();
                  boolean isNew =
                      decision.isNew() && change.member.hit().group().equals(decision.group());
                  if (change.succession.former().isEmpty() == false && isNew != change.isFirst) {
                    given.add(change.succession);
                    unfit.add(change.succession.first());
                  }
                }
                write(false, () -> write(true, () -> settle(next)));
              }));
    }

    private void write(boolean first, Runnable done) {
      List<Change> written =
          changes.stream()
              .filter(c -> c.isFirst == first && given.contains(c.succession) == false)
              .toList();
      if (written.isEmpty()) {
        done.run();
        return;
      }
      BulkRequest bulk = new BulkRequest();
      written.forEach(change -> bulk.add(update(change)));
      service
          .client()
          .bulk(
              bulk,
              Listeners.listener(
                  response -> {
                    for (int i = 0; i < written.size(); i++) {
                      answered(written.get(i), response.getItems()[i]);
                    }
                    done.run();
                  },
                  e -> {
                    written.forEach(change -> change.end(Result.UNKNOWN, -1));
                    written.forEach(change -> given.add(change.succession));
                    done.run();
                  }));
    }

    private UpdateRequest update(Change change) {
      Map<String, Object> object = change.decided.object();
      if (change.isFirst == false && isReplaced(change.succession)) {
        object.put("checked", Mark.REPLACED);
      } else if (change.decided.of() != null && members.isRemovable(change.member)) {
        // It is a duplicate of another one now, and still not to stay.
        object.compute("checked", (key, mark) -> stillToGo(mark));
      }
      Hit hit = change.member.hit();
      return DecisionUpdate.replace(
          spec, hit.ref(), change.member.source(), hit.indexSeqNo(), hit.indexTerm(), object);
    }

    /** Whatever its version, which this changes. */
    private static Object stillToGo(@Nullable Object mark) {
      if (Mark.OUTRANKS.equals(mark)) {
        return Mark.REPLACES;
      }
      return mark == null ? Mark.REPLACED : mark;
    }

    private boolean isReplaced(Succession succession) {
      return Mark.REPLACES.equals(members.mark(succession.first()));
    }

    private void answered(Change change, BulkItemResponse item) {
      Group group = change.member.hit().group();
      if (item.isFailed() == false) {
        change.end(Result.WRITTEN, item.getResponse().getSeqNo());
        // Either it is of another group now, or there is something to be deleted.
        again.add(group);
        if (change.isFirst && change.decided.of() == null) {
          counters.countPromoted(1);
        }
      } else {
        RestStatus status = item.getFailure().getStatus();
        boolean never = status == RestStatus.CONFLICT || status == RestStatus.NOT_FOUND;
        change.end(never ? Result.NOT_WRITTEN : Result.ENDED, -1);
        if (never && change.isFirst) {
          again.add(group);
        }
        given.add(change.succession);
      }
    }

    private void settle(ActionListener<Void> listener) {
      for (Change change : changes) {
        if (change.outcome == null) {
          change.end(Result.NOT_WRITTEN, -1);
        }
      }
      decider.settle(
          changes.stream().map(c -> c.outcome).toList(), () -> listener.onResponse(null));
    }
  }
}
