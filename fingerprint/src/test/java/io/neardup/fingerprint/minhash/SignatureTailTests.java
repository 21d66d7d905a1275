// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.Test;

/** The last values of a sketch, and how many of them similar sets share. */
public class SignatureTailTests {
  private static MinHashSignature signature(int... hashes) {
    MinHasher hasher = new MinHasher();
    hasher.addAll(hashes);
    return hasher.signature();
  }

  /** An exact set has the tail of its sketch, whose last bytes these are. */
  @Test
  public void lastBytes() {
    for (int features : new int[] {1, 60, 65, 1000}) {
      MinHashSignature signature = signature(IntStream.range(0, features).toArray());
      String sketch = HexFormat.of().formatHex(signature.sketched().toBytes());
      assertEquals(
          sketch.substring(sketch.length() - SignatureTail.VALUES),
          HexFormat.of().toHexDigits(SignatureTail.of(signature)));
    }
  }

  @Test
  public void equalValues() {
    assertEquals(16, SignatureTail.equal(0xFEDC_BA98_7654_3210L, 0xFEDC_BA98_7654_3210L));
    assertEquals(15, SignatureTail.equal(0xFEDC_BA98_7654_3210L, 0x0EDC_BA98_7654_3210L));
    assertEquals(14, SignatureTail.equal(0xFEDC_BA98_7654_3210L, 0xFEDC_B898_7654_321FL));
    assertEquals(0, SignatureTail.equal(0, 0x1248_1248_1248_1248L));
  }

  /** Against sums of binomial coefficients. */
  @Test
  public void least() {
    assertEquals(1, SignatureTail.least(0.5));
    assertEquals(5, SignatureTail.least(0.8));
    assertEquals(16, SignatureTail.least(1));
    for (double similarity = 0.01; similarity < 1; similarity += 0.01) {
      int least = SignatureTail.least(similarity);
      assertTrue(fewer(least, similarity) <= SignatureTail.LOSS);
      assertTrue(least == 16 || fewer(least + 1, similarity) > SignatureTail.LOSS);
    }
  }

  private static double fewer(int least, double similarity) {
    double equal = JaccardEstimate.equalProbability(similarity);
    double probability = 0;
    for (int k = 0; k < least; k++) {
      double ways = 1;
      for (int i = 1; i <= k; i++) {
        ways = ways * (16 - k + i) / i;
      }
      probability += ways * Math.pow(equal, k) * Math.pow(1 - equal, 16 - k);
    }
    return probability;
  }

  /** Random sets of a known similarity: equal values are as frequent as the formula says. */
  @Test
  public void valuesOfSimilarSets() {
    Random random = new Random(42);
    int equal = 0;
    int pairs = 5_000;
    for (int i = 0; i < pairs; i++) {
      int[] set = random.ints(100).toArray();
      int[] part = Arrays.copyOf(set, 80);
      equal +=
          SignatureTail.equal(SignatureTail.of(signature(set)), SignatureTail.of(signature(part)));
    }
    double expected = JaccardEstimate.equalProbability(0.8) * SignatureTail.VALUES * pairs;
    double deviation = Math.sqrt(expected * (1 - JaccardEstimate.equalProbability(0.8)));
    assertEquals(expected, equal, 4.5 * deviation);
  }
}
