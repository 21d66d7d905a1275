// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

/**
 * Hashes the bytes of a feature to 64 bits. A hasher from {@link HashFunction#hasher} may hold a
 * buffer, so it serves one thread; a call allocates nothing.
 */
@FunctionalInterface
public interface FeatureHasher {
  /** The hash of {@code length} bytes from {@code offset}. */
  long hash(byte[] bytes, int offset, int length);
}
