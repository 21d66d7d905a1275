// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

/**
 * A signature to compare with many others like it, as {@link MinHashSignature#jaccard} does, but
 * giving up early where two are too different: unrelated sketches after a third of their words. The
 * sketch of an exact set is made once, when first needed. For one thread.
 */
public final class ComparableSignature {
  /** What {@link #jaccardIfAtLeast} says of two that are less similar. */
  public static final double LESS = -1;

  private final MinHashSignature signature;
  private final boolean exact;

  /** Null as long as it is not needed. */
  private long[] sketch;

  /** Compares this signature. */
  public ComparableSignature(MinHashSignature signature) {
    this.signature = signature;
    this.exact = signature.isExact();
    this.sketch = exact ? null : EqualValues.words(signature.sketchBytes());
  }

  /** The similarity of the two, estimated or exact, or {@link #LESS} if it is below a least one. */
  public double jaccardIfAtLeast(double least, ComparableSignature other) {
    double jaccard =
        (exact && other.exact) || signature.numbersDiffer(other.signature)
            ? signature.jaccard(other.signature).jaccard()
            : estimate(least, other);
    return jaccard >= least ? jaccard : LESS;
  }

  private double estimate(double least, ComparableSignature other) {
    // One less than follows from the formula, so that rounding decides nothing.
    int needed =
        least == 0
            ? 0
            : (int) (FastSimilaritySketch.VALUES * JaccardEstimate.equalProbability(least)) - 1;
    int equal = EqualValues.countIfAtLeast(needed, sketch(), other.sketch());
    return equal < 0 ? LESS : JaccardEstimate.ofEqual(equal).jaccard();
  }

  private long[] sketch() {
    if (sketch == null) {
      sketch = EqualValues.words(signature.sketchBytes());
    }
    return sketch;
  }
}
