// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.ingest.search.MatchLookup;
import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.ClaimedVersion;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Hit;
import io.neardup.sequencer.InFlightClaim;
import io.neardup.sequencer.OpenClaims;
import io.neardup.sequencer.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Finds the outcomes of claims whose node has not reported them, or cannot. If a write has ended in
 * a known index, the document is read there at once; for others that have ended, the open indexes
 * are refreshed and searched for the numbers. A lost write may still arrive, so it is searched for
 * after {@code lost_after}, and given up if it is not found. If it is written even later, the node
 * that wrote it is told.
 */
final class LostClaims {
  private static final Logger LOGGER = LogManager.getLogger(LostClaims.class);
  private static final long STALE_MILLIS = 30_000;
  private static final long PAUSE_MILLIS = 1_000;
  private static final long PATIENCE_MILLIS = 30_000;

  private static final long NEVER = Long.MAX_VALUE / 2;

  /** The maximum number of claims to look up at once, and to remember. */
  private static final int MANY = 10_000;

  private final DomainSpec spec;
  private final HomeContext context;
  private final MatchLookup lookup;
  private final SeqLookup seqs;
  private final DomainRefresh refresh;
  private final ClaimWindow window;
  private final Set<Long> givenUp = new LinkedHashSet<>();
  private final Set<Long> taken = new HashSet<>();

  /**
   * Outcomes reported before all claims of earlier homes are known: each may overtake its claim.
   */
  private final Map<Long, Outcome> early = new HashMap<>();

  /** Claims before this number belong to earlier homes; -1 until those are known. */
  private long first = -1;

  private boolean asking;
  private boolean looking;
  private long lastLook;

  LostClaims(DomainSpec spec, HomeContext context, DomainRefresh refresh, ClaimWindow window) {
    this.spec = spec;
    this.context = context;
    this.lookup =
        new MatchLookup(context.client(), new CanonicalReader(spec, context.domains().fields()));
    this.seqs = new SeqLookup(context, spec);
    this.refresh = refresh;
    this.window = window;
    this.lastLook = context.millis() - PAUSE_MILLIS;
  }

  /**
   * Takes over a claim of an earlier home.
   *
   * @return whether there was room
   */
  boolean take(InFlightClaim claim, String node) {
    synchronized (this) {
      taken.add(claim.seq());
    }
    boolean hasRoom = window.take(claim, node);
    Outcome outcome;
    synchronized (this) {
      outcome = early.get(claim.seq());
    }
    if (outcome != null) {
      settle(List.of(outcome));
    }
    return hasRoom;
  }

  /** Called when all claims of earlier homes are taken over, or written and refreshed. */
  synchronized void begin(long firstSeq) {
    first = firstSeq;
    early.clear();
  }

  /**
   * Records outcomes; if a write has ended in a known index, reads the document there at once.
   *
   * @return claims that were written after others had been decided without them
   */
  List<Long> settle(List<Outcome> outcomes) {
    keepEarly(outcomes);
    List<Long> unknown = window.settle(outcomes);
    readEnded(outcomes);
    synchronized (this) {
      return unknown.stream()
          .filter(seq -> givenUp.contains(seq) || (seq < first && taken.contains(seq) == false))
          .toList();
    }
  }

  /** Before the window is told, so that a claim taken at the same time finds its outcome. */
  private synchronized void keepEarly(List<Outcome> outcomes) {
    if (first < 0) {
      outcomes.forEach(outcome -> early.put(outcome.seq(), outcome));
    }
  }

