// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** Which terms of a query one segment field of a leaf has, and how many documents they have. */
final class SegmentMatches {
  private record Match(int value, TermState state) {}

  private final int segment;
  private final int radius;
  private final TermsEnum dictionary;
  private final boolean frequencies;
  private final BytesRef term;
  private final List<Match> matches = new ArrayList<>();
  private long cost;
  private boolean wrapped;

  private SegmentMatches(SegmentLayout layout, int segment, int radius, Terms terms)
      throws IOException {
    this.term = layout.newTerm();
    this.segment = segment;
    this.radius = radius;
    this.dictionary = terms.iterator();
    this.frequencies = terms.hasFreqs();
  }

  /**
   * Looks values up.
   *
   * @param terms of the segment's field
   * @param values ascending, those within {@code radius} of the segment of a fingerprint
   */
  static SegmentMatches of(SegmentLayout layout, int segment, int radius, Terms terms, int[] values)
      throws IOException {
    SegmentMatches matches = new SegmentMatches(layout, segment, radius, terms);
    matches.lookUp(values);
    return matches;
  }

  /**
   * One pass through the dictionary, never backwards. A term that does not exist leaps over all
   * values before the next one that does, so that thousands of fingerprints cost a small leaf no
   * more seeks than it has terms.
   */
  private void lookUp(int[] values) throws IOException {
    if (values.length == 1) {
      // An exact seek can be answered by the index of the dictionary, without reading a block.
      if (dictionary.seekExact(SegmentLayout.write(values[0], term))) {
        add(values[0]);
      }
      return;
    }
    for (int i = 0; i < values.length; ) {
      switch (dictionary.seekCeil(SegmentLayout.write(values[i], term))) {
        case FOUND -> add(values[i++]);
        case NOT_FOUND -> i = firstAtLeast(dictionary.term(), values, i + 1);
        case END -> i = values.length;
      }
    }
  }

  private int firstAtLeast(BytesRef next, int[] values, int from) {
    int i = from;
    while (i < values.length && SegmentLayout.write(values[i], term).compareTo(next) < 0) {
      i++;
    }
    return i;
  }

  private void add(int value) throws IOException {
    matches.add(new Match(value, dictionary.termState()));
    cost += dictionary.docFreq();
  }

  /** Number of terms found. */
  int size() {
    return matches.size();
  }

  /** Number of documents of all terms found, deleted ones included. */
  long cost() {
    return cost;
  }

  /** The segment. */
  int segment() {
    return segment;
  }

  /** How near values had to be to be looked up. */
  int radius() {
    return radius;
  }

  /** The value of term {@code index} found. */
  int value(int index) {
    return matches.get(index).value();
  }

  /** Whether the postings may carry bits of the rest. */
  boolean hasFrequencies() {
    return frequencies;
  }

  /**
   * The documents and frequencies of term {@code index} found.
   *
   * <p>A reader that may be interrupted puts a filter around postings, which reads them one by one.
   * It leaves postings with impacts as they are, and those are read by the block as well.
   */
  PostingsEnum postings(int index, PostingsEnum reuse) throws IOException {
    Match match = matches.get(index);
    dictionary.seekExact(SegmentLayout.write(match.value(), term), match.state());
    if (wrapped) {
      return dictionary.impacts(PostingsEnum.FREQS);
    }
    PostingsEnum postings = dictionary.postings(reuse, PostingsEnum.FREQS);
    wrapped = frequencies && postings instanceof FilterLeafReader.FilterPostingsEnum;
    return postings;
  }
}
