// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Random sets of feature hashes, pairs of which have a Jaccard similarity that is known. */
final class RandomSets {
  private final SplittableRandom random;

  RandomSets(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Two sets, which may share hashes. */
  static final class Pair {
    private final int[] left;
    private final int[] right;

    Pair(int[] left, int[] right) {
      this.left = left;
      this.right = right;
    }

    int[] left() {
      return left;
    }

    int[] right() {
      return right;
    }

    MinHashSignature leftSignature() {
      return signature(left);
    }

    MinHashSignature rightSignature() {
      return signature(right);
    }
  }

  /** So many different hashes. */
  int[] set(int size) {
    return random.ints().distinct().limit(size).toArray();
  }

  /** Two sets of about one size with so many hashes together, of which this part is in both. */
  Pair pair(int union, double jaccard) {
    int[] all = set(union);
    int shared = (int) Math.round(union * jaccard);
    int half = shared + (union - shared) / 2;
    return new Pair(
        IntStream.range(0, half).map(i -> all[i]).toArray(),
        IntStream.range(0, union).filter(i -> i < shared || i >= half).map(i -> all[i]).toArray());
  }

  static MinHashSignature signature(int... hashes) {
    MinHasher hasher = new MinHasher();
    hasher.addAll(hashes);
    return hasher.signature();
  }

  /** The sketch of a set of any size. */
  static byte[] sketch(int... hashes) {
    byte[] bytes = new byte[FastSimilaritySketch.BYTES];
    new FastSimilaritySketch().sketch(hashes.clone(), hashes.length, bytes, 0);
    return bytes;
  }

  static MinHashSignature sketchSignature(int... hashes) {
    byte[] bytes = new byte[1 + FastSimilaritySketch.BYTES];
    bytes[0] = SignatureFormat.SKETCH;
    System.arraycopy(sketch(hashes), 0, bytes, 1, FastSimilaritySketch.BYTES);
    return MinHashSignature.trusted(bytes);
  }
}