  /** The rest, without a known index, is searched for: the alias may have moved on. */
  private void readEnded(List<Outcome> outcomes) {
    Map<Long, String> indices = new HashMap<>();
    for (Outcome outcome : outcomes) {
      if (outcome.result() == Outcome.Result.ENDED && outcome.index() != null) {
        indices.put(outcome.seq(), outcome.index());
      }
    }
    if (indices.isEmpty()) {
      return;
    }
    List<Hit> ended =
        window.open().stale(true, NEVER).stream()
            .map(OpenClaims.Stale::written)
            .filter(hit -> indices.containsKey(hit.seq()))
            .map(hit -> in(indices.get(hit.seq()), hit))
            .toList();
    lookup.look(
        ended,
        List.of(),
        Listeners.listener(
            seen -> seen.there().forEach((version, there) -> found(version, there, null)),
            e -> LOGGER.debug("claims of [{}] could not be read", spec.key(), e)));
  }

  private static Hit in(String index, Hit hit) {
    DocRef ref = new DocRef(index, hit.ref().id(), hit.ref().routing());
    return new Hit(ref, hit.seq(), hit.group(), hit.keys(), -1, -1, true);
  }

  private void found(ClaimedVersion version, boolean there, String index) {
    window.settle(
        List.of(
            new Outcome(
                version.seq(),
                there ? Outcome.Result.WRITTEN : Outcome.Result.NOT_WRITTEN,
                index == null ? version.ref().index() : index,
                -1)));
  }

  /** Looks up claims that have been lost for this long: their writes must have arrived. */
  void find(long millis) {
    List<OpenClaims.Stale> stale = window.open().stale(true, millis);
    if (stale.isEmpty()) {
      return;
    }
    List<ClaimedVersion> lost =
        stale.stream().limit(seqs.most(MANY)).map(one -> one.written().version()).toList();
    synchronized (this) {
      if (looking || context.millis() - lastLook < PAUSE_MILLIS) {
        return;
      }
      looking = true;
      lastLook = context.millis();
    }
    Listeners.<Map<Long, String>>begin(
        context.within(
            PATIENCE_MILLIS,
            Listeners.listener(
                found -> {
                  resolve(lost, found);
                  looked();
                },
                e -> {
                  LOGGER.debug("lost claims of [{}] could not be looked up", spec.key(), e);
                  looked();
                })),
        listener ->
            refresh.refresh(
                refresh.written(lost),
                Listeners.then(
                    listener,
                    (done, next) ->
                        seqs.find(
                            lost.stream().map(ClaimedVersion::seq).toList(),
                            PATIENCE_MILLIS,
                            next))));
  }

  private void resolve(List<ClaimedVersion> lost, Map<Long, String> found) {
    for (ClaimedVersion version : lost) {
      String index = found.get(version.seq());
      if (index == null) {
        giveUp(version.seq());
      }
      found(version, index != null, index);
    }
  }

  private synchronized void giveUp(long seq) {
    givenUp.add(seq);
    if (givenUp.size() > MANY) {
      givenUp.remove(givenUp.iterator().next());
    }
  }

  private synchronized void looked() {
    looking = false;
  }

  /** Asks the nodes of claims that have had no news for long whether they are still in flight. */
  void askForStale() {
    List<OpenClaims.Stale> stale = window.open().stale(false, STALE_MILLIS);
    synchronized (this) {
      if (stale.isEmpty() || asking) {
        return;
      }
      asking = true;
    }
    Set<Long> onTheirWay = ConcurrentHashMap.newKeySet();
    Set<String> answered = ConcurrentHashMap.newKeySet();
    context.collect(
        spec,
        0,
        Set.of(),
        (node, response) -> {
          answered.add(node);
          response.claims.forEach(claim -> onTheirWay.add(claim.seq()));
        },
        complete -> {
          synchronized (this) {
            asking = false;
          }
          List<Outcome> outcomes = new ArrayList<>();
          for (OpenClaims.Stale claim : stale) {
            if (answered.contains(claim.node())
                && onTheirWay.contains(claim.written().seq()) == false) {
              outcomes.add(new Outcome(claim.written().seq(), Outcome.Result.ENDED, null, -1));
            }
          }
          settle(outcomes);
        });
  }
}
