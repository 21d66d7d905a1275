// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

/**
 * Compares one signature with many in their binary form, without allocation but for the answer: two
 * sketches in 32 steps, two exact sets by merging them, and of two kinds the exact set is sketched,
 * which costs as much as a signature. For one thread.
 */
public final class SignatureComparer {
  private final MinHashSignature signature;
  private final byte[] ours;
  private final boolean exact;

  /** Null as long as it is not needed. */
  private byte[] sketch;

  /** Made for the first exact set that is to be sketched: 7 KB. */
  private Sketcher sketcher;

  /** Compares this signature. */
  public SignatureComparer(MinHashSignature signature) {
    this.signature = signature;
    this.ours = signature.bytes();
    this.exact = signature.isExact();
  }

  /**
   * How similar another set of features is; not at all if {@link MinHashSignature#numbersDiffer}.
   *
   * @param bytes a signature's binary form, from {@code offset} on, which is trusted to be one
   */
  public JaccardEstimate compare(byte[] bytes, int offset, int length) {
    if (SignatureNumbers.differ(ours, 0, bytes, offset)) {
      return JaccardEstimate.OTHER_NUMBERS;
    }
    boolean theirsExact = SignatureFormat.isExact(bytes, offset);
    int skipped = SignatureFormat.skipped(bytes, offset);
    return exact && theirsExact
        ? compareExact(bytes, offset + skipped, length - skipped)
        : JaccardEstimate.ofEqual(
            equalValues(bytes, offset + skipped, length - skipped, theirsExact));
  }

  /**
   * How many numbers differ, whether that matters or not.
   *
   * @param bytes a signature's binary form, from {@code offset} on, which is trusted to be one
   */
  public OtherNumbers otherNumbers(byte[] bytes, int offset) {
    return SignatureNumbers.others(ours, 0, bytes, offset);
  }

  private JaccardEstimate compareExact(byte[] bytes, int offset, int length) {
    int skipped = SignatureFormat.skipped(ours, 0);
    int body = ours.length - skipped;
    int shared = ExactSets.shared(ours, skipped, body, bytes, offset, length);
    return JaccardEstimate.ofShared(
        shared, SignatureFormat.hashes(body), SignatureFormat.hashes(length));
  }

  private int equalValues(byte[] bytes, int offset, int length, boolean theirsExact) {
    if (sketch == null) {
      sketch = signature.sketchBytes();
    }
    if (theirsExact == false) {
      return EqualValues.count(sketch, 0, bytes, offset + 1);
    }
    if (sketcher == null) {
      sketcher = new Sketcher();
    }
    return EqualValues.count(sketch, 0, sketcher.sketch(bytes, offset, length), 0);
  }

  private static final class Sketcher {
    private final int[] hashes = new int[SmallSet.MAX];
    private final byte[] sketch = new byte[FastSimilaritySketch.BYTES];
    private final FastSimilaritySketch sketcher = new FastSimilaritySketch();

    byte[] sketch(byte[] bytes, int offset, int length) {
      sketcher.sketch(hashes, ExactSets.read(bytes, offset, length, hashes), sketch, 0);
      return sketch;
    }
  }
}
