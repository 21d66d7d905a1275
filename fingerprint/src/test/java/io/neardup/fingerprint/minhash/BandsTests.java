// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.Test;

/** How many rows and bands there are, and what they promise. */
public class BandsTests {
  @Test
  public void rowsAndBandsOfASimilarity() {
    assertEquals(new Bands(6, 21), Bands.of(0.7, 0.95));
    assertEquals(new Bands(9, 18), Bands.of(0.8, 0.95));
    assertEquals(new Bands(9, 6), Bands.of(0.9, 0.95));
    assertEquals(new Bands(4, 19), Bands.of(0.6, 0.95));
    assertEquals(new Bands(4, 37), Bands.of(0.5, 0.95));
    assertEquals(new Bands(5, 22), Bands.of(0.7, 0.99));
    assertEquals(new Bands(9, 1), Bands.of(1, 0.95));
    // Not even two rows in 512 values.
    assertEquals(new Bands(1, 71), Bands.of(0.001, 0.99));
  }

  @Test
  public void aLookupReadsWhatItNeeds() {
    Bands bands = Bands.of(0.7, 0.95);
    assertEquals(21, bands.needed(0.7, 0.95));
    assertEquals(9, bands.needed(0.8, 0.95));
    assertEquals(14, bands.needed(0.8, 0.99));
    assertEquals(4, bands.needed(0.9, 0.95));
    assertEquals(1, bands.needed(1, 0.999));
    assertTrue(bands.needed(0.6, 0.95) > bands.count());
  }

  @Test
  public void theRecallOfWhatIsRead() {
    Bands bands = Bands.of(0.7, 0.95);
    // P = 1/16 + 15/16 * .6 = .625, P^6 = .0596, 1 - (1 - .0596)^21
    assertEquals(0.725, bands.recall(0.6, 21), 0.001);
    assertEquals(0, bands.recall(0.6, 0), 0);
    assertEquals(1, bands.recall(1, 1), 0);
    for (double similarity = 0.05; similarity <= 1; similarity += 0.05) {
      for (double recall : new double[] {0.1, 0.5, 0.9, 0.99}) {
        Bands made = Bands.of(similarity, recall);
        assertEquals(made.count(), made.needed(similarity, recall));
        assertTrue(made.recall(similarity, made.count()) >= recall);
        assertTrue(made.count() == 1 || made.recall(similarity, made.count() - 1) < recall);
        assertTrue(made.rows() * made.count() <= 512);
      }
    }
  }

  @Test
  public void keysAreTheValuesOfTheirRows() {
    byte[] bytes = new byte[257];
    bytes[0] = SignatureFormat.SKETCH;
    for (int i = 0; i < 256; i++) {
      bytes[1 + i] = (byte) (0x10 * (2 * i % 16) + (2 * i + 1) % 16);
    }
    MinHashSignature signature = MinHashSignature.trusted(bytes);
    assertArrayEquals(new long[] {0x012, 0x345, 0x678}, new Bands(3, 3).keys(signature));
    assertArrayEquals(new long[] {0x012345678L, 0x9abcdef01L}, new Bands(9, 2).keys(signature));
    assertEquals(36, new Bands(9, 2).keyBits());
  }

  /** All keys of each band have hashes of their own, in all parts of 64 bits. */
  @Test
  public void hashesTellKeysAndBandsApart() {
    SplittableRandom random = new SplittableRandom(3);
    for (Bands bands : List.of(new Bands(9, 18), new Bands(4, 37), new Bands(1, 71))) {
      Map<Long, List<Long>> keyOf = new HashMap<>();
      int[] parts = new int[16];
      for (int i = 0; i < 500; i++) {
        MinHasher hasher = new MinHasher();
        hasher.addAll(random.ints(300).toArray());
        MinHashSignature signature = hasher.signature();
        long[] keys = bands.keys(signature);
        long[] hashes = bands.hashes(signature);
        assertEquals(bands.count(), hashes.length);
        for (int band = 0; band < hashes.length; band++) {
          List<Long> key = List.of((long) band, keys[band]);
          List<Long> known = keyOf.put(hashes[band], key);
          assertTrue(known == null || known.equals(key));
          parts[(int) (hashes[band] >>> 60)]++;
        }
      }
      assertEquals(keyOf.size(), Set.copyOf(keyOf.values()).size());
      int even = 500 * bands.count() / parts.length;
      assertTrue(
          Arrays.toString(parts), Arrays.stream(parts).allMatch(n -> n > even / 2 && n < even * 2));
    }
  }

  @Test
  public void refusesWhatIsOutOfBounds() {
    assertRefused("[similarity] must be greater than 0 and at most 1, got [0.0]", 0, 0.9);
    assertRefused("[similarity] must be greater than 0 and at most 1, got [1.01]", 1.01, 0.9);
    assertRefused("[similarity] must be greater than 0 and at most 1, got [NaN]", Double.NaN, 0.9);
    String recall =
        "[recall] must be greater than 0 and less than 1 for a lookup, got [%s]; 1 compares all"
            + " signatures and needs no bands";
    assertRefused(recall.replace("%s", "1.0"), 0.7, 1);
    assertRefused(recall.replace("%s", "0.0"), 0.7, 0);
    assertRefused(recall.replace("%s", "NaN"), 0.7, Double.NaN);
    IllegalArgumentException many =
        assertThrows(IllegalArgumentException.class, () -> new Bands(9, 57));
    assertEquals(
        "bands must have 1 to 9 rows, and 512 all together at most, got [57] bands of [9]",
        many.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new Bands(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new Bands(10, 1));
    assertThrows(IllegalArgumentException.class, () -> new Bands(1, 0));
    assertRefused(
        "[recall] 0.999999999999999 at [similarity] 0.001 needs [528] bands, more than [512] values"
            + " have; lower [recall], or give 1 to compare all signatures",
        0.001,
        0.999999999999999);
  }

  private static void assertRefused(String message, double similarity, double recall) {
    IllegalArgumentException e =
        assertThrows(message, IllegalArgumentException.class, () -> Bands.of(similarity, recall));
    assertEquals(message, e.getMessage());
  }
}
