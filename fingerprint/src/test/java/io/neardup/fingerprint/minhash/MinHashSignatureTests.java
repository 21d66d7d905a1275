// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Base64;
import org.junit.Test;

/** Both kinds of a signature: written, read, compared. */
public class MinHashSignatureTests {
  private static final String FORMS =
      "a signature of minhash_fss_v1 is base64url, unpadded, of the byte 10 and 256 bytes, or of"
          + " the byte 11 and 1 to 64 ascending 32-bit hashes; one of minhash_fss_v2 begins with"
          + " the byte 20 or 21, and has numbers before the rest; got [";

  private final RandomSets random = new RandomSets(4);

  @Test
  public void sixtyFourFeaturesAreKeptExactly() {
    assertTrue(RandomSets.signature(random.set(64)).isExact());
    assertEquals(64, RandomSets.signature(random.set(64)).features());
    assertFalse(RandomSets.signature(random.set(65)).isExact());
    assertEquals(-1, RandomSets.signature(random.set(65)).features());
    int[] repeated = new int[10_000];
    int[] set = random.set(64);
    Arrays.setAll(repeated, i -> set[i % 64]);
    assertEquals(RandomSets.signature(set), RandomSets.signature(repeated));
  }

  /** All in one slot of the table of distinct hashes. */
  @Test
  public void hashesThatCollideAreStillDistinct() {
    int[] colliding = new int[64];
    Arrays.setAll(colliding, i -> 0xFF00_0000 + i);
    assertEquals(64, RandomSets.signature(colliding).features());
    assertEquals(1, RandomSets.signature(0, 0, 0).features());
  }

  @Test
  public void writtenAndReadAgain() {
    for (int size : new int[] {1, 2, 3, 17, 64, 65, 800}) {
      MinHashSignature signature = RandomSets.signature(random.set(size));
      assertEquals(signature, MinHashSignature.parse(signature.toString()));
      assertEquals(signature.hashCode(), MinHashSignature.parse(signature.toString()).hashCode());
      byte[] bytes = signature.toBytes();
      assertTrue(bytes.length <= MinHashSignature.MAX_BYTES);
      byte[] amid = new byte[bytes.length + 9];
      System.arraycopy(bytes, 0, amid, 4, bytes.length);
      assertEquals(signature, MinHashSignature.of(amid, 4, bytes.length));
    }
    assertNotEquals(RandomSets.signature(1), RandomSets.signature(2));
  }

  @Test
  public void exactSetsAreSortedAsUnsignedNumbers() {
    // 0x11, then 1, 2^31 - 1, 2^31 and 2^32 - 1.
    byte[] bytes = {
      17, 0, 0, 0, 1, 127, -1, -1, -1, -128, 0, 0, 0, -1, -1, -1, -1,
    };
    int[] hashes = {-1, Integer.MIN_VALUE, 1, Integer.MAX_VALUE, -1};
    assertArrayEquals(bytes, RandomSets.signature(hashes).toBytes());
    assertEquals("EQAAAAF_____gAAAAP____8", RandomSets.signature(hashes).toString());
  }

  @Test
  public void refusesWhatIsNotBase64Url() {
    String text = RandomSets.signature(random.set(800)).toString();
    assertRefused("+" + text.substring(1), "343 characters; character 0 is not base64url");
    assertRefused(text + "=", "344 characters; character 343 is not base64url");
    assertRefused(text + " ", "344 characters; character 343 is not base64url");
    assertRefused(text + "\n", "344 characters; character 343 is not base64url");
    assertRefused("é", "1 characters; character 0 is not base64url");
    assertRefused("", "0 characters; 0 bytes");
    assertRefused("EQAAA", "5 characters; 5 characters are not a whole number of bytes");
    // The last character has four bits of a byte and two more.
    assertRefused("EQAAAAF_____gAAAAP____9", "23 characters; bits after the last byte are set");
  }

  @Test
  public void refusesOtherVersionsKindsAndLengths() {
    byte[] sketch = RandomSets.signature(random.set(800)).toBytes();
    assertRefused(
        with(sketch, 257, 0x30), "343 characters; version 3, this release reads versions 1 and 2");
    assertRefused(
        with(sketch, 257, 0xF0), "343 characters; version 15, this release reads versions 1 and 2");
    assertRefused(
        with(sketch, 257, 0), "343 characters; version 0, this release reads versions 1 and 2");
    assertRefused(with(sketch, 257, 0x12), "343 characters; kind 2, version 1 has 0 and 1");
    assertRefused(with(sketch, 256, 0x10), "342 characters; a sketch of 255 bytes");
    assertRefused(with(sketch, 258, 0x10), "344 characters; a sketch of 257 bytes");
    assertRefused(with(sketch, 1, 0x10), "2 characters; a sketch of 0 bytes");
    assertRefused(with(sketch, 1, 0x11), "2 characters; an exact set of 0 bytes");
    assertRefused(with(sketch, 8, 0x11), "11 characters; an exact set of 7 bytes");
    assertRefused(with(sketch, 261, 0x11), "348 characters; an exact set of 260 bytes");
  }

