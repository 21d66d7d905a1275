// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import static io.neardup.lucene.search.SearchCounts.Count.DOC_VALUES_READ;
import static io.neardup.lucene.search.SearchCounts.Count.REJECTED_IN_POSTINGS;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.field.FingerprintValues;
import io.neardup.lucene.field.HashSegmentLayout;
import java.io.IOException;
import org.apache.lucene.search.DocAndFloatFeatureBuffer;
import org.apache.lucene.util.ArrayUtil;

/**
 * Collects the pairs of a document and a fingerprint that the postings could not rule out. From
 * time to time it sorts them by document and verifies them by their doc values.
 *
 * <p>A pair is one long: the document, the segment that found it, and the index of the fingerprint.
 */
final class CandidateVerifier implements AutoCloseable {
  /** Number of pairs verified at once, which bounds memory to 4 MB. */
  private static final int MAX_PAIRS = 1 << 17;

  /** Bytes of a pair, of the space to sort it, and of its document and doc value. */
  private static final long BYTES_PER_PAIR = 2 * Long.BYTES + Integer.BYTES + Long.BYTES;

  private static final int INITIAL_PAIRS = 1 << 8;
  private static final int INDEX_BITS = 28;

  private final LeafLookup lookup;
  private final MatchConsumer sink;
  private long[] pairs = new long[INITIAL_PAIRS];
  private int size;
  private int[] docs = new int[0];
  private long[] values = new long[0];

  CandidateVerifier(LeafLookup lookup, MatchConsumer sink) {
    this.lookup = lookup;
    this.sink = sink;
    lookup.memory().take(BYTES_PER_PAIR * INITIAL_PAIRS);
  }

  /** The part that all pairs of a segment and a fingerprint have in common. */
  static long pair(int segment, int fingerprint) {
    return (long) segment << INDEX_BITS | fingerprint;
  }

  /** Keeps the postings whose bits differ in few enough places, or are unknown. */
  void keep(DocAndFloatFeatureBuffer postings, int rest, int maxDifferent, long pair)
      throws IOException {
    int count = postings.size;
    makeRoom(count);
    int[] found = postings.docs;
    float[] frequencies = postings.features;
    int kept = size;
    for (int i = 0; i < count; i++) {
      int bits = (int) frequencies[i] - HashSegmentLayout.FIRST_REST;
      pairs[kept] = (long) found[i] << Integer.SIZE | pair;
      // Below zero is the frequency that says nothing: then nothing differs. There is no jump.
      int different = Integer.bitCount(bits ^ rest) & ~(bits >> (Integer.SIZE - 1));
      kept += different <= maxDifferent ? 1 : 0;
    }
    size = kept;
  }

  private void makeRoom(int count) throws IOException {
    if (size + count > MAX_PAIRS) {
      prove();
    }
    if (size + count > pairs.length) {
      int before = pairs.length;
      int wanted = ArrayUtil.oversize(size + count, Long.BYTES);
      lookup.memory().take(BYTES_PER_PAIR * (wanted - before));
      pairs = ArrayUtil.growExact(pairs, wanted);
    }
  }

  /** Verifies the pairs kept. */
  void prove() throws IOException {
    if (size > 0) {
      lookup.statistics().add(REJECTED_IN_POSTINGS, -size);
      pairs = DocumentOrder.sort(pairs, size, lookup.maxDoc());
      FingerprintValues fingerprints = lookup.values();
      if (fingerprints.isSingle()) {
        proveSingle(fingerprints);
      } else {
        synchronized (sink) {
          proveMultiple(fingerprints);
        }
      }
      size = 0;
    }
  }

  private void proveSingle(FingerprintValues fingerprints) throws IOException {
    docs = ArrayUtil.growNoCopy(docs, size);
    values = ArrayUtil.growNoCopy(values, size);
    int distinct = 0;
    for (int i = 0, last = -1; i < size; i++) {
      int doc = doc(i);
      if (doc != last) {
        docs[distinct++] = doc;
        last = doc;
      }
    }
    distinct = fingerprints.read(docs, values, distinct);
    lookup.statistics().add(DOC_VALUES_READ, distinct);
    synchronized (sink) {
      report(distinct);
    }
  }

  private void report(int distinct) throws IOException {
    for (int i = 0, d = 0; i < size && d < distinct; i++) {
      while (d < distinct && docs[d] < doc(i)) {
        d++;
      }
      if (d < distinct && docs[d] == doc(i)) {
        prove(i, values[d]);
      }
    }
  }

  private void proveMultiple(FingerprintValues fingerprints) throws IOException {
    for (int i = 0; i < size; ) {
      int doc = doc(i);
      int to = i;
      while (to < size && doc(to) == doc) {
        to++;
      }
      if (fingerprints.advanceExact(doc)) {
        for (int v = 0, count = fingerprints.count(); v < count; v++) {
          long value = fingerprints.next();
          lookup.statistics().add(DOC_VALUES_READ, 1);
          for (int pair = i; pair < to; pair++) {
            prove(pair, value);
          }
        }
      }
      i = to;
    }
  }

  private void prove(int pair, long value) throws IOException {
    int index = (int) pairs[pair] & (1 << INDEX_BITS) - 1;
    long fingerprint = lookup.probes().fingerprints()[index];
    int distance = Fingerprint.distance(value, fingerprint);
    if (distance <= lookup.probes().query().maxDistance()
        && lookup.firstFinds(value, fingerprint, (int) pairs[pair] >>> INDEX_BITS)) {
      sink.accept(doc(pair), index, distance);
    }
  }

  @Override
  public void close() {
    lookup.memory().giveBack(BYTES_PER_PAIR * pairs.length);
  }

  private int doc(int pair) {
    return (int) (pairs[pair] >>> Integer.SIZE);
  }
}
