// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import com.dynatrace.hash4j.hashing.Hashing;

/**
 * The hash functions of features, by their names in configurations (in lower case). Each name pins
 * the function, its seed and the 64 bits taken; fingerprints made with different functions cannot
 * be compared.
 */
public enum HashFunction {
  /** XXH64, seed 0: the default. */
  XXH64,
  /** The 64-bit XXH3, seed 0, without a secret. */
  XXH3_64,
  /**
   * The h1 of MurmurHash3_x64_128, seed 0: the first eight of the sixteen bytes it writes, read as
   * a little-endian number (Guava's {@code asLong}).
   */
  MURMUR3_X64_128,
  /**
   * The last eight of the sixteen bytes of MD5, read as a big-endian number: the last 16 hex digits
   * of the digest as usually written.
   */
  MD5_LOW64;

  /** A hasher for one thread. */
  public FeatureHasher hasher() {
    return switch (this) {
      case XXH64 -> Hashing.xxh64()::hashBytesToLong;
      case XXH3_64 -> Hashing.xxh3_64()::hashBytesToLong;
      case MURMUR3_X64_128 -> Hashing.murmur3_128()::hashBytesToLong;
      case MD5_LOW64 -> new Md5Low64();
    };
  }
}
