// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Groups to see to: their canonical was not written, is gone, or is another one than it should be,
 * or they have duplicates that are to be deleted. Thread-safe.
 */
public final class Orphans {
  private final Set<Group> groups = new LinkedHashSet<>();

  public synchronized void add(Group group) {
    groups.add(group);
  }

  public synchronized int size() {
    return groups.size();
  }

  /** Removes and returns some of them. */
  public synchronized List<Group> next(int most) {
    List<Group> next = groups.stream().limit(most).toList();
    next.forEach(groups::remove);
    return next;
  }
}
