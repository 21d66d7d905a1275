// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import static io.neardup.lucene.search.SearchCounts.Count.CANDIDATES;
import static io.neardup.lucene.search.SearchCounts.Count.REJECTED_BY_TAIL;
import static io.neardup.lucene.search.SearchCounts.Count.REJECTED_IN_POSTINGS;

import io.neardup.lucene.search.CancellationCheck;
import io.neardup.lucene.search.LeafMemory;
import io.neardup.lucene.search.SearchCounts;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocAndFloatFeatureBuffer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.DocIdSetBuilder;

/** The postings of a query's bands in one leaf: the documents that share a band with it. */
final class BandPostings {
  /** Candidates are kept one by one up to this part of a leaf's documents, and as bits beyond. */
  private static final int SPARSE_SHIFT = 7;

  private final BandProbes probes;
  private final TermsEnum terms;
  private final CancellationCheck cancellation;
  private final DocAndFloatFeatureBuffer block = new DocAndFloatFeatureBuffer();

  /** Null for bands that no document has. */
  private final TermState[] states;

  private final long cost;

  private BandPostings(
      BandProbes probes,
      TermsEnum terms,
      TermState[] states,
      long cost,
      CancellationCheck cancellation) {
    this.probes = probes;
    this.terms = terms;
    this.states = states;
    this.cost = cost;
    this.cancellation = cancellation;
  }

  /** Looks the terms up; null if there are none. */
  static BandPostings of(LeafReader reader, BandProbes probes, CancellationCheck cancellation)
      throws IOException {
    Terms field = reader.terms(probes.field());
    if (field == null) {
      return null;
    }
    TermsEnum terms = field.iterator();
    TermState[] states = new TermState[probes.size()];
    long cost = 0;
    for (int band = 0; band < states.length; band++) {
      if (terms.seekExact(probes.term(band))) {
        states[band] = terms.termState();
        cost += terms.docFreq();
      }
    }
    return cost == 0 ? null : new BandPostings(probes, terms, states, cost, cancellation);
  }

  /** Number of bands that some document has. */
  int bands() {
    return Math.toIntExact(Arrays.stream(states).filter(Objects::nonNull).count());
  }

  /** Number of postings. */
  long cost() {
    return cost;
  }

  /**
   * Reads them.
   *
   * @param memory charged with what the candidates take at most
   * @param tails rules candidates out
   */
  DocIdSetIterator candidates(
      LeafMemory memory, int maxDoc, TailCheck tails, SearchCounts statistics) throws IOException {
    long sparse = Math.min(cost, maxDoc >>> SPARSE_SHIFT);
    memory.take(3 * Integer.BYTES * sparse + (cost > sparse ? maxDoc / Byte.SIZE : 0));
    DocIdSetBuilder candidates = new DocIdSetBuilder(maxDoc);
    PostingsEnum postings = null;
    long shared = 0;
    long kept = 0;
    for (int band = 0; band < states.length; band++) {
      if (states[band] != null) {
        terms.seekExact(probes.term(band), states[band]);
        postings = terms.postings(postings, PostingsEnum.FREQS);
        tails.restart();
        Read read = read(postings, probes.frequency(band), tails, candidates);
        shared += read.shared;
        kept += read.kept;
      }
    }
    statistics.add(CANDIDATES, cost);
    statistics.add(REJECTED_IN_POSTINGS, cost - shared);
    statistics.add(REJECTED_BY_TAIL, shared - kept);
    DocIdSetIterator iterator = candidates.build().iterator();
    return iterator == null ? DocIdSetIterator.empty() : iterator;
  }

  /** Number of postings of the very band, and of candidates among them. */
  private record Read(long shared, long kept) {}

  /** A block of postings at a time, which Lucene decodes faster than one by one. */
  private Read read(PostingsEnum postings, int wanted, TailCheck tails, DocIdSetBuilder candidates)
      throws IOException {
    long shared = 0;
    long kept = 0;
    DocIdSetBuilder.BulkAdder adder = candidates.grow(Math.toIntExact(postings.cost()));
    postings.nextDoc();
    for (next(postings); block.size > 0; next(postings)) {
      cancellation.worked(block.size);
      int same = filter(wanted);
      int left = tails.filter(block.docs, same);
      for (int i = 0; i < left; i++) {
        adder.add(block.docs[i]);
      }
      shared += same;
      kept += left;
    }
    return new Read(shared, kept);
  }

  private void next(PostingsEnum postings) throws IOException {
    postings.nextPostings(DocIdSetIterator.NO_MORE_DOCS, block);
  }

  /** Keeps the postings of the very band. Frequencies have 21 bits at most, which floats hold. */
  private int filter(int wanted) {
    int same = 0;
    for (int i = 0; i < block.size; i++) {
      block.docs[same] = block.docs[i];
      same += BandTerms.mayBe((int) block.features[i], wanted) ? 1 : 0;
    }
    return same;
  }
}
