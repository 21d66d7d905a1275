// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import io.neardup.fingerprint.features.NumberSet;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.memory.Growth;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.Arrays;

/**
 * Takes the hashes of a text's features and makes their signature: exact for at most {@value
 * MinHashSignature#MAX_EXACT} distinct features, else a sketch. Order and repetitions make no
 * difference. Keeps its buffers for the next text; for one thread.
 */
public final class MinHasher {
  private final MemoryAccount memory;
  private final SmallSet few = new SmallSet();
  private final FastSimilaritySketch sketch = new FastSimilaritySketch();
  private int[] hashes = new int[0];
  private int count;

  /** Null for signatures without numbers. */
  private NumberSet numbers;

  /** A hasher whose memory nobody bounds. */
  public MinHasher() {
    this(MemoryAccount.unbounded());
  }

  /**
   * A hasher whose memory grows with the features.
   *
   * @param memory charged with it, closed by the caller
   */
  public MinHasher(MemoryAccount memory) {
    this.memory = memory;
  }

  /** Forgets the features. */
  public void clear() {
    count = 0;
    numbers = null;
  }

  /** Adds the 32-bit hash of a feature. */
  public void add(int hash) {
    if (count == hashes.length) {
      reserve(1);
    }
    hashes[count++] = hash;
  }

  /** Adds the 32-bit hashes of features. */
  public void addAll(int... more) {
    reserve(more.length);
    System.arraycopy(more, 0, hashes, count, more.length);
    count += more.length;
  }

  /**
   * Adds all features of a text, whatever they weigh: of each 64-bit hash the higher 32 bits; and
   * its numbers, if it has any to tell.
   *
   * @see TextFeatures#hash
   */
  public void addAll(TextFeatures features) {
    int more = features.count();
    reserve(more);
    for (int i = 0; i < more; i++) {
      hashes[count + i] = (int) (features.hash(i) >>> Integer.SIZE);
    }
    count += more;
    numbers = features.numbers();
  }

  private void reserve(int more) {
    int needed = Math.addExact(count, more);
    if (needed > hashes.length) {
      hashes = Growth.grow(hashes, needed, memory);
    }
  }

  /** The signature of what was added, or null if that is nothing. */
  public MinHashSignature signature() {
    if (count == 0) {
      return null;
    }
    boolean exact = few.fill(hashes, count);
    byte[] head = SignatureFormat.head(exact, numbers);
    if (exact) {
      return MinHashSignature.exact(head, few.sorted());
    }
    byte[] bytes = Arrays.copyOf(head, head.length + FastSimilaritySketch.BYTES);
    sketch.sketch(hashes, count, bytes, head.length);
    return MinHashSignature.trusted(bytes);
  }
}
