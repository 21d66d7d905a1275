// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The last eight bytes of MD5. Owns its digest, because threads would corrupt a shared one. */
final class Md5Low64 implements FeatureHasher {
  private static final int LENGTH = 16;

  private final MessageDigest md5;
  private final ByteBuffer digest = ByteBuffer.allocate(LENGTH);

  Md5Low64() {
    try {
      md5 = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "this Java offers no MD5 (a FIPS mode?); use another [hash]", e);
    }
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    md5.update(bytes, offset, length);
    try {
      md5.digest(digest.array(), 0, LENGTH);
    } catch (DigestException e) {
      throw new AssertionError(e);
    }
    return digest.getLong(LENGTH - Long.BYTES);
  }
}
