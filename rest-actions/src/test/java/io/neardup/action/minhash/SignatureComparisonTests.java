// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.action.texts.FeatureOverlap;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.test.OpenSearchTestCase;

/** What two texts have in common, and whether a lookup finds one by the other. */
public class SignatureComparisonTests extends OpenSearchTestCase {
  private static final JaccardEstimate NEAR = new JaccardEstimate(0.877, 0.015, false);
  private static final JaccardEstimate FAR = new JaccardEstimate(0.5, 0, true);

  private static SignatureLookup lookup(
      double recall, JaccardEstimate estimate, Integer... equalBands) {
    return new SignatureLookup(
        0.8, recall, recall == 1 ? 0 : 9, 0.96, List.of(equalBands), estimate, false);
  }

  private static void assertLookup(boolean found, String reason, SignatureLookup lookup) {
    assertEquals(found, lookup.found());
    assertEquals(reason, lookup.reason());
  }

  public void testFound() {
    assertLookup(
        true,
        "Found: bands 0, 3 and 8 are equal, of the 9 that are read, and the similarity, 0.877"
            + " (estimated), is at least 0.8.",
        lookup(0.95, NEAR, 0, 3, 8, 11));
    assertLookup(
        true,
        "Found: band 0 is equal, of the 9 that are read, and the similarity, 0.877 (estimated), is"
            + " at least 0.8.",
        lookup(0.95, NEAR, 0));
    assertLookup(
        true,
        "Found: a recall of 1 compares all signatures, and the similarity, 0.877 (estimated), is at"
            + " least 0.8.",
        lookup(1, NEAR));
  }

  public void testNotFound() {
    assertLookup(
        false,
        "Not found: band 2 is equal, of the 9 that are read, which makes them candidates, but the"
            + " similarity, 0.500 (exact), is less than 0.8.",
        lookup(0.95, FAR, 2));
    assertLookup(
        false,
        "Not found: none of the 9 bands that are read is equal, and the similarity, 0.500 (exact),"
            + " is less than 0.8.",
        lookup(0.95, FAR, 12));
    assertLookup(
        false,
        "Not found: none of the 9 bands that are read is equal, although the similarity, 0.877"
            + " (estimated), is at least 0.8. A recall of 1 finds them.",
        lookup(0.95, NEAR));
    assertLookup(
        false,
        "Not found: none of the 9 bands that are read is equal, although the similarity, 0.877"
            + " (estimated), is at least 0.8. A higher recall finds them: of the other bands, bands"
            + " 9 and 20 are equal.",
        lookup(0.95, NEAR, 9, 20));
    assertLookup(
        false,
        "Not found: a recall of 1 compares all signatures, and the similarity, 0.500 (exact), is"
            + " less than 0.8.",
        lookup(1, FAR, 1));
  }

  private static MinHashSignature signature(int from, int to) {
    MinHasher hasher = new MinHasher();
    hasher.addAll(IntStream.range(from, to).map(i -> i * 0x9E3779B9).toArray());
    return hasher.signature();
  }

  public void testBandsThatAreRead() {
    Bands bands = Bands.of(0.7, 0.95);
    MinHashSignature signature = signature(0, 500);
    for (double similarity : new double[] {0.3, 0.7, 0.8, 0.95}) {
      SignatureLookup lookup =
          SignatureLookup.of(signature, signature, new MinHashDetail(0, bands, similarity, 0.95));
      assertEquals(Math.min(bands.count(), bands.needed(similarity, 0.95)), lookup.read());
      assertEquals(bands.recall(similarity, lookup.read()), lookup.given(), 0);
      assertEquals(IntStream.range(0, bands.count()).boxed().toList(), lookup.equal());
      assertTrue(lookup.found());
    }
    SignatureLookup all =
        SignatureLookup.of(signature, signature, new MinHashDetail(0, bands, 0.7, 1));
    assertEquals(0, all.read());
    assertEquals(1, all.given(), 0);
    MinHashDetail read = new MinHashDetail(0, bands, 0.7, 0.95);
    assertFalse(SignatureLookup.of(signature, signature(9000, 9500), read).found());
  }

  public void testEdits() {
    long[] words = LongStream.range(0, 100).toArray();
    long[] edited = words.clone();
    edited[50] = -1;
    assertEquals(
        new EditSimilarity(0.99, false, 0.5),
        EditSimilarity.of("ab", "ac", words, edited, SignatureComparisonTests::unchecked));
    assertEquals(
        new EditSimilarity(null, false, 1.0),
        EditSimilarity.of("", "", null, null, SignatureComparisonTests::unchecked));
    String shortest = "x".repeat(257);
    assertEquals(
        new EditSimilarity(1.0, false, null),
        EditSimilarity.of(shortest, "x", words, words, SignatureComparisonTests::unchecked));
    // 256 characters of two chars each.
    String faces = "😀".repeat(256);
    assertEquals(
        1.0,
        EditSimilarity.of(faces, faces, null, null, SignatureComparisonTests::unchecked)
            .characters(),
        0);
  }

  /** A million tokens that have nothing in common take a moment, and are not counted out. */
  public void testTooManyEdits() {
    long[] left = LongStream.range(0, 1_000_000).toArray();
    long[] right = LongStream.range(1_000_000, 2_000_000).toArray();
    EditSimilarity edit =
        EditSimilarity.of("", "x", left, right, SignatureComparisonTests::unchecked);
    assertTrue(edit.bound());
    assertEquals(1 - 1001 / 2_000_000.0, edit.tokens(), 1e-9);
  }

  public void testJson() throws IOException {
    SignatureComparison comparison =
        new SignatureComparison(
            new FeatureOverlap(3, 6),
            0.75,
            new EditSimilarity(0.5, true, 0.25),
            lookup(0.95, NEAR, 1, 12),
            new NumberDifference(List.of("65.50"), List.of()));
    assertEquals(
        ("{'jaccard':{'similarity':0.5,'shared_features':3,'all_features':6},'containment':0.75,"
                + "'edit':{'tokens_at_most':0.5,'characters':0.25},"
                + "'estimate':{'jaccard':0.877,'standard_deviation':0.015,'exact':false},"
                + "'numbers':{'first_only':['65.50'],'second_only':[]},"
                + "'equal_bands':[1,12],'lookup':{'similarity':0.8,'recall':0.95,'bands_read':9,"
                + "'recall_given':0.96,'found':true,'reason':'"
                + comparison.lookup().reason()
                + "'}}")
            .replace('\'', '"'),
        comparison
            .toXContent(XContentFactory.jsonBuilder().startObject(), ToXContent.EMPTY_PARAMS)
            .endObject()
            .toString());
  }

  private static void unchecked() {}
}
