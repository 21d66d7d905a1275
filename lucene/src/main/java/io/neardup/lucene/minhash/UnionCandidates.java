// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import static io.neardup.lucene.search.SearchCounts.Count.CANDIDATES;
import static io.neardup.lucene.search.SearchCounts.Count.DOC_VALUES_READ;
import static io.neardup.lucene.search.SearchCounts.Count.MATCHES;
import static io.neardup.lucene.search.SearchCounts.Count.PROBES;
import static io.neardup.lucene.search.SearchCounts.Count.REJECTED_BY_TAIL;

import io.neardup.fingerprint.minhash.SignatureComparer;
import io.neardup.fingerprint.minhash.SignatureTail;
import io.neardup.lucene.search.CancellationCheck;
import io.neardup.lucene.search.ExitableReaders;
import io.neardup.lucene.search.LeafMemory;
import io.neardup.lucene.search.SearchCounts;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.DocIdSetBuilder;

/** The pairs of a document of one leaf and a query that share a band. For one thread. */
final class UnionCandidates {
  /** Pairs that are kept: beyond 8 MB, queries are better asked one by one. */
  private static final int MAX = 1 << 20;

  /** In a leaf with fewer terms for each that is looked up, reading all of them is faster. */
  private static final int DENSE = 8;

  /** What it costs to compare two signatures, in postings. */
  private static final int WORK = 32;

  private final LeafReader reader;
  private final UnionProbes probes;
  private final LeafMemory memory;
  private final SearchCounts statistics;
  private final CancellationCheck cancellation;

  /** A document in the high half, and the number of the query in the low half. */
  private long[] pairs = new long[0];

  private int count;

  UnionCandidates(
      LeafReader reader, UnionProbes probes, LeafMemory memory, SearchCounts statistics) {
    this.reader = ExitableReaders.withoutClock(reader);
    this.probes = probes;
    this.memory = memory;
    this.statistics = statistics;
    this.cancellation = new CancellationCheck(reader, probes.field());
  }

  /** Number of pairs, one for each band that they share. */
  int count() {
    return count;
  }

  /** Finds them; false if they are too many. */
  boolean find() throws IOException {
    Terms field = reader.terms(probes.field());
    if (field == null) {
      return true;
    }
    TermsEnum terms = field.iterator();
    boolean walk = field.size() >= 0 && field.size() / DENSE <= probes.size();
    BytesRef at = walk ? terms.next() : null;
    PostingsEnum postings = null;
    for (int probe = 0, end; probe < probes.size(); probe = end) {
      end = probes.end(probe);
      BytesRef wanted = probes.bytes(probe);
      boolean found;
      if (walk) {
        while (at != null && at.compareTo(wanted) < 0) {
          at = terms.next();
        }
        if (at == null) {
          return true;
        }
        found = at.equals(wanted);
      } else {
        found = terms.seekExact(wanted);
      }
      cancellation.worked(WORK);
      if (found) {
        postings = terms.postings(postings, PostingsEnum.FREQS);
        statistics.add(PROBES, 1);
        if (count + (long) terms.docFreq() * (end - probe) > MAX) {
          return false;
        }
        add(postings, probe, end);
      }
    }
    return true;
  }

  private void add(PostingsEnum postings, int from, int to) throws IOException {
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      int frequency = postings.freq();
      for (int probe = from; probe < to; probe++) {
        if (BandTerms.mayBe(frequency, probes.frequency(probe))) {
          add((long) doc << Integer.SIZE | probes.query(probe));
        }
      }
      cancellation.worked(to - from);
    }
  }

  private void add(long pair) {
    if (count == pairs.length) {
      int length = ArrayUtil.oversize(count + 1, Long.BYTES);
      memory.take((long) Long.BYTES * length);
      memory.giveBack((long) Long.BYTES * count);
      pairs = Arrays.copyOf(pairs, length);
    }
    pairs[count++] = pair;
  }

  /** The documents that match the query they share a band with. */
  DocIdSetIterator matching(LeafReader leaf, List<MinHashQuery> queries) throws IOException {
    Arrays.sort(pairs, 0, count);
    MinHashQuery first = queries.get(0);
    int least = SignatureTail.least(first.similarity());
    BinaryDocValues signatures = SignatureDocValues.of(leaf, first.field());
    NumericDocValues tails = least == 0 ? null : TailCheck.tails(reader, first.field());
    SignatureComparer[] comparers = new SignatureComparer[queries.size()];
    DocIdSetBuilder matching = new DocIdSetBuilder(reader.maxDoc());
    long last = -1;
    int matched = -1;
    for (int i = 0; i < count; i++) {
      int doc = (int) (pairs[i] >>> Integer.SIZE);
      if (pairs[i] == last || doc == matched) {
        continue;
      }
      last = pairs[i];
      cancellation.worked(WORK);
      int number = (int) last;
      if (tails != null
          && tails.advanceExact(doc)
          && SignatureTail.equal(probes.tail(number), tails.longValue()) < least) {
        statistics.add(REJECTED_BY_TAIL, 1);
        continue;
      }
      if (signatures.advanceExact(doc)) {
        MinHashQuery query = queries.get(number);
        if (comparers[number] == null) {
          comparers[number] = new SignatureComparer(query.signature());
        }
        BytesRef bytes = signatures.binaryValue();
        statistics.add(DOC_VALUES_READ, 1);
        if (comparers[number].compare(bytes.bytes, bytes.offset, bytes.length).jaccard()
            >= query.similarity()) {
          matching.grow(1).add(doc);
          matched = doc;
          statistics.add(MATCHES, 1);
        }
      }
    }
    statistics.add(CANDIDATES, count);
    DocIdSetIterator iterator = matching.build().iterator();
    return iterator == null ? DocIdSetIterator.empty() : iterator;
  }
}
