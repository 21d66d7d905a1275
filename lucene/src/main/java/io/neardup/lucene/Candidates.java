// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.DisiWrapper;
import org.apache.lucene.search.DisjunctionDISIApproximation;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.DocIdSetBuilder;

/**
 * The documents of a leaf that may be near: those of the postings of a few segments.
 *
 * <p>Fingerprints within distance d differ in at most d segments, so of any d + 1 segments they
 * agree in one. It is enough to read d + 1 of the segment fields, and those are taken that have the
 * fewest postings for the query: one at distance 0, all four at distance 3.
 */
final class Candidates {
  /**
   * Up to here postings are merged as they are read: no memory, and a leading clause of a
   * conjunction skips through them. A postings list in use holds a few kilobytes of buffers and a
   * place in a heap, which thousands of them must not; they are read one after the other into a
   * {@link DocIdSetBuilder}, which is a sorted array while there are few documents and turns into a
   * bit set once that is smaller. Lucene's multi-term queries draw the line at the same number.
   */
  static final int MAX_MERGED_POSTINGS = 16;

  private final List<SegmentMatches> segments;
  private final int maxDoc;

  private Candidates(List<SegmentMatches> segments, int maxDoc) {
    this.segments = segments;
    this.maxDoc = maxDoc;
  }

  /** Looks up the candidates, or answers null if too few of the segment fields are there. */
  static Candidates of(LeafReader reader, SegmentTerms terms, int maxDistance) throws IOException {
    List<SegmentMatches> segments = new ArrayList<>(Fingerprint.SEGMENTS);
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      SegmentMatches matches = SegmentMatches.of(reader, terms, s);
      if (matches != null) {
        segments.add(matches);
      }
    }
    int needed = maxDistance + 1;
    if (segments.size() < needed) {
      return null;
    }
    segments.sort(Comparator.comparingLong(SegmentMatches::cost));
    return new Candidates(segments.subList(0, needed), reader.maxDoc());
  }

  /** Number of postings. */
  long cost() {
    return segments.stream().mapToLong(SegmentMatches::cost).sum();
  }

  /** The candidates in order, each once. There must be at least one posting. */
  DocIdSetIterator iterator(long leadCost) throws IOException {
    int lists = segments.stream().mapToInt(SegmentMatches::size).sum();
    return lists <= MAX_MERGED_POSTINGS ? merged(leadCost) : collected();
  }

  private DocIdSetIterator merged(long leadCost) throws IOException {
    List<DisiWrapper> lists = new ArrayList<>();
    for (SegmentMatches segment : segments) {
      for (int i = 0; i < segment.size(); i++) {
        lists.add(wrap(segment.postings(i, null)));
      }
    }
    return lists.size() == 1
        ? lists.get(0).iterator
        : DisjunctionDISIApproximation.of(lists, leadCost);
  }

  private static DisiWrapper wrap(PostingsEnum postings) {
    return new DisiWrapper(
        new ConstantScoreScorer(1f, ScoreMode.COMPLETE_NO_SCORES, postings), false);
  }

  private DocIdSetIterator collected() throws IOException {
    DocIdSetBuilder documents = new DocIdSetBuilder(maxDoc);
    PostingsEnum postings = null;
    for (SegmentMatches segment : segments) {
      for (int i = 0; i < segment.size(); i++) {
        postings = segment.postings(i, postings);
        documents.add(postings);
      }
    }
    return documents.build().iterator();
  }
}
