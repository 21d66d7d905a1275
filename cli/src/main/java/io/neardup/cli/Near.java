// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.SignatureComparer;
import io.neardup.fingerprint.pairs.CanonicalReplay;
import io.neardup.fingerprint.pairs.NearPair;
import io.neardup.fingerprint.pairs.NodeKeys;
import io.neardup.fingerprint.pairs.NodeRelation;
import io.neardup.fingerprint.pairs.ReplayOrder;
import io.neardup.fingerprint.pairs.Stars;

/** Compares signatures that agree in a band. */
final class Near {
  /** Similarities are told apart to this part. */
  private static final int PARTS = 1_000_000;

  /**
   * Of a document for each band, where all bands are shared: half of it where none is. By the most,
   * a run is refused before its texts are read, and not after minutes.
   */
  private static final int BYTES_PER_BAND = 10;

  private static final int BYTES_BESIDE = 64;

  private final SignatureFile signatures;
  private final double similarity;
  private final Bands bands;
  private final MemoryAccount memory;

  Near(SignatureFile signatures, double similarity, Bands bands, MemoryAccount memory) {
    this.signatures = signatures;
    this.similarity = similarity;
    this.bands = bands;
    this.memory = memory;
  }

  /** What so many documents take at most. */
  static long bytes(long documents, Bands bands) {
    return documents * (BYTES_BESIDE + (long) BYTES_PER_BAND * bands.count());
  }

  /** The similarity that a distance of {@link #groups} stands for. */
  static double similarity(int distance) {
    return (PARTS - distance) / (double) PARTS;
  }

  /** The groups as a replay in the order of documents makes them. */
  Stars groups() {
    return replay(node -> new Look(node)::distance);
  }

  /** All pairs, the later document on the right, with distances as those of groups. */
  void pairs(NearPair consumer) {
    // Where nothing is a duplicate, each document is compared with all before it.
    replay(
        node -> {
          Look look = new Look(node);
          return other -> {
            int distance = look.distance(other);
            if (distance != NodeRelation.FAR) {
              consumer.accept(other, node, distance);
            }
            return NodeRelation.FAR;
          };
        });
  }

  private Stars replay(NodeRelation relation) {
    int nodes = signatures.size();
    ReplayOrder order =
        ReplayOrder.byKeys(new Bits(nodes, memory), nodes, 0, key -> node -> 0, memory, () -> {});
    return CanonicalReplay.replay(order, keys(), relation, memory, () -> {});
  }

  private NodeKeys keys() {
    return new NodeKeys() {
      @Override
      public int perNode() {
        return bands.count();
      }

      @Override
      public void read(int node, int... keys) {
        long[] hashes = bands.hashes(signatures.signature(node));
        for (int i = 0; i < keys.length; i++) {
          keys[i] = (int) (hashes[i] >>> Integer.SIZE);
        }
      }
    };
  }

  /** A document that is compared with others. */
  private final class Look {
    private final byte[] theirs = new byte[MinHashSignature.MAX_BYTES];
    private final int node;

    /** Made for the first candidate: many have none. */
    private SignatureComparer comparer;

    Look(int node) {
      this.node = node;
    }

    int distance(int other) {
      if (comparer == null) {
        comparer = new SignatureComparer(signatures.signature(node));
      }
      int length = signatures.read(other, theirs);
      double jaccard = comparer.compare(theirs, 0, length).jaccard();
      return jaccard < similarity ? NodeRelation.FAR : (int) Math.round((1 - jaccard) * PARTS);
    }
  }
}
