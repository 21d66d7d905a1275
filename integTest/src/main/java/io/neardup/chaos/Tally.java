// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** Figures of rounds: how much was sent, what came of it, and which decisions were doubted when. */
final class Tally {
  private final Map<Write.Outcome, Integer> outcomes = new EnumMap<>(Write.Outcome.class);
  private final Map<Finding.Kind, Integer> findings = new EnumMap<>(Finding.Kind.class);

  /** Of each trouble: stored decisions, and how many are marked. */
  private final Map<String, int[]> marked = new LinkedHashMap<>();

  private int sent;
  private int repeated;
  private int stored;
  private int isNew;
  private int markedInAll;
  private int orphans;
  private long longestMillis;
  private int rounds;

  void add(History history, List<Stored> documents, List<Finding> found) {
    rounds++;
    Map<Integer, Write> byNumber = new HashMap<>();
    for (Write write : history.writes()) {
      if (write.attempts.isEmpty() == false) {
        byNumber.put(write.number, write);
        sent++;
        repeated += write.attempts.size() > 1 ? 1 : 0;
        outcomes.merge(write.outcome, 1, Integer::sum);
        longestMillis = Math.max(longestMillis, write.last().answered() - write.firstSent());
      }
    }
    for (Stored document : documents) {
      stored++;
      isNew += document.isNew() ? 1 : 0;
      markedInAll += document.marked() ? 1 : 0;
      Write write = byNumber.get(document.write());
      if (write != null) {
        count(history, document, write);
      }
    }
    found.forEach(finding -> findings.merge(finding.kind(), 1, Integer::sum));
    countNeighbors(documents);
  }

  private void count(History history, Stored document, Write write) {
    long at = write.last().answered();
    for (History.Span trouble : history.troubles()) {
      if (trouble.began() <= at && at < trouble.ended()) {
        int[] counts = marked.computeIfAbsent(trouble.name(), name -> new int[2]);
        counts[0]++;
        counts[1] += document.marked() ? 1 : 0;
      }
    }
  }

  /** Not wrong after a delete, but worth to be seen. */
  private void countNeighbors(List<Stored> documents) {
    Map<String, List<Stored>> groups = new HashMap<>();
    for (Stored document : documents) {
      groups.computeIfAbsent(document.group(), group -> new ArrayList<>()).add(document);
    }
    for (Stored document : documents) {
      if (document.isDuplicate()
          && groups.get(document.group()).stream()
              .noneMatch(
                  other ->
                      other.equals(document) == false
                          && document.distance(other) <= Prints.MAX_DISTANCE)) {
        orphans++;
      }
    }
  }

  int of(Finding.Kind kind) {
    return findings.getOrDefault(kind, 0);
  }

  int sent() {
    return sent;
  }

  @Override
  public String toString() {
    StringJoiner lines = new StringJoiner("\n");
    lines.add(
        String.format(
            Locale.ROOT,
            "%d rounds; %d writes sent, %d of them repeatedly, longest %.1f s; answers %s",
            rounds,
            sent,
            repeated,
            longestMillis / 1000.0,
            outcomes));
    lines.add(
        String.format(
            Locale.ROOT,
            "%d documents stored, %d new, %d index_only, %d duplicates without a near member",
            stored,
            isNew,
            markedInAll,
            orphans));
    marked.forEach(
        (name, counts) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "  %-22s %6d stored, %5d index_only (%.1f %%)",
                    name,
                    counts[0],
                    counts[1],
                    100.0 * counts[1] / Math.max(1, counts[0]))));
    StringJoiner faults = new StringJoiner(", ", "faults: ", "");
    for (Finding.Kind kind : Finding.Kind.values()) {
      faults.add(kind.word() + " " + of(kind));
    }
    return lines.add(faults.toString()).toString();
  }
}
