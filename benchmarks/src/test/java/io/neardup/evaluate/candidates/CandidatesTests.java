// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.candidates;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.Test;

/** The ways in which candidates are found, beside every two compared. */
public class CandidatesTests {
  private static final int DOCUMENTS = 300;

  @Test
  public void blocksFindWhatComparingFinds() {
    Fingerprints fingerprints = new Fingerprints(fingerprints());
    for (int distance = 0; distance <= 7; distance++) {
      Candidates blocks = new BlockPairs(fingerprints, distance);
      Candidates compared = new ComparedPairs(fingerprints, distance);
      int pairs = 0;
      for (int left = 0; left < DOCUMENTS; left++) {
        int[] behind = compared.behind(left);
        assertArrayEquals(behind, blocks.behind(left));
        pairs += behind.length;
        for (int right : behind) {
          assertEquals(fingerprints.distance(left, right), blocks.distance(left, right));
        }
      }
      assertTrue("the sample tells nothing", pairs > 20);
    }
  }

  @Test
  public void aDocumentWithoutAFingerprintIsNearNothing() {
    List<Long> fingerprints = new ArrayList<>(List.of(0L, 0L));
    fingerprints.add(null);
    fingerprints.add(null);
    Fingerprints made = new Fingerprints(fingerprints);
    assertEquals(Candidates.NOT_FOUND, made.within(64).distance(0, 2));
    assertArrayEquals(new int[] {1}, new BlockPairs(made, 3).behind(0));
    assertEquals(0, new BlockPairs(made, 3).behind(2).length);
  }

  @Test
  public void bandsFindWhatAgreesInOne() {
    Bands bands = new Bands(2, 4);
    List<MinHashSignature> signatures = signatures();
    BandPairs pairs = new BandPairs(bands, signatures);
    int found = 0;
    for (int left = 0; left < signatures.size(); left++) {
      int document = left;
      int[] agree =
          IntStream.range(left + 1, signatures.size())
              .filter(right -> agree(bands, signatures.get(document), signatures.get(right)))
              .toArray();
      assertArrayEquals(agree, pairs.behind(left));
      for (int right = left + 1; right < signatures.size(); right++) {
        boolean agrees = IntStream.of(agree).anyMatch(Integer.valueOf(right)::equals);
        assertEquals(agrees ? 0 : Candidates.NOT_FOUND, pairs.distance(left, right));
      }
      found += agree.length;
    }
    assertTrue("the sample tells nothing", found > 20);
  }

  private static boolean agree(Bands bands, MinHashSignature left, MinHashSignature right) {
    if (left == null || right == null) {
      return false;
    }
    long[] ours = bands.keys(left);
    long[] theirs = bands.keys(right);
    return IntStream.range(0, ours.length).anyMatch(band -> ours[band] == theirs[band]);
  }

  private static List<MinHashSignature> signatures() {
    SplittableRandom random = new SplittableRandom(5);
    List<MinHashSignature> signatures = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      MinHasher hasher = new MinHasher();
      for (int feature = 0; feature < i * 3; feature++) {
        hasher.add(random.nextInt(120) * 0x9E3779B9);
      }
      signatures.add(hasher.signature());
    }
    return signatures;
  }

  /** Some equal, some near, some none. */
  private static List<Long> fingerprints() {
    SplittableRandom random = new SplittableRandom(3);
    List<Long> fingerprints = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      long fingerprint = random.nextInt(3) == 0 ? random.nextLong() : i % 5;
      for (int flips = random.nextInt(6); flips > 0; flips--) {
        fingerprint ^= 1L << random.nextInt(64);
      }
      fingerprints.add(i % 17 == 0 ? null : Long.valueOf(fingerprint));
    }
    return fingerprints;
  }
}
