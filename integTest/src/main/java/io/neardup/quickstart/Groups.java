// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Unites pairs of near-duplicates into groups: two documents are in one group when a chain of pairs
 * leads from one to the other (union-find with path halving).
 */
final class Groups {
  private final Map<String, String> parents = new HashMap<>();
  private final Map<String, Integer> neighbors = new HashMap<>();
  private final Map<String, Long> fingerprints = new HashMap<>();

  /** Tells a document's fingerprint, 16 hex digits. */
  void fingerprint(String id, String hex) {
    fingerprints.put(id, Long.parseUnsignedLong(hex, 16));
  }

  /** Tells a pair, as seen from the first of the two; the pair of one with itself is ignored. */
  void join(String id, String other) {
    if (id.equals(other)) {
      return;
    }
    neighbors.merge(id, 1, Integer::sum);
    // Known as a member, though it may not see this one.
    neighbors.putIfAbsent(other, 0);
    parents.put(root(id), root(other));
  }

  private String root(String id) {
    String at = id;
    while (parents.getOrDefault(at, at).equals(at) == false) {
      String up = parents.get(at);
      parents.put(at, parents.getOrDefault(up, up));
      at = parents.get(at);
    }
    return at;
  }

  /** All groups, largest first, those of one size by name. */
  List<Group> toList() {
    Map<String, SortedSet<String>> members = new TreeMap<>();
    for (String id : neighbors.keySet()) {
      members.computeIfAbsent(root(id), root -> new TreeSet<>()).add(id);
    }
    List<Group> groups = new ArrayList<>(members.values().stream().map(this::group).toList());
    groups.sort(
        Comparator.comparingInt((Group group) -> -group.members().size())
            .thenComparing(group -> group.members().get(0).id()));
    return groups;
  }

  /** The canonical document is the one with most neighbors; of several, the first by id. */
  private Group group(SortedSet<String> ids) {
    String canonical = ids.first();
    for (String id : ids) {
      if (neighbors.get(id) > neighbors.get(canonical)) {
        canonical = id;
      }
    }
    long center = fingerprints.get(canonical);
    String first = canonical;
    return new Group(
        ids.stream()
            .map(id -> new Group.Member(id, Long.bitCount(fingerprints.get(id) ^ center)))
            .sorted(
                Comparator.comparing((Group.Member member) -> member.id().equals(first) == false)
                    .thenComparingInt(Group.Member::distance)
                    .thenComparing(Group.Member::id))
            .toList());
  }
}
