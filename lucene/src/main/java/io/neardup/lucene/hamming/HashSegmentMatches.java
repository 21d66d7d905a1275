// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.lucene.field.CarriedBits;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.lucene.search.CancellationCheck;
import io.neardup.lucene.search.LeafMemory;
import java.io.IOException;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** The terms of a query that one segment field of a leaf has, with their document counts. */
final class HashSegmentMatches {
  /** Lucene's state of a term, and its entries in the arrays. */
  private static final long BYTES_PER_MATCH = 96 + 2 * Integer.BYTES;

  /** A seek takes as long as several hundred comparisons. */
  private static final int WORK_PER_SEEK = 1 << 9;

  private final int segment;
  private final int radius;
  private final LeafReader reader;
  private final String field;
  private final HashSegmentLayout layout;
  private final LeafMemory memory;
  private int[] values = {};
  private TermState[] states = {};
  private int size;
  private boolean frequencies;
  private boolean carried;
  private long cost;

  private HashSegmentMatches(
      LeafReader reader,
      String field,
      HashSegmentLayout layout,
      int segment,
      int radius,
      LeafMemory memory) {
    this.reader = reader;
    this.field = layout.field(field, segment);
    this.layout = layout;
    this.segment = segment;
    this.radius = radius;
    this.memory = memory;
  }

  /**
   * Looks values up.
   *
   * @param field of the fingerprints
   * @param values ascending, those within {@code radius} of the segment of a fingerprint
   * @return null if the reader has no such segment
   */
  static HashSegmentMatches of(
      LeafReader reader,
      String field,
      HashSegmentLayout layout,
      int segment,
      int radius,
      int[] values,
      CancellationCheck cancellation,
      LeafMemory memory)
      throws IOException {
    HashSegmentMatches matches =
        new HashSegmentMatches(reader, field, layout, segment, radius, memory);
    Terms terms = reader.terms(matches.field);
    if (terms == null) {
      return null;
    }
    matches.frequencies = terms.hasFreqs();
    matches.carried =
        matches.frequencies
            && CarriedBits.areIn(reader.getFieldInfos().fieldInfo(matches.field), layout);
    matches.lookUp(terms.iterator(), values, cancellation);
    return matches;
  }

  /**
   * Passes through the dictionary once, forward only. After a term that does not exist, skips all
   * values before the next existing term, so that thousands of fingerprints cost a small leaf no
   * more seeks than it has terms.
   */
  private void lookUp(TermsEnum dictionary, int[] values, CancellationCheck cancellation)
      throws IOException {
    BytesRef term = layout.newTerm();
    if (values.length == 1) {
      // An exact seek can be answered by the index of the dictionary, without reading a block.
      if (dictionary.seekExact(HashSegmentLayout.write(values[0], term))) {
        add(values[0], dictionary);
      }
      return;
    }
    for (int i = 0; i < values.length; ) {
      cancellation.worked(WORK_PER_SEEK);
      switch (dictionary.seekCeil(HashSegmentLayout.write(values[i], term))) {
        case FOUND -> add(values[i++], dictionary);
        case NOT_FOUND -> i = firstAtLeast(dictionary.term(), values, i + 1, term);
        case END -> i = values.length;
      }
    }
  }

  private static int firstAtLeast(BytesRef next, int[] values, int from, BytesRef term) {
    int i = from;
    while (i < values.length && HashSegmentLayout.write(values[i], term).compareTo(next) < 0) {
      i++;
    }
    return i;
  }

  private void add(int value, TermsEnum dictionary) throws IOException {
    if (size == values.length) {
      int longer = ArrayUtil.oversize(size + 1, Integer.BYTES);
      memory.take(BYTES_PER_MATCH * (longer - size));
      values = ArrayUtil.growExact(values, longer);
      states = ArrayUtil.growExact(states, longer);
    }
    values[size] = value;
    states[size++] = dictionary.termState();
    cost += dictionary.docFreq();
  }

  /** Releases the term states, once no more postings are read. */
  void release() {
    memory.giveBack(BYTES_PER_MATCH * values.length);
    values = new int[0];
    states = new TermState[0];
  }

  /** Number of terms found. */
  int size() {
    return size;
  }

  /** Number of documents of all terms found, including deleted ones. */
  long cost() {
    return cost;
  }

  /** The segment. */
  int segment() {
    return segment;
  }

  /** The radius within which values were looked up. */
  int radius() {
    return radius;
  }

  /** The value of term {@code index} found. */
  int value(int index) {
    return values[index];
  }

  /** Whether the frequencies of the postings carry bits of the rest. */
  boolean carriesBits() {
    return carried;
  }

  /**
   * Reads the postings of one leaf in one thread, segment by segment, with one block reader for
   * all.
   */
  static final class Reading {
    private HashSegmentMatches segment;
    private TermsEnum dictionary;
    private BytesRef term;
    private PostingsEnum last;
    private boolean wrapped;

    /** Continues with another segment. */
    void start(HashSegmentMatches next) throws IOException {
      segment = next;
      dictionary = next.reader.terms(next.field).iterator();
      term = next.layout.newTerm();
    }

    /**
     * The documents and frequencies of term {@code index}, valid until the next call.
     *
     * <p>A reader that can be interrupted wraps postings in a filter, which reads them one by one.
     * It does not wrap postings with impacts, which can also be read by the block.
     */
    PostingsEnum postings(int index) throws IOException {
      dictionary.seekExact(
          HashSegmentLayout.write(segment.values[index], term), segment.states[index]);
      if (wrapped) {
        return dictionary.impacts(PostingsEnum.FREQS);
      }
      last = dictionary.postings(last, PostingsEnum.FREQS);
      wrapped = segment.frequencies && last instanceof FilterLeafReader.FilterPostingsEnum;
      return last;
    }
  }
}
