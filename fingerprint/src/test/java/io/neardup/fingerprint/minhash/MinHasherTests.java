// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.memory.MemoryAccount;
import org.junit.Test;

/** From a text's features to its signature. */
public class MinHasherTests {
  private static TextFeatures features(String text) {
    TextFeatures features = new TextFeatures(FeatureKind.CHAR_NGRAM, 4);
    features.addCodePoints(text);
    return features;
  }

  @Test
  public void theHigherHalfOfEachHash() {
    TextFeatures features = features("abcdef");
    MinHasher hasher = new MinHasher();
    hasher.addAll(features);
    int[] halves = {
      (int) (features.hash(0) >>> 32),
      (int) (features.hash(1) >>> 32),
      (int) (features.hash(2) >>> 32),
    };
    assertEquals(RandomSets.signature(halves), hasher.signature());
    // "abcd" is one of them: 0xde0327b0 are the first eight digits of its XXH64.
    MinHasher one = new MinHasher();
    one.addAll(features("abcd"));
    assertEquals(RandomSets.signature(0xDE0327B0), one.signature());
  }

  @Test
  public void nothingHasNoSignature() {
    MinHasher hasher = new MinHasher();
    assertNull(hasher.signature());
    hasher.addAll(features(""));
    assertNull(hasher.signature());
    hasher.add(0);
    assertEquals(1, hasher.signature().features());
    hasher.clear();
    assertNull(hasher.signature());
  }

  @Test
  public void askingInBetweenChangesNothing() {
    RandomSets random = new RandomSets(5);
    int[] set = random.set(3000);
    MinHasher hasher = new MinHasher();
    for (int i = 0; i < set.length; i++) {
      hasher.add(set[i]);
      hasher.add(set[i % 100]);
      if (i % 700 == 99) {
        hasher.signature();
      }
    }
    assertEquals(RandomSets.signature(set), hasher.signature());
  }

  @Test
  public void memoryIsAskedForFirst() {
    MemoryAccount account = MemoryAccount.unbounded();
    MinHasher hasher = new MinHasher(account);
    hasher.addAll(features("a".repeat(100_003)));
    assertEquals(400_000, account.taken());
    MinHasher refused =
        new MinHasher(
            new MemoryAccount(
                bytes -> {
                  throw new IllegalStateException("full");
                }));
    TextFeatures features = features("a".repeat(100_003));
    assertThrows(IllegalStateException.class, () -> refused.addAll(features));
  }
}
