// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.fingerprint.minhash.SignatureComparer;
import io.neardup.fingerprint.pairs.CanonicalReplay;
import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.fingerprint.pairs.NodeKeys;
import io.neardup.fingerprint.pairs.NodeRelation;
import io.neardup.fingerprint.pairs.ReplayOrder;
import io.neardup.fingerprint.pairs.Stars;
import io.neardup.fingerprint.pairs.StopCheck;
import io.neardup.verdicts.Verdicts;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;

/**
 * Near are candidates whose signatures are similar. Each is compared with canonicals alone. The
 * most similar one is the nearest; where fingerprints find them, of equally similar ones that whose
 * fingerprint is nearest, as at ingest.
 *
 * @param verdicts null for none
 */
public record SignatureJoin(
    SignatureCodes table,
    Candidates candidates,
    double similarity,
    NumbersRule numbers,
    @Nullable Verdicts verdicts,
    StopCheck stop)
    implements Join {
  /** Similarities are told apart to this part: no two of them are closer. */
  private static final int PARTS = 1_000_000;

  /** More than fingerprints can differ in. */
  private static final int PRINT_DISTANCES = 128;

  /** The distance that stands for a similarity of signatures. */
  static int distanceOf(double similarity) {
    return (int) Math.round((1 - similarity) * PARTS);
  }

  /** The distance that stands for this, and then for a distance of fingerprints. */
  static int distanceOf(double similarity, int ofPrints) {
    return distanceOf(similarity) * PRINT_DISTANCES + ofPrints;
  }

  /** What of such a distance stands for the similarity. */
  static int ofSignatures(int distance) {
    return distance / PRINT_DISTANCES;
  }

  /** What of a distance is that of fingerprints, which says nothing but which is less. */
  public static int ofPrints(int distance) {
    return distance % PRINT_DISTANCES;
  }

  /** The similarity that a distance of signatures stands for. */
  public static double similarity(int distance) {
    return (PARTS - distance) / (double) PARTS;
  }

  @Override
  public Stars replay(ReplayOrder order, DistinctFingerprints codes, MemoryAccount memory) {
    NodeKeys keys =
        new NodeKeys() {
          @Override
          public int perNode() {
            return candidates.keys();
          }

          @Override
          public void read(int node, int... keys) {
            candidates.read(table, codes.get(node), keys);
          }
        };
    NodeRelation relation =
        node -> {
          Look look = new Look(codes.get(node));
          return other -> look.distance(codes.get(other));
        };
    return verdicts == null
        ? CanonicalReplay.replay(order, keys, relation, memory, stop)
        : CanonicalReplay.replay(order, keys, relation, said(codes, memory), memory, stop);
  }

  private VerdictNodes said(DistinctFingerprints codes, MemoryAccount memory) {
    BytesRef scratch = new BytesRef();
    return new VerdictNodes(
        verdicts,
        codes.size(),
        node ->
            candidates.byFingerprint()
                ? table.fingerprint(codes.get(node), scratch)
                : table.signature(codes.get(node)).digest(),
        (node, other) -> new Look(codes.get(node)).anyDistance(codes.get(other)),
        memory,
        stop);
  }

  /** A signature that is compared with others. */
  private final class Look {
    private final BytesRef scratch = new BytesRef();
    private final long code;
    private final long fingerprint;

    /** Made for the first candidate: many have none. */
    private SignatureComparer comparer;

    Look(long code) {
      this.code = code;
      this.fingerprint = table.fingerprint(code, scratch);
    }

    int distance(long other) {
      int distance = Fingerprint.distance(fingerprint, table.fingerprint(other, scratch));
      if (distance > candidates.maxDistance()) {
        return NodeRelation.FAR;
      }
      double jaccard = jaccard(other);
      return jaccard < similarity ? NodeRelation.FAR : distance(jaccard, distance);
    }

    int anyDistance(long other) {
      return distance(
          jaccard(other), Fingerprint.distance(fingerprint, table.fingerprint(other, scratch)));
    }

    private int distance(double jaccard, int ofPrints) {
      return candidates.byFingerprint() ? distanceOf(jaccard, ofPrints) : distanceOf(jaccard);
    }

    private double jaccard(long other) {
      if (comparer == null) {
        comparer = new SignatureComparer(table.signature(code).under(numbers));
      }
      BytesRef theirs = table.signature(other, scratch);
      return comparer.compare(theirs.bytes, theirs.offset, theirs.length).jaccard();
    }
  }
}
