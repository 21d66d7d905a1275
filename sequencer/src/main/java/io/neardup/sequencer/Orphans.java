// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups to see to: their canonical was not written, is gone, or is another one than it should be,
 * or they have duplicates that are to be deleted. Thread-safe.
 */
public final class Orphans {
  /** Whether something of them may have been written that no search finds yet. */
  private final Map<Group, Boolean> groups = new LinkedHashMap<>();

  /**
   * Some of them.
   *
   * @param written whether what was written has to be made visible before they are looked for
   */
  public record Some(List<Group> groups, boolean written) {}

  /** Adds a group of which something was written, or is not there. */
  public synchronized void add(Group group) {
    groups.put(group, true);
  }

  /** Adds a group as a search has found it. */
  public synchronized void found(Group group) {
    groups.putIfAbsent(group, false);
  }

  public synchronized int size() {
    return groups.size();
  }

  /** Removes and returns at most so many. */
  public synchronized Some next(int most) {
    List<Group> next = groups.keySet().stream().limit(most).toList();
    boolean written = false;
    for (Group group : next) {
      written |= groups.remove(group);
    }
    return new Some(next, written);
  }
}
