// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.core.action.ActionListener;

/** Finds out about claims whose node has not told, or cannot tell, what became of them. */
final class LostClaims {
  private static final Logger LOGGER = LogManager.getLogger(LostClaims.class);
  private static final long STALE_MILLIS = 30_000;

  private final DomainSpec spec;
  private final HomeContext context;
  private final VersionLookup versions;
  private final ClaimWindow window;
  private boolean asking;

  LostClaims(DomainSpec spec, HomeContext context, VersionLookup versions, ClaimWindow window) {
    this.spec = spec;
    this.context = context;
    this.versions = versions;
    this.window = window;
  }

  /** Takes note of outcomes; the index is asked at once about those that have ended somehow. */
  void settle(List<Outcome> outcomes) {
    window.settle(outcomes);
    if (outcomes.stream().anyMatch(outcome -> outcome.result() == Outcome.Result.ENDED)) {
      find(context.settings().lostAfter().millis());
    }
  }

  /** Asks the index about claims that are lost for so long: their writes must have arrived. */
  void find(long millis) {
    List<Version> lost =
        window.stale(true, millis).stream().map(ClaimWindow.Stale::version).toList();
    if (lost.isEmpty()) {
      return;
    }
    versions.written(
        lost,
        ActionListener.wrap(
            written -> {
              List<Outcome> outcomes = new ArrayList<>();
              written.forEach(
                  (version, there) ->
                      outcomes.add(
                          new Outcome(
                              version.seq(),
                              there ? Outcome.Result.WRITTEN : Outcome.Result.NOT_WRITTEN,
                              version.ref().index(),
                              -1)));
              window.settle(outcomes);
            },
            e -> LOGGER.debug("lost claims of [{}] could not be looked up", spec.key(), e)));
  }

  /** Claims without news for long: their node says whether they are on their way still. */
  void askForStale() {
    List<ClaimWindow.Stale> stale = window.stale(false, STALE_MILLIS);
    synchronized (this) {
      if (stale.isEmpty() || asking) {
        return;
      }
      asking = true;
    }
    Set<Long> onTheirWay = ConcurrentHashMap.newKeySet();
    Set<String> answered = ConcurrentHashMap.newKeySet();
    context.collect(
        spec.key(),
        0,
        (node, response) -> {
          answered.add(node);
          response.claims.forEach(claim -> onTheirWay.add(claim.seq()));
        },
        complete -> {
          synchronized (this) {
            asking = false;
          }
          List<Outcome> outcomes = new ArrayList<>();
          for (ClaimWindow.Stale claim : stale) {
            if (answered.contains(claim.node())
                && onTheirWay.contains(claim.version().seq()) == false) {
              outcomes.add(new Outcome(claim.version().seq(), Outcome.Result.UNKNOWN, null, -1));
            }
          }
          settle(outcomes);
        });
  }
}
