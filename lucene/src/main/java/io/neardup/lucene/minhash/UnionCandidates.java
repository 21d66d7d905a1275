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
    boolean walks = field.size() >= 0 && field.size() / DENSE <= probes.size();
    TermsEnum terms = field.iterator();
    PostingsEnum postings = null;
    int found = 0;
    BytesRef last = walks ? terms.next() : null;
    for (int probe = 0, end; probe < probes.size(); probe = end) {
      end = probes.end(probe);
      BytesRef wanted = probes.bytes(probe);
      if (walks) {
        while (last != null && last.compareTo(wanted) < 0) {
          last = terms.next();
        }
      }
      cancellation.worked(WORK);
      if (walks ? wanted.equals(last) : terms.seekExact(wanted)) {
        if (count + (long) terms.docFreq() * (end - probe) > MAX) {
          return false;
        }
        postings = terms.postings(postings, PostingsEnum.FREQS);
        add(postings, probe, end);
        found++;
      }
    }
    statistics.add(PROBES, found);
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
    int rejected = 0;
    int read = 0;
    int matches = 0;
    for (int i = 0, end; i < count; i = end) {
      int doc = (int) (pairs[i] >>> Integer.SIZE);
      end = endOf(doc, i);
      if (signatures.advanceExact(doc) == false) {
        continue;
      }
      boolean hasTail = tails != null && tails.advanceExact(doc);
      long tail = hasTail ? tails.longValue() : 0;
      BytesRef bytes = null;
      for (int pair = i; pair < end; pair++) {
        int query = (int) pairs[pair];
        if (pair > i && pairs[pair] == pairs[pair - 1]) {
          continue;
        }
        if (hasTail && SignatureTail.equal(probes.tail(query), tail) < least) {
          rejected++;
          continue;
        }
        if (comparers[query] == null) {
          comparers[query] = new SignatureComparer(queries.get(query).signature());
        }
        bytes = bytes == null ? signatures.binaryValue() : bytes;
        read++;
        if (comparers[query].compare(bytes.bytes, bytes.offset, bytes.length).jaccard()
            >= first.similarity()) {
          matching.grow(1).add(doc);
          matches++;
          break;
        }
      }
      cancellation.worked((long) WORK * (end - i));
    }
    statistics.add(CANDIDATES, count);
    statistics.add(REJECTED_BY_TAIL, rejected);
    statistics.add(DOC_VALUES_READ, read);
    statistics.add(MATCHES, matches);
    DocIdSetIterator iterator = matching.build().iterator();
    return iterator == null ? DocIdSetIterator.empty() : iterator;
  }

  /** Behind the last pair of a document. */
  private int endOf(int doc, int from) {
    int end = from + 1;
    while (end < count && (int) (pairs[end] >>> Integer.SIZE) == doc) {
      end++;
    }
    return end;
  }
}
