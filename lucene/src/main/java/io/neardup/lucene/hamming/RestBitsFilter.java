// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.lucene.field.HashSegmentLayout;
import java.io.IOException;
import org.apache.lucene.search.DocAndFloatFeatureBuffer;
import org.apache.lucene.util.ArrayUtil;

/**
 * The fingerprints of a query that the postings of one term may be near to, with the bits to
 * compare frequencies with and the distance left for the rest.
 */
final class RestBitsFilter {
  private final HashSegmentLayout layout;
  private int segment;
  private int maxDistance;
  private int size;
  private int[] indexes = new int[1];
  private int[] rests = new int[1];
  private int[] left = new int[1];

  RestBitsFilter(HashSegmentLayout layout) {
    this.layout = layout;
  }

  void clear(int segment, int maxDistance) {
    this.segment = segment;
    this.maxDistance = maxDistance;
    size = 0;
  }

  /**
   * @param index of the fingerprint in the query
   * @param distance between its segment and that of the postings
   */
  void add(int index, long fingerprint, int distance) {
    indexes = ArrayUtil.grow(indexes, size + 1);
    rests = ArrayUtil.grow(rests, size + 1);
    left = ArrayUtil.grow(left, size + 1);
    indexes[size] = index;
    rests[size] = layout.rest(fingerprint, segment);
    left[size++] = maxDistance - distance;
  }

  int size() {
    return size;
  }

  /** Keeps the pairs of these postings and fingerprints that may be near. */
  void compare(DocAndFloatFeatureBuffer postings, boolean restsKnown, CandidateVerifier survivors)
      throws IOException {
    for (int i = 0; i < size; i++) {
      int maxDifferent = restsKnown ? left[i] : Integer.SIZE;
      survivors.keep(postings, rests[i], maxDifferent, CandidateVerifier.pair(segment, indexes[i]));
    }
  }

  /** The index of one of them in the query. */
  int index(int near) {
    return indexes[near];
  }

  /** The number of further bits in which a match may differ from one of them. */
  int left(int near) {
    return left[near];
  }
}
