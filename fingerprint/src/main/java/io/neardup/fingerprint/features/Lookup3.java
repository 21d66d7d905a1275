// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The 64 bits of {@code hashlittle2} with both seeds 0, the primary hash above: Bob Jenkins,
 * lookup3 (2006, public domain). Stateless.
 */
final class Lookup3 implements FeatureHasher {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int START = 0xdeadbeef;
  private static final int BLOCK = 12;

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    int a = START + length;
    int b = a;
    int c = a;
    if (length == 0) {
      return (long) c << 32 | (b & 0xFFFF_FFFFL);
    }
    int from = offset;
    int left = length;
    for (; left > BLOCK; left -= BLOCK, from += BLOCK) {
      a += (int) INT.get(bytes, from);
      b += (int) INT.get(bytes, from + 4);
      c += (int) INT.get(bytes, from + 8);
      // mix
      a = (a - c) ^ Integer.rotateLeft(c, 4);
      c += b;
      b = (b - a) ^ Integer.rotateLeft(a, 6);
      a += c;
      c = (c - b) ^ Integer.rotateLeft(b, 8);
      b += a;
      a = (a - c) ^ Integer.rotateLeft(c, 16);
      c += b;
      b = (b - a) ^ Integer.rotateLeft(a, 19);
      a += c;
      c = (c - b) ^ Integer.rotateLeft(b, 4);
      b += a;
    }
    a += tail(bytes, from, left);
    b += tail(bytes, from + 4, left - 4);
    c += tail(bytes, from + 8, left - 8);
    // final
    c = (c ^ b) - Integer.rotateLeft(b, 14);
    a = (a ^ c) - Integer.rotateLeft(c, 11);
    b = (b ^ a) - Integer.rotateLeft(a, 25);
    c = (c ^ b) - Integer.rotateLeft(b, 16);
    a = (a ^ c) - Integer.rotateLeft(c, 4);
    b = (b ^ a) - Integer.rotateLeft(a, 14);
    c = (c ^ b) - Integer.rotateLeft(b, 24);
    return (long) c << 32 | (b & 0xFFFF_FFFFL);
  }

  /** Up to four bytes as a little-endian number; 0 if no bytes are left. */
  private static int tail(byte[] bytes, int from, int left) {
    int tail = 0;
    for (int i = Math.min(left, 4) - 1; i >= 0; i--) {
      tail = tail << 8 | (bytes[from + i] & 0xFF);
    }
    return tail;
  }
}
