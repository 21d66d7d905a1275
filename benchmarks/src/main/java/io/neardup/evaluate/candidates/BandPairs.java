// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.candidates;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.util.List;

/** Pairs of documents whose MinHash signatures agree in a band, as the field finds them. */
public final class BandPairs implements Candidates {
  private static final long[] NONE = {};

  private final Postings postings;
  private final long[][] keys;

  /**
   * @param signatures null for a document without one, which agrees with nothing
   */
  public BandPairs(Bands bands, List<MinHashSignature> signatures) {
    keys =
        signatures.parallelStream()
            .map(signature -> signature == null ? NONE : keys(bands, signature))
            .toArray(long[][]::new);
    postings = new Postings(keys);
  }

  /** With the number of the band before the rows: the same rows are another key in another one. */
  private static long[] keys(Bands bands, MinHashSignature signature) {
    long[] keys = bands.keys(signature);
    for (int band = 0; band < keys.length; band++) {
      keys[band] |= (long) band << bands.keyBits();
    }
    return keys;
  }

  @Override
  public int[] behind(int document) {
    return postings.behind(document);
  }

  @Override
  public int distance(int left, int right) {
    for (int band = 0; band < Math.min(keys[left].length, keys[right].length); band++) {
      if (keys[left][band] == keys[right][band]) {
        return 0;
      }
    }
    return NOT_FOUND;
  }
}
