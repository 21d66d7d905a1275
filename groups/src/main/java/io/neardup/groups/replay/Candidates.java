// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.pairs.NearPairs;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;

/** Which signatures are compared: those that have one of some keys in common. */
sealed interface Candidates {
  /** How many keys each has. */
  int keys();

  /** The keys of one. */
  void read(SignatureCodes table, long code, int... keys);

  /** How far the fingerprints of candidates are at most. */
  int maxDistance();

  /** Whether distances are those of fingerprints, not of signatures. */
  boolean byFingerprint();

  /**
   * Those that agree in a whole band.
   *
   * @param bands null to compare all
   */
  record SharedBand(@Nullable Bands bands) implements Candidates {
    /** The golden ratio. */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    @Override
    public int keys() {
      return bands == null ? 1 : bands.count();
    }

    @Override
    public void read(SignatureCodes table, long code, int... keys) {
      if (bands != null) {
        long[] of = bands.keys(table.signature(code));
        for (int band = 0; band < keys.length; band++) {
          // What meets with a key that is not the same, one in billions, is no worse.
          keys[band] = (int) ((of[band] * MIX) >>> Integer.SIZE);
        }
      }
    }

    @Override
    public int maxDistance() {
      return 0;
    }

    @Override
    public boolean byFingerprint() {
      return false;
    }
  }

  /** Those whose fingerprints are within a distance, and so agree in a block. */
  record NearFingerprint(int maxDistance) implements Candidates {
    @Override
    public int keys() {
      return maxDistance + 1;
    }

    @Override
    public void read(SignatureCodes table, long code, int... keys) {
      long fingerprint = table.fingerprint(code, new BytesRef());
      for (int block = 0; block < keys.length; block++) {
        keys[block] = (int) NearPairs.block(fingerprint, maxDistance, block);
      }
    }

    @Override
    public boolean byFingerprint() {
      return true;
    }
  }
}
