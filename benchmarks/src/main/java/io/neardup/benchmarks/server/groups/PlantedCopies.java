// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import io.neardup.benchmarks.server.DataSet;
import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Fingerprints of an archive, each reproducible by its number and the seed: random ones, copies of
 * these with up to three bits flipped, and in a part of all, as with boilerplate, one value in one
 * segment. Copies lie among 64 documents with their origin, which are scattered over the archive,
 * so that the groups can be told without comparing all with all.
 */
final class PlantedCopies {
  private static final int BLOCK = 64;
  private static final int MAX_DISTANCE = 3;
  private static final int CLICKS = 1_000_000;

  /** Pairs of 64 random bits within the distance, and of the 48 that a common segment leaves. */
  private static final double NEAR_64 = (1 + 64 + 2016 + 41664) / 0x1p64;

  private static final double NEAR_48 = (1 + 48 + 1128 + 17296) / 0x1p48;

  private final int documents;
  private final double copies;
  private final double skew;
  private final long seed;
  private final long stride;

  /**
   * @param copies the part of all documents that are copies
   * @param skew the part of all documents that share a segment
   */
  PlantedCopies(int documents, double copies, double skew, long seed) {
    requireShare("--copies", copies);
    requireShare("--skew", skew);
    this.documents = documents;
    this.copies = copies;
    this.skew = skew;
    this.seed = seed;
    this.stride = stride(documents);
  }

  private static void requireShare(String option, double share) {
    if (share < 0 || share > 0.9) {
      throw new IllegalArgumentException(
          "[" + option + "] must be from 0 to 0.9, got [" + share + "]");
    }
  }

  /** Without a common factor, so that its multiples reach all places. */
  private static long stride(int documents) {
    long stride = Math.max(1, (long) (documents * 0.618));
    while (gcd(stride, documents) > 1) {
      stride++;
    }
    return stride;
  }

  private static long gcd(long one, long other) {
    return other == 0 ? one : gcd(other, one % other);
  }

  int documents() {
    return documents;
  }

  /** The fingerprint of a document. */
  long fingerprint(int document) {
    return fingerprintAt(place(document));
  }

  /** How often a document was read; some have the same number. */
  int clicks(int document) {
    return clicksAt(place(document));
  }

  private long place(int document) {
    return document * stride % documents;
  }

  private long fingerprintAt(long place) {
    if (isCopy(place) == false) {
      return original(place);
    }
    SplittableRandom random = random(place, 2);
    long first = place - place % BLOCK;
    long origin;
    do {
      origin = first + random.nextLong(place - first);
    } while (isCopy(origin));
    long mask = isSkewed(origin) ? DataSet.outside(DataSet.COMMON_SEGMENT) : -1L;
    return original(origin) ^ DataSet.bits(random.nextInt(MAX_DISTANCE + 1), mask, random);
  }

  /** The first of a block is none. */
  private boolean isCopy(long place) {
    return place % BLOCK > 0 && random(place, 0).nextDouble() < copies * BLOCK / (BLOCK - 1);
  }

  private boolean isSkewed(long place) {
    return random(place, 1).nextDouble() < skew;
  }

  private long original(long place) {
    long one = random(place, 3).nextLong();
    return isSkewed(place) ? DataSet.withSegment(one, DataSet.COMMON_SEGMENT) : one;
  }

  private int clicksAt(long place) {
    return random(place, 4).nextInt(CLICKS);
  }

  /** Seeds that follow each other would make sequences that overlap. */
  private SplittableRandom random(long place, int what) {
    return new SplittableRandom(new SplittableRandom(seed ^ (place << 3 | what)).nextLong());
  }

  /**
   * How many documents are duplicates, if in each group the one with most clicks is kept: the
   * greedy replay of each block. Of all documents, few more are near by chance; see {@link #slack}.
   */
  long duplicates() {
    return LongStream.rangeClosed(0, (documents - 1) / BLOCK)
        .parallel()
        .map(block -> duplicates(block * BLOCK))
        .sum();
  }

  private long duplicates(long first) {
    List<Long> places =
        LongStream.range(first, Math.min(documents, first + BLOCK))
            .boxed()
            .sorted(
                Comparator.comparingInt((Long place) -> -clicksAt(place))
                    .thenComparing(this::fingerprintAt, Long::compareUnsigned))
            .toList();
    List<Long> canonicals = new ArrayList<>();
    for (long place : places) {
      long one = fingerprintAt(place);
      if (canonicals.stream().noneMatch(of -> Fingerprint.distance(of, one) <= MAX_DISTANCE)) {
        canonicals.add(one);
      }
    }
    return (long) places.size() - canonicals.size();
  }

  /** By how many the number of duplicates may differ, because random fingerprints are near. */
  long slack() {
    double pairs = (double) documents * documents / 2;
    return 10 + Math.round(3 * pairs * (NEAR_64 + skew * skew * NEAR_48));
  }

  /** Fingerprints to look up: those of documents, evenly spread. */
  long[] sample(int count) {
    return IntStream.range(0, count)
        .mapToLong(i -> fingerprint((int) ((long) documents * i / count)))
        .toArray();
  }
}
