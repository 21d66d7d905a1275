// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;

/** The bands a query looks up: their terms, ascending, and the frequencies it looks for. */
final class BandProbes {
  private final String field;
  private final Bands bands;
  private final long[] keys;
  private final int read;

  BandProbes(MinHashQuery query) {
    this.field = MinHashField.bandsField(query.field());
    this.bands = query.bands();
    this.read = query.bandsRead();
    this.keys = read == 0 ? new long[0] : bands.keys(query.signature());
  }

  /** Whether the bands of a leaf can be looked up; it is scanned otherwise. */
  boolean lookUp(LeafReader reader) {
    FieldInfo info = reader.getFieldInfos().fieldInfo(field);
    return read > 0 && info != null && BandTerms.areIn(info, bands);
  }

  String field() {
    return field;
  }

  int size() {
    return read;
  }

  BytesRef term(int band) {
    return BandTerms.term(bands, band, keys[band]);
  }

  int frequency(int band) {
    return BandTerms.frequency(bands, keys[band]);
  }

  /** The first of the bands that another signature shares, or -1. */
  int firstShared(MinHashSignature other) {
    long[] theirs = bands.keys(other);
    for (int band = 0; band < read; band++) {
      if (keys[band] == theirs[band]) {
        return band;
      }
    }
    return -1;
  }
}
