// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.similar;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Sets of feature hashes in place of texts, reproducible by number and seed: random ones, among
 * which each lookup has one set of each of the planted similarities. With boilerplate, a part of
 * all sets share a few features that alone decide the first band: a band of the field's signatures
 * is then the same in all of these.
 */
public final class PlantedSets {
  /** Known Jaccard similarities to the set that is looked up. */
  static final double[] SIMILARITIES = {0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6};

  /** What lookups ask for. */
  static final double ASKED = 0.8;

  /** How many of the planted ones are similar enough. */
  static final int SIMILAR = 4;

  /** Features of a lookup; the planted sets are parts of it. */
  static final int FEATURES = 120;

  /** Features of others, as many as of a planted set of middling size. */
  private static final int OTHERS = 100;

  /** Values in a band of the field's defaults, similarity 0.7 and recall 0.95. */
  static final int ROWS = 6;

  private static final int PLACES = MinHashSignature.VALUES;
  private static final int TRIES = 1 << 24;

  private final int documents;
  private final int lookups;
  private final double boilerplate;
  private final long seed;
  private final int[] common;

  /**
   * @param boilerplate the part of all sets, lookups among them, that share a band
   */
  PlantedSets(int documents, int lookups, double boilerplate, long seed) {
    if (documents < 2 * lookups * SIMILARITIES.length) {
      throw new IllegalArgumentException(
          "[--documents] must be at least "
              + 2 * SIMILARITIES.length
              + " times [--lookups], got ["
              + documents
              + "] and ["
              + lookups
              + "]");
    }
    this.documents = documents;
    this.lookups = lookups;
    this.boilerplate = boilerplate;
    this.seed = seed;
    this.common = boilerplate > 0 ? deciding() : new int[0];
  }

  /**
   * For each of the first places, the feature of many whose ball is the least there in the first
   * round: whatever else a set has, its value is that of this one. The balls are those of the
   * signature format.
   */
  private static int[] deciding() {
    int[] features = new int[ROWS];
    int[] least = new int[ROWS];
    Arrays.fill(least, -1);
    for (int feature = 0; feature < TRIES; feature++) {
      int ball = mix(feature);
      int place = ball & PLACES - 1;
      if (place < ROWS && Integer.compareUnsigned(ball, least[place]) < 0) {
        least[place] = ball;
        features[place] = feature;
      }
    }
    return features;
  }

  private static int mix(int hash) {
    int x = hash;
    x ^= x >>> 16;
    x *= 0x21F0_AAAD;
    x ^= x >>> 15;
    x *= 0xD35A_2D97;
    return x ^ x >>> 15;
  }

  int documents() {
    return documents;
  }

  int lookups() {
    return lookups;
  }

  /** The set that a lookup asks for; no document has it. */
  int[] lookup(int number) {
    return random(-1L - number, FEATURES, boilerplate > 0);
  }

  /** The ids of the documents that are similar enough, most similar first. */
  static String[] similar(int lookup) {
    String[] ids = new String[SIMILAR];
    Arrays.setAll(ids, i -> id(lookup, i));
    return ids;
  }

  private static String id(int lookup, int planted) {
    return lookup + "-" + planted;
  }

  /** Whether a document with this id is similar enough; generated ids have no hyphen there. */
  static boolean isSimilar(String id, int lookup) {
    return Arrays.asList(similar(lookup)).contains(id);
  }

  /** The id of a planted document; null of any other, whose id may be generated. */
  String id(int document) {
    int planted = planted(document);
    return planted < 0 ? null : id(planted / SIMILARITIES.length, planted % SIMILARITIES.length);
  }

  /** The features of a document. */
  int[] set(int document) {
    int planted = planted(document);
    if (planted >= 0) {
      double similarity = SIMILARITIES[planted % SIMILARITIES.length];
      int[] all = lookup(planted / SIMILARITIES.length);
      return Arrays.copyOf(all, (int) Math.round(similarity * all.length));
    }
    boolean shares = new SplittableRandom(seed - document).nextDouble() < boilerplate;
    return random(document, OTHERS, shares);
  }

  /** The common features come first, so that parts of a set have them, too. */
  private int[] random(long number, int size, boolean shares) {
    // Seeds that follow each other would make sequences that overlap.
    long scattered = new SplittableRandom(seed ^ number).nextLong();
    int[] set = new SplittableRandom(scattered).ints(size).toArray();
    if (shares) {
      System.arraycopy(common, 0, set, 0, common.length);
    }
    return set;
  }

  /** Which of the planted sets a document is, spread over all documents; -1 for none. */
  private int planted(int document) {
    int distance = documents / (lookups * SIMILARITIES.length);
    int number = document / distance;
    return document % distance == 0 && number < lookups * SIMILARITIES.length ? number : -1;
  }

  /** The signature of a set. */
  public static MinHashSignature signature(int... set) {
    MinHasher hasher = new MinHasher();
    hasher.addAll(set);
    return hasher.signature();
  }
}
