// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** Which terms of a query one segment field of a leaf has, and how many documents they have. */
final class SegmentMatches {
  private record Match(int value, TermState state) {}

  private final TermsEnum dictionary;
  private final BytesRef term = SegmentTerms.newTerm();
  private final List<Match> matches = new ArrayList<>();
  private long cost;

  private SegmentMatches(TermsEnum dictionary) {
    this.dictionary = dictionary;
  }

  /** Looks the terms up, or answers null if the leaf has no such field, or hides it. */
  static SegmentMatches of(LeafReader reader, SegmentTerms segments, int segment)
      throws IOException {
    Terms terms = reader.terms(segments.field(segment));
    if (terms == null) {
      return null;
    }
    SegmentMatches matches = new SegmentMatches(terms.iterator());
    matches.lookUp(segments.values(segment));
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
      if (dictionary.seekExact(SegmentTerms.write(values[0], term))) {
        add(values[0]);
      }
      return;
    }
    for (int i = 0; i < values.length; ) {
      switch (dictionary.seekCeil(SegmentTerms.write(values[i], term))) {
        case FOUND -> add(values[i++]);
        case NOT_FOUND -> i = firstAtLeast(dictionary.term(), values, i + 1);
        case END -> i = values.length;
      }
    }
  }

  private int firstAtLeast(BytesRef next, int[] values, int from) {
    int i = from;
    while (i < values.length && SegmentTerms.write(values[i], term).compareTo(next) < 0) {
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

  /** The documents of term {@code index} found. */
  PostingsEnum postings(int index, PostingsEnum reuse) throws IOException {
    Match match = matches.get(index);
    dictionary.seekExact(SegmentTerms.write(match.value(), term), match.state());
    return dictionary.postings(reuse, PostingsEnum.NONE);
  }
}
