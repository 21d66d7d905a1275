// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

/**
 * Maps the bytes of a feature to 64 bits. One from {@link HashFunction#hasher} may hold a buffer,
 * so it is for one thread; calling it makes no garbage.
 */
@FunctionalInterface
public interface FeatureHasher {
  /** The hash of {@code length} bytes from {@code offset}. */
  long hash(byte[] bytes, int offset, int length);
}
