// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import static org.junit.Assert.assertEquals;

import java.util.SplittableRandom;
import org.junit.Test;

/** Sixteen values at a time against one at a time. */
public class EqualValuesTests {
  @Test
  public void countsEqualGroupsOfFourBits() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 2000; i++) {
      byte[] left = new byte[300];
      random.nextBytes(left);
      byte[] right = new byte[300];
      random.nextBytes(right);
      int leftOffset = random.nextInt(40);
      int rightOffset = random.nextInt(40);
      int copied = random.nextInt(257);
      System.arraycopy(left, leftOffset, right, rightOffset, copied);
      int expected = 0;
      for (int k = 0; k < 256; k++) {
        int x = (left[leftOffset + k] ^ right[rightOffset + k]) & 0xFF;
        expected += (x >> 4 == 0 ? 1 : 0) + (x % 16 == 0 ? 1 : 0);
      }
      assertEquals(expected, EqualValues.count(left, leftOffset, right, rightOffset));
    }
  }

  @Test
  public void givesUpWhereTooFewAreEqual() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 2000; i++) {
      byte[] left = new byte[256];
      random.nextBytes(left);
      byte[] right = left.clone();
      for (int changed = random.nextInt(300); changed > 0; changed--) {
        right[random.nextInt(256)] = (byte) random.nextInt();
      }
      int equal = EqualValues.count(left, 0, right, 0);
      long[] words = EqualValues.words(left);
      long[] others = EqualValues.words(right);
      assertEquals(equal, EqualValues.countIfAtLeast(0, words, others));
      assertEquals(equal, EqualValues.countIfAtLeast(equal, words, others));
      assertEquals(-1, EqualValues.countIfAtLeast(equal + 1, words, others));
    }
  }

  @Test
  public void everySingleBitCounts() {
    byte[] zero = new byte[256];
    assertEquals(512, EqualValues.count(zero, 0, new byte[256], 0));
    for (int bit = 0; bit < 2048; bit++) {
      byte[] other = new byte[256];
      other[bit / 8] = (byte) (1 << bit % 8);
      assertEquals(511, EqualValues.count(zero, 0, other, 0));
    }
  }
}
