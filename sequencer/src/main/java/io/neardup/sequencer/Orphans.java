// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Groups that may need another canonical: it was not written, is gone, or is another one than it
 * should be. A member may still be on its way, so they are remembered for a while. Thread-safe.
 */
public final class Orphans {
  private final LongSupplier clock;

  /** Since when. */
  private final Map<Group, Long> groups = new LinkedHashMap<>();

  /**
   * @param clock in milliseconds
   */
  Orphans(LongSupplier clock) {
    this.clock = clock;
  }

  /** A group seems to have no canonical, or another one than it should have. */
  public synchronized void add(Group group) {
    groups.put(group, clock.getAsLong());
  }

  /**
   * Some of them, in turn.
   *
   * @param millis how long they are remembered
   * @param most at once
   */
  public synchronized List<Group> next(long millis, int most) {
    long until = clock.getAsLong() - millis;
    groups.values().removeIf(since -> since <= until);
    List<Group> next = groups.keySet().stream().limit(most).toList();
    next.forEach(group -> groups.put(group, groups.remove(group)));
    return next;
  }

  /** These had the right canonical at that time, in milliseconds. */
  public synchronized void led(Collection<Group> some, long asOf) {
    some.forEach(group -> groups.computeIfPresent(group, (g, at) -> at < asOf ? null : at));
  }
}
