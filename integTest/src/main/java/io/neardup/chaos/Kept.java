// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges the groups of a lane: each has a canonical. Where the document that was written last is
 * kept, that is the last one, unless it is not near to what is canonical, which then does not give
 * way, or something is near to other groups, whose canonicals may have been in its way; a group of
 * which a decision is marked is left out there.
 */
final class Kept {
  private final Lane lane;
  private final List<Write> writes;
  private final List<Finding> findings = new ArrayList<>();

  Kept(Lane lane, History history, List<Stored> stored) {
    this.lane = lane;
    this.writes = history.writes().stream().filter(write -> write.lane.equals(lane)).toList();
    Map<String, List<Stored>> groups = new HashMap<>();
    for (Stored document : stored) {
      groups.computeIfAbsent(document.group(), group -> new ArrayList<>()).add(document);
    }
    groups.values().forEach(this::judge);
  }

  List<Finding> findings() {
    return findings;
  }

  private void judge(List<Stored> group) {
    List<String> evidence = group.stream().map(Stored::toString).toList();
    // A write that was sent again may have made several of its documents: then any of them.
    Stored last =
        group.stream()
            .max(Comparator.comparingInt(Stored::write).thenComparing(Stored::isNew))
            .get();
    if (group.stream().noneMatch(Stored::isNew)) {
      find(Finding.Kind.HEADLESS, "no document of the group is new", evidence);
    } else if (lane.mode().keeps()
        && last.isNew() == false
        && group.stream().noneMatch(Stored::marked)
        && group.stream().filter(Stored::isNew).allMatch(canonical -> isNear(last, canonical))
        && group.stream().noneMatch(document -> isNearOthers(document, group))) {
      find(Finding.Kind.OUTRANKED, "the document written last is not new", evidence);
    }
  }

  private static boolean isNear(Stored left, Stored right) {
    return Long.bitCount(left.print() ^ right.print()) <= Prints.MAX_DISTANCE;
  }

  /** Also to what is not stored any more. */
  private boolean isNearOthers(Stored document, List<Stored> group) {
    return writes.stream()
        .filter(write -> write.hasPrint() && write.attempts.isEmpty() == false)
        .filter(write -> Long.bitCount(write.print ^ document.print()) <= Prints.MAX_DISTANCE)
        .anyMatch(write -> group.stream().noneMatch(other -> other.write() == write.number));
  }

  private void find(Finding.Kind kind, String text, List<String> evidence) {
    findings.add(new Finding(kind, lane.name(), text, 0, evidence));
  }
}
