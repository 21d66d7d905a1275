// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import com.dynatrace.hash4j.hashing.Hashing;

/**
 * The hash functions of features, by the name that stands in a configuration (in lower case). Each
 * name pins function, seed and which 64 bits are taken; fingerprints made with different ones
 * cannot be compared.
 */
public enum HashFunction {
  /** XXH64, seed 0: the default. */
  XXH64,
  /** The 64-bit XXH3, seed 0, without a secret. */
  XXH3_64,
  /**
   * MurmurHash3_x64_128, seed 0, of which h1 is taken: the first eight of the sixteen bytes it
   * writes, read as a little-endian number (what Guava calls {@code asLong}).
   */
  MURMUR3_X64_128,
  /**
   * MD5, of which the last eight of its sixteen bytes are taken, read as a big-endian number: the
   * last 16 hex digits of the digest as everybody writes it.
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
