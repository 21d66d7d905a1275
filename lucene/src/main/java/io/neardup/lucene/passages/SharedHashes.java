// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import io.neardup.fingerprint.passages.QuestionWindows;
import io.neardup.lucene.search.LeafMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.PriorityQueue;

/**
 * The documents of a leaf that have a hash of a question, in their order, and which hashes each of
 * them has. Hashes that are too common find no documents, and are only looked up in those of the
 * others.
 */
final class SharedHashes extends DocIdSetIterator {
  /** Buffers of documents, frequencies and positions. */
  private static final long BYTES_PER_HASH = 4096;

  private final ByDocument rare;
  private final List<Postings> common = new ArrayList<>();
  private final long cost;
  private int doc = -1;

  /** The postings of one hash. */
  private record Postings(int ordinal, PostingsEnum docs) {
    boolean isAt(int doc) {
      return docs.docID() == doc;
    }
  }

  private static final class ByDocument extends PriorityQueue<Postings> {
    ByDocument(int size) {
      super(size);
    }

    @Override
    protected boolean lessThan(Postings one, Postings other) {
      return one.docs.docID() < other.docs.docID();
    }

    /** Passes on those that stand at a document, from here on downwards in the heap. */
    void each(int doc, int index, Sink sink) throws IOException {
      if (index <= size() && getHeapArray()[index] instanceof Postings one && one.isAt(doc)) {
        sink.add(one.ordinal, one.docs);
        each(doc, 2 * index, sink);
        each(doc, 2 * index + 1, sink);
      }
    }
  }

  private SharedHashes(List<Postings> all, BitSet tooCommon) throws IOException {
    this.rare = new ByDocument(Math.max(1, all.size()));
    long sum = 0;
    for (Postings one : all) {
      if (tooCommon.get(one.ordinal)) {
        common.add(one);
      } else {
        sum += one.docs.cost();
        rare.add(one);
      }
    }
    this.cost = sum;
  }

  /**
   * Those of a leaf; null if it has no document that any rare hash finds.
   *
   * @param present the ordinals of those that it has
   * @param positions whether these are wanted as well
   */
  static SharedHashes of(
      LeafReader reader,
      String field,
      QuestionWindows question,
      BitSet present,
      BitSet tooCommon,
      boolean positions,
      LeafMemory memory)
      throws IOException {
    Terms terms = reader.terms(field);
    if (terms == null) {
      return null;
    }
    TermsEnum found = terms.iterator();
    List<Postings> all = new ArrayList<>();
    for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
      if (found.seekExact(PassagesField.term(question.hash(i)))) {
        memory.take(BYTES_PER_HASH);
        int wanted = positions ? PostingsEnum.POSITIONS : PostingsEnum.NONE;
        all.add(new Postings(i, found.postings(null, wanted)));
      }
    }
    SharedHashes shared = new SharedHashes(all, tooCommon);
    return shared.rare.size() == 0 ? null : shared;
  }

  /** Number of hashes that find documents. */
  int size() {
    return rare.size();
  }

  @Override
  public int docID() {
    return doc;
  }

  @Override
  public int nextDoc() throws IOException {
    return advance(doc + 1);
  }

  @Override
  public int advance(int target) throws IOException {
    Postings top = rare.top();
    while (top.docs.docID() < target) {
      top.docs.advance(target);
      top = rare.updateTop();
    }
    doc = top.docs.docID();
    return doc;
  }

  @Override
  public long cost() {
    return cost;
  }

  /** What becomes of a hash that the document has. */
  @FunctionalInterface
  interface Sink {
    void add(int ordinal, PostingsEnum at) throws IOException;
  }

  /**
   * Calls this for each hash of the document where the iterator stands: those that find documents
   * are at the top of their heap.
   */
  void each(Sink sink) throws IOException {
    rare.each(doc, 1, sink);
    for (Postings one : common) {
      int at = one.docs.docID() < doc ? one.docs.advance(doc) : one.docs.docID();
      if (at == doc) {
        sink.add(one.ordinal, one.docs);
      }
    }
  }
}
