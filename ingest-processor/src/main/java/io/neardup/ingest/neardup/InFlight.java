// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.ClaimWindow.Moved;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The claims of this node whose writes are on their way. A home that takes over collects them here,
 * and from then on no decision of an earlier home is accepted. Thread-safe.
 */
final class InFlight {
  private final Map<String, Map<Long, Moved>> claims = new HashMap<>();
  private final Map<String, Long> fences = new HashMap<>();

  /** Whether these decisions come from the latest home; if so, they are on their way. */
  synchronized boolean accept(String key, long incarnation, List<Moved> decided) {
    if (incarnation < fences.getOrDefault(key, 0L)) {
      return false;
    }
    Map<Long, Moved> known = claims.computeIfAbsent(key, unused -> new TreeMap<>());
    decided.forEach(moved -> known.put(moved.seq(), moved));
    if (known.isEmpty()) {
      claims.remove(key);
    }
    return true;
  }

  synchronized CollectResponse collect(String key, long incarnation) {
    if (incarnation > 0) {
      fences.merge(key, incarnation, Math::max);
    }
    return new CollectResponse(
        fences.getOrDefault(key, 0L), List.copyOf(claims.getOrDefault(key, Map.of()).values()));
  }

  synchronized void arrived(String key, Collection<Long> seqs) {
    Map<Long, Moved> known = claims.get(key);
    if (known != null) {
      known.keySet().removeAll(seqs);
      if (known.isEmpty()) {
        claims.remove(key);
      }
    }
  }

  synchronized int size() {
    return claims.values().stream().mapToInt(Map::size).sum();
  }
}
