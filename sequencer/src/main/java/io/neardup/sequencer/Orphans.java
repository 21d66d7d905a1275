// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Groups that may need another canonical: it was not written, is gone, or is another one than it
 * should be. Thread-safe.
 */
public final class Orphans {
  private final Set<Group> groups = new LinkedHashSet<>();

  /** A group seems to have no canonical, or another one than it should have. */
  public synchronized void add(Group group) {
    groups.add(group);
  }

  /** Removes and returns some of them. */
  public synchronized List<Group> next(int most) {
    List<Group> next = groups.stream().limit(most).toList();
    next.forEach(groups::remove);
    return next;
  }
}
