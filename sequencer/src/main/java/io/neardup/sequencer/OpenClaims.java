// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The claims of a window of which it is not known yet what became of them. Thread-safe. */
public final class OpenClaims {
  private final ClaimWindow lock;
  private final ClaimTable entries;
  private final LongSupplier clock;

  /**
   * @param clock in milliseconds
   */
  OpenClaims(ClaimWindow lock, ClaimTable entries, LongSupplier clock) {
    this.lock = lock;
    this.entries = entries;
    this.clock = clock;
  }

  /** Whether a bulk has claims here without an outcome, so that it is not answered yet. */
  public boolean holds(String bulk) {
    synchronized (lock) {
      return entries.all().stream()
          .filter(entry -> entry.bulk.equals(bulk) && entry.ended == false)
          .anyMatch(
              entry -> entry.state == Entry.State.CHECKING || entry.state == Entry.State.PENDING);
    }
  }

  /** Marks claims of all other nodes as lost: they will not report outcomes. */
  public void loseAllBut(Set<String> nodes) {
    synchronized (lock) {
      for (Entry entry : entries.all()) {
        if (entry.state == Entry.State.PENDING && nodes.contains(entry.node) == false) {
          entry.enter(Entry.State.UNKNOWN, clock.getAsLong());
        }
      }
    }
  }

  /**
   * Claims that have been lost, or without news, for this long; those known to have ended at once.
   */
  public List<Stale> stale(boolean lost, long millis) {
    synchronized (lock) {
      long until = clock.getAsLong() - millis;
      List<Stale> stale = new ArrayList<>();
      for (Entry entry : entries.all()) {
        boolean open = entry.state == Entry.State.PENDING || entry.state == Entry.State.UNKNOWN;
        boolean isLost = entry.ended || entry.state == Entry.State.UNKNOWN;
        if (open && isLost == lost && (entry.ended || entry.since <= until)) {
          stale.add(new Stale(entry.written(), entry.node));
        }
      }
      return stale;
    }
  }

  /**
   * A claim without news.
   *
   * @param written what its document is if it was written
   * @param node that was to report it
   */
  public record Stale(Hit written, String node) {}

  /** Number of claims by state, in lower case. */
  public Map<String, Long> sizes() {
    synchronized (lock) {
      Map<Entry.State, Long> counts = new EnumMap<>(Entry.State.class);
      for (Entry.State state : Entry.State.values()) {
        counts.put(state, 0L);
      }
      for (Entry entry : entries.all()) {
        counts.merge(entry.state, 1L, Long::sum);
      }
      Map<String, Long> sizes = new TreeMap<>();
      counts.forEach((state, count) -> sizes.put(state.name().toLowerCase(Locale.ROOT), count));
      return sizes;
    }
  }
}
