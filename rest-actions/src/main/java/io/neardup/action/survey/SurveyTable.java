// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.opensearch.common.Nullable;

/** Counts of pairs by level, of what each threshold would mark, and a few pairs to look at. */
final class SurveyTable {
  /** Pairs to look at, of each level. */
  private static final int EXAMPLES = 3;

  private final Levels levels;
  private final Random random;
  private final long[] pairs;

  /** Of these, those that are labeled as the same content, and as other content. */
  private final long[] same;

  private final long[] different;

  /** Documents whose nearest neighbor is at a level, and the nearest of those that come first. */
  private final long[] near;

  private final long[] marked;
  private final List<List<Pair>> examples = new ArrayList<>();
  private long positives;

  /** A document: its index and id. */
  record Doc(String index, String id) implements Comparable<Doc> {
    @Override
    public int compareTo(Doc other) {
      int ids = id.compareTo(other.id);
      return ids == 0 ? index.compareTo(other.index) : ids;
    }
  }

  /**
   * Two documents.
   *
   * @param score of one as a hit of the other
   * @param same what a label says; null without one
   */
  record Pair(Doc first, Doc second, float score, @Nullable Boolean same) {}

  /**
   * What a threshold does.
   *
   * @param pairs that are within it, and not within a stricter one
   * @param near documents that have a neighbor within it
   * @param marked of these, those that are not the first: what remains is one of each group
   */
  record Row(int level, long pairs, long near, long marked, @Nullable Quality quality) {}

  /** How right a threshold is: of what it marks, and of what it should. */
  record Quality(@Nullable Double precision, @Nullable Double recall) {
    double f1() {
      return precision == null || recall == null || precision + recall == 0
          ? 0
          : 2 * precision * recall / (precision + recall);
    }
  }

  /** Examples are the same for the same seed and the same pairs. */
  SurveyTable(Levels levels, long seed) {
    this.levels = levels;
    this.random = new Random(seed);
    this.pairs = new long[levels.count()];
    this.same = new long[levels.count()];
    this.different = new long[levels.count()];
    this.near = new long[levels.count()];
    this.marked = new long[levels.count()];
    for (int i = 0; i < levels.count(); i++) {
      examples.add(new ArrayList<>(EXAMPLES));
    }
  }

  /**
   * Counts a pair, unless it is farther than the loosest level; each pair of a level is as likely
   * an example.
   */
  void count(Pair pair) {
    int level = levels.of(pair.score);
    if (level >= levels.count()) {
      return;
    }
    pairs[level]++;
    if (pair.same != null) {
      (pair.same ? same : different)[level]++;
    }
    List<Pair> kept = examples.get(level);
    if (kept.size() < EXAMPLES) {
      kept.add(pair);
      return;
    }
    long place = random.nextLong(pairs[level]);
    if (place < EXAMPLES) {
      kept.set((int) place, pair);
    }
  }

  /**
   * Counts a document with neighbors.
   *
   * @param nearest the score of the nearest
   * @param nearestBefore of the nearest that comes before it; null if none does
   */
  void count(float nearest, @Nullable Float nearestBefore) {
    increment(near, nearest);
    if (nearestBefore != null) {
      increment(marked, nearestBefore);
    }
  }

  private void increment(long[] counts, float score) {
    int level = levels.of(score);
    if (level < counts.length) {
      counts[level]++;
    }
  }

  /** Counts pairs of the same content, near or not. */
  void positives(long more) {
    positives += more;
  }

  Levels levels() {
    return levels;
  }

  List<Pair> examples() {
    return examples.stream().flatMap(List::stream).toList();
  }

  List<Pair> examples(int level) {
    return examples.get(level);
  }

  /** The strictest first. */
  List<Row> rows(boolean labeled) {
    List<Row> rows = new ArrayList<>();
    long nearSoFar = 0;
    long markedSoFar = 0;
    long right = 0;
    long wrong = 0;
    for (int i = 0; i < pairs.length; i++) {
      nearSoFar += near[i];
      markedSoFar += marked[i];
      right += same[i];
      wrong += different[i];
      Quality quality =
          labeled ? new Quality(part(right, right + wrong), part(right, positives)) : null;
      rows.add(new Row(i, pairs[i], nearSoFar, markedSoFar, quality));
    }
    return rows;
  }

  @Nullable private static Double part(long some, long all) {
    return all == 0 ? null : (double) some / all;
  }
}
