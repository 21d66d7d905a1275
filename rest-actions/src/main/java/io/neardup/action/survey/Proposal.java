// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.action.survey.SurveyTable.Quality;
import io.neardup.action.survey.SurveyTable.Row;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The threshold that a survey would take, and why.
 *
 * @param level of the threshold
 */
record Proposal(int level, String reason) {
  private static final String READ =
      "; read the examples on both sides of it, since numbers tell what is similar, and not what is"
          + " the same";

  /** By labels where there are some that tell, else by the number of pairs. */
  static Proposal of(Levels levels, List<Row> rows) {
    if (rows.stream().anyMatch(row -> row.quality() != null && row.quality().f1() > 0)) {
      return byLabels(rows);
    }
    Proposal proposal = byPairs(levels, rows);
    return rows.get(0).quality() == null
        ? proposal
        : new Proposal(
            proposal.level,
            "no pair within any threshold is labeled as the same; " + proposal.reason);
  }

  private static Proposal byLabels(List<Row> rows) {
    double best = rows.stream().mapToDouble(row -> row.quality().f1()).max().getAsDouble();
    int level = middle(0, rows.size() - 1, i -> rows.get(i).quality().f1() == best);
    Quality quality = rows.get(level).quality();
    return new Proposal(
        level,
        String.format(
            Locale.ROOT,
            "the greatest F1 of the labels: [%.3f], with precision [%.3f] and recall [%.3f]",
            best,
            quality.precision(),
            quality.recall()));
  }

  private static Proposal byPairs(Levels levels, List<Row> rows) {
    if (rows.stream().allMatch(row -> row.pairs() == 0)) {
      return new Proposal(
          levels.byDefault(),
          "the default, since no two documents of the sample are within any threshold");
    }
    long fewest =
        IntStream.rangeClosed(levels.strictest(), levels.loosest())
            .mapToLong(i -> around(rows, i))
            .min()
            .getAsLong();
    int level =
        around(rows, levels.byDefault()) == fewest
            ? levels.byDefault()
            : middle(levels.strictest(), levels.loosest(), i -> around(rows, i) == fewest);
    return new Proposal(
        level,
        "the fewest pairs are next to it, ["
            + fewest
            + "], so that few decisions would be others if it were a little stricter or looser"
            + READ);
  }

  /** Of the longest row of levels that are as good: it is the farthest from those that are not. */
  private static int middle(int from, int to, IntPredicate good) {
    int middle = from;
    int longest = 0;
    int length = 0;
    for (int i = from; i <= to; i++) {
      length = good.test(i) ? length + 1 : 0;
      if (length > longest) {
        longest = length;
        middle = i - length / 2;
      }
    }
    return middle;
  }

  /** Pairs that the threshold just takes, and those that it just does not. */
  private static long around(List<Row> rows, int level) {
    return rows.get(level).pairs() + rows.get(level + 1).pairs();
  }
}
