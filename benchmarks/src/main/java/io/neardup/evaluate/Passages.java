// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.evaluate.candidates.PairSet;
import io.neardup.evaluate.features.Document;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.WeightedSet;
import io.neardup.fingerprint.features.Weighting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Passages of equal length out of longer documents, no two of which have much in common, and copies
 * of them with known edits. The same seed gives the same ones.
 */
final class Passages {
  /** A Han character by itself, or what stands between blanks; with the blanks behind it. */
  private static final Pattern WORD = Pattern.compile("(\\p{IsHan}|[^\\s\\p{IsHan}]+)\\s*");

  /** Passages that are more alike than this would be near-duplicates by themselves. */
  private static final double MAX_SIMILARITY = 0.1;

  private final List<List<String>> passages = new ArrayList<>();
  private final List<String> vocabulary = new ArrayList<>();
  private final long seed;

  /**
   * @param length words of a passage; a Han character is one
   * @param limit the most passages that are taken
   */
  Passages(List<Document> documents, int length, int limit, long seed) {
    this.seed = seed;
    List<List<String>> candidates = new ArrayList<>();
    for (Document document : documents) {
      List<String> words = words(document.text());
      vocabulary.addAll(words);
      for (int end = length; end <= words.size(); end += length) {
        candidates.add(words.subList(end - length, end));
      }
    }
    Collections.shuffle(candidates, new Random(seed));
    keepDistinct(candidates, limit);
    if (passages.size() < 2) {
      throw new IllegalArgumentException(
          "[length] must leave at least 2 passages, got ["
              + length
              + "], which leaves ["
              + passages.size()
              + "]");
    }
  }

  int size() {
    return passages.size();
  }

  /** Every passage and one copy of it after edits of this kind. */
  Sample edited(Edit edit, int percent) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Document> documents = new ArrayList<>();
    passages.forEach(words -> documents.add(document(documents, words)));
    for (List<String> words : passages) {
      documents.add(document(documents, edit.apply(words, percent / 100.0, vocabulary, random)));
    }
    int size = passages.size();
    return new Sample(
        edit.name().toLowerCase(Locale.ROOT) + " " + percent + " %",
        documents,
        PairSet.of(LongStream.range(0, size).map(i -> PairSet.pair((int) i, (int) i + size))));
  }

  /** With a blank behind the last word, too: it may come to stand elsewhere. */
  static List<String> words(String text) {
    return WORD.matcher(text + "\n").results().map(MatchResult::group).toList();
  }

  private static Document document(List<Document> before, List<String> words) {
    return new Document(Integer.toString(before.size()), String.join("", words));
  }

  private void keepDistinct(List<List<String>> candidates, int limit) {
    List<WeightedSet> kept = new ArrayList<>();
    for (List<String> words : candidates) {
      if (kept.size() == limit) {
        return;
      }
      WeightedSet set = FeatureSet.DEFAULT.weighted(String.join("", words), Weighting.NONE);
      if (kept.stream().allMatch(other -> set.jaccard(other) < MAX_SIMILARITY)) {
        kept.add(set);
        passages.add(words);
      }
    }
  }
}
