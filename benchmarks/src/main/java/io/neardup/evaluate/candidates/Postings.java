// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.candidates;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which documents have which key, to find those that share one: an inverted index in three sorted
 * arrays. Immutable.
 */
public final class Postings {
  private final long[][] keys;
  private final long[] distinct;

  /** Where the documents of each key begin; one more than there are keys. */
  private final int[] starts;

  private final int[] documents;

  /**
   * @param keys of each document, each once
   */
  public Postings(long[][] keys) {
    this.keys = keys;
    long[] all = Arrays.stream(keys).flatMapToLong(Arrays::stream).toArray();
    Arrays.parallelSort(all);
    distinct = Arrays.stream(all).distinct().toArray();
    starts = new int[distinct.length + 1];
    for (int i = 0, place = 0; i < distinct.length; i++) {
      while (place < all.length && all[place] == distinct[i]) {
        place++;
      }
      starts[i + 1] = place;
    }
    documents = new int[all.length];
    fill();
  }

  private void fill() {
    int[] next = starts.clone();
    for (int document = 0; document < keys.length; document++) {
      for (long key : keys[document]) {
        documents[next[Arrays.binarySearch(distinct, key)]++] = document;
      }
    }
  }

  /** Number of documents that have a key, which one has at least. */
  public int frequency(long key) {
    int index = Arrays.binarySearch(distinct, key);
    return starts[index + 1] - starts[index];
  }

  /** The documents behind this one in the list that share a key with it, in their order. */
  public int[] behind(int document) {
    return Arrays.stream(keys[document])
        .mapToInt(key -> Arrays.binarySearch(distinct, key))
        .flatMap(key -> behind(document, starts[key], starts[key + 1]))
        .sorted()
        .distinct()
        .toArray();
  }

  private IntStream behind(int document, int from, int to) {
    return Arrays.stream(documents, Arrays.binarySearch(documents, from, to, document) + 1, to);
  }
}