  @Test
  public void refusesSetsThatAreNotAscending() {
    byte[] set = RandomSets.signature(5, 6, -1).toBytes();
    set[8] = 5;
    assertRefused(
        with(set, 13, 0x11), "18 characters; hash 1 of the exact set is not above the one before");
    set[8] = 6;
    set[9] = 0;
    set[10] = 0;
    set[11] = 0;
    set[12] = 0;
    assertRefused(
        with(set, 13, 0x11), "18 characters; hash 2 of the exact set is not above the one before");
  }

  @Test
  public void longTextsAreCut() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> MinHashSignature.parse("E".repeat(10_000)));
    assertTrue(e.getMessage(), e.getMessage().startsWith(FORMS + "E".repeat(80) + "…] (10000 "));
  }

  private static String with(byte[] bytes, int length, int first) {
    byte[] changed = Arrays.copyOf(bytes, length);
    changed[0] = (byte) first;
    return Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
  }

  private static void assertRefused(String text, String wrong) {
    IllegalArgumentException e =
        assertThrows(wrong, IllegalArgumentException.class, () -> MinHashSignature.parse(text));
    assertTrue(e.getMessage(), e.getMessage().startsWith(FORMS));
    assertTrue(e.getMessage() + " <> " + wrong, e.getMessage().endsWith("] (" + wrong + ")"));
  }

  @Test
  public void bytesAreCheckedAsTexts() {
    byte[] bytes = {0x30, 1};
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> MinHashSignature.of(bytes, 0, bytes.length));
    assertTrue(
        e.getMessage(),
        e.getMessage().endsWith("(3 characters; version 3, this release reads versions 1 and 2)"));
  }

  @Test
  public void exactSetsAreComparedExactly() {
    for (int union : new int[] {1, 2, 10, 40, 64}) {
      for (int shared = 0; shared <= union; shared++) {
        RandomSets.Pair pair = random.pair(union, shared / (double) union);
        if (pair.left().length == 0) {
          continue;
        }
        MinHashSignature left = pair.leftSignature();
        MinHashSignature right = pair.rightSignature();
        double jaccard = shared / (double) union;
        assertEquals(new JaccardEstimate(jaccard, 0, true), left.jaccard(right));
        assertEquals(left.jaccard(right), right.jaccard(left));
      }
    }
  }

  /** An exact set is sketched where it meets a sketch: the same as if both were. */
  @Test
  public void bothKindsAreComparable() {
    int[] large = random.set(100);
    for (int size = 1; size <= 64; size += 9) {
      int[] small = Arrays.copyOf(large, size);
      MinHashSignature exact = RandomSets.signature(small);
      MinHashSignature sketch = RandomSets.signature(large);
      JaccardEstimate estimate = exact.jaccard(sketch);
      assertEquals(estimate, sketch.jaccard(exact));
      assertEquals(estimate, RandomSets.sketchSignature(small).jaccard(sketch));
      assertFalse(estimate.exact());
      assertEquals(size / 100.0, estimate.jaccard(), 4.5 * estimate.deviation());
      Bands bands = new Bands(4, 128);
      assertArrayEquals(bands.keys(RandomSets.sketchSignature(small)), bands.keys(exact));
    }
  }

  @Test
  public void aComparerKeepsNothingOfTheOneBefore() {
    int[] set = random.set(300);
    MinHashSignature[] others = {
      RandomSets.signature(Arrays.copyOf(set, 200)),
      RandomSets.signature(Arrays.copyOf(set, 60)),
      RandomSets.signature(random.set(90)),
      RandomSets.signature(random.set(5)),
    };
    for (MinHashSignature ours : others) {
      SignatureComparer comparer = new SignatureComparer(ours);
      for (MinHashSignature theirs : others) {
        byte[] bytes = theirs.toBytes();
        assertEquals(ours.jaccard(theirs), comparer.compare(bytes, 0, bytes.length));
      }
    }
  }

  @Test
  public void unrelatedSetsHaveNothingInCommonOnAverage() {
    double sum = 0;
    for (int i = 0; i < 200; i++) {
      double jaccard =
          RandomSets.signature(random.set(100))
              .jaccard(RandomSets.signature(random.set(100)))
              .jaccard();
      assertTrue(jaccard >= 0);
      sum += jaccard;
    }
    // Half of the estimates are cut off at 0: the mean is that of half a bell of deviation .0114.
    assertEquals(0.0114 / Math.sqrt(2 * Math.PI), sum / 200, 0.003);
  }

  @Test
  public void theSketchOfAnExactSet() {
    MinHashSignature exact = RandomSets.signature(1, 2, 3);
    MinHashSignature sketch = exact.sketched();
    assertFalse(sketch.isExact());
    assertSame(sketch, sketch.sketched());
    assertEquals(sketch, MinHashSignature.parse(sketch.toString()));
    // It says of others what the exact set says when it is sketched to be compared.
    MinHashSignature sketched = RandomSets.signature(new RandomSets(7).set(300));
    assertEquals(exact.jaccard(sketched), sketch.jaccard(sketched));
    assertEquals(1, sketch.jaccard(exact).jaccard(), 0);
  }
}
