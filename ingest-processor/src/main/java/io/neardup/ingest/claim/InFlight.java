// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.CollectResponse;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.InFlightClaim;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * This node's claims whose outcome has not been reported to their home. A home that takes over
 * collects them; from then on this node accepts no decision of an earlier home. Thread-safe.
 */
public final class InFlight {
  /**
   * A claim.
   *
   * @param spec of its comparison
   * @param told whether its home knows that its outcome is unknown
   */
  private record Held(DomainSpec spec, InFlightClaim moved, boolean told) {}

  private final Map<String, Map<Long, Held>> claims = new HashMap<>();
  private final Map<String, Long> fences = new HashMap<>();

  /**
   * Returns whether these decisions come from the latest home; if so, their claims are now in
   * flight.
   */
  synchronized boolean accept(DomainSpec spec, long epoch, List<InFlightClaim> decided) {
    if (epoch < fence(spec.key())) {
      return false;
    }
    Map<Long, Held> known = claims.computeIfAbsent(spec.key(), unused -> new TreeMap<>());
    decided.forEach(moved -> known.put(moved.seq(), new Held(spec, moved, false)));
    if (known.isEmpty()) {
      claims.remove(spec.key());
    }
    return true;
  }

  /** The latest home of a domain that has collected claims. */
  synchronized long fence(String key) {
    return fences.getOrDefault(key, 0L);
  }

  synchronized CollectResponse collect(DomainSpec spec, long epoch) {
    if (epoch > 0) {
      fences.merge(spec.key(), epoch, Math::max);
    }
    List<InFlightClaim> same = new ArrayList<>();
    List<Long> lost = new ArrayList<>();
    int others = 0;
    for (Held held : claims.getOrDefault(spec.key(), Map.of()).values()) {
      if (held.spec.equals(spec)) {
        same.add(held.moved);
        if (held.told) {
          lost.add(held.moved.seq());
        }
      } else {
        others++;
      }
    }
    return new CollectResponse(fence(spec.key()), same, lost, others);
  }

  /** A claim in flight; null if there is none. */
  synchronized InFlightClaim get(String key, long seq) {
    Held held = claims.getOrDefault(key, Map.of()).get(seq);
    return held == null ? null : held.moved;
  }

  synchronized void arrived(String key, Collection<Long> seqs) {
    Map<Long, Held> known = claims.get(key);
    if (known != null) {
      // Not removeAll, which asks a list of this many for each of ours.
      seqs.forEach(known::remove);
      if (known.isEmpty()) {
        claims.remove(key);
      }
    }
  }

  /**
   * Keeps claims of unknown outcome: their home knows about them, but one that takes over would
   * not.
   */
  synchronized void lost(String key, Collection<Long> seqs) {
    Map<Long, Held> known = claims.get(key);
    if (known != null) {
      for (long seq : seqs) {
        known.computeIfPresent(seq, (same, held) -> new Held(held.spec, held.moved, true));
      }
    }
  }

  /** Number of claims in flight that are not lost. */
  public synchronized int size() {
    return (int)
        claims.values().stream()
            .flatMap(known -> known.values().stream())
            .filter(held -> held.told == false)
            .count();
  }
}
