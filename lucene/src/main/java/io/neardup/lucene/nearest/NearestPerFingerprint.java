// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.nearest;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.lucene.field.FingerprintValues;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.ArrayUtil;

/**
 * Collects, for each fingerprint of a set, the nearest documents and the number of near ones:
 * answers many questions in one pass. For one thread.
 *
 * <p>A document is reported as one number, which sorts by {@link #distance(long)} first, then by
 * {@link #doc(long)}. Memory grows with the documents found, up to two numbers for each document
 * requested.
 */
public final class NearestPerFingerprint {
  private final String field;
  private final FingerprintSet fingerprints;
  private final int maxDistance;
  private final int size;
  private final LongConsumer growth;

  /** By the index of the fingerprint; null if nothing is near. */
  private final SmallestLongs[] documents;

  /**
   * @param size number of documents to keep for each fingerprint; the others are only counted
   * @param growth receives bytes before they are taken, and may throw
   */
  public NearestPerFingerprint(
      String field, FingerprintSet fingerprints, int maxDistance, int size, LongConsumer growth) {
    growth.accept((long) Long.BYTES * fingerprints.size());
    this.field = field;
    this.fingerprints = fingerprints;
    this.maxDistance = maxDistance;
    this.size = size;
    this.growth = growth;
    this.documents = new SmallestLongs[fingerprints.size()];
  }

  /** The distance of a reported document. */
  public static int distance(long document) {
    return (int) (document >>> Integer.SIZE);
  }

  /** The number of a reported document in the top-level reader. */
  public static int doc(long document) {
    return (int) document;
  }

  static long document(int distance, int doc) {
    return (long) distance << Integer.SIZE | doc;
  }

  /** The number of documents near fingerprint {@code index}. */
  public long total(int index) {
    return documents[index] == null ? 0 : documents[index].total();
  }

  /** The nearest documents of fingerprint {@code index}, nearest first, then by number. */
  public long[] nearest(int index) {
    return documents[index] == null ? new long[0] : documents[index].sorted();
  }

  /** A collector for one leaf; null if none of its documents has a fingerprint. */
  public Leaf leaf(LeafReaderContext context) throws IOException {
    FingerprintValues values = FingerprintValues.of(context.reader(), field);
    return values == null ? null : new Leaf(values, context.docBase);
  }

  /** Collects documents of one leaf, in ascending order. */
  public final class Leaf {
    private final FingerprintValues values;
    private final int docBase;

    /** The fingerprints of the last document. */
    private long[] current = new long[1];

    private int count;

    private Leaf(FingerprintValues values, int docBase) {
      this.values = values;
      this.docBase = docBase;
    }

    /** Compares a document with all fingerprints. */
    public void collect(int doc) throws IOException {
      read(doc);
      int global = docBase + doc;
      if (count == 1) {
        fingerprints.forEachWithin(
            current[0], maxDistance, (index, distance) -> add(index, distance, global));
      } else if (count > 1) {
        collectSeveral(global);
      }
    }

    private void read(int doc) throws IOException {
      count = values.advanceExact(doc) ? values.count() : 0;
      current = ArrayUtil.grow(current, count);
      for (int i = 0; i < count; i++) {
        current[i] = values.next();
      }
    }

    /** A document counts once, by its nearest. */
    private void collectSeveral(int doc) {
      for (int index = 0; index < fingerprints.size(); index++) {
        int distance = distance(index);
        if (distance <= maxDistance) {
          add(index, distance, doc);
        }
      }
    }

    /** Whether the last document is near fingerprint {@code index}. */
    public boolean isNear(int index) {
      return distance(index) <= maxDistance;
    }

    private int distance(int index) {
      int nearest = Integer.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        nearest = Math.min(nearest, Fingerprint.distance(current[i], fingerprints.get(index)));
      }
      return nearest;
    }
  }

  private void add(int index, int distance, int doc) {
    if (documents[index] == null) {
      documents[index] = SmallestLongs.of(size, growth);
    }
    documents[index].add(document(distance, doc));
  }
}
