// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The order of the values of a field, as the index sorts by them, and their form in a rank: bytes
 * that compare unsigned as the values do.
 */
enum RankOrder {
  NUMBERS {
    @Override
    byte[] bytes(String value) {
      return number(Long.parseLong(value) ^ Long.MIN_VALUE);
    }
  },
  UNSIGNED {
    @Override
    byte[] bytes(String value) {
      return number(Long.parseLong(value));
    }
  },
  /** Strings of one character a byte. */
  TERMS {
    @Override
    byte[] bytes(String value) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(value.length() + 1);
      for (int i = 0; i < value.length(); i++) {
        // A term is less than those it begins, so its end must be less than any byte.
        if (value.charAt(i) <= ESCAPE) {
          bytes.write(ESCAPE);
        }
        bytes.write(value.charAt(i) + (value.charAt(i) <= ESCAPE ? 1 : 0));
      }
      bytes.write(0);
      return bytes.toByteArray();
    }
  };

  /** In place of the value, after any other. */
  static final int MISSING = 1;

  private static final int PRESENT = 0;
  private static final int ESCAPE = 1;

  abstract byte[] bytes(String value);

  private static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  /** Writes the value that counts of several: the first in this direction. */
  void write(List<String> values, boolean descending, ByteArrayOutputStream rank) {
    rank.write(PRESENT);
    List<byte[]> all = values.stream().map(this::bytes).toList();
    Comparator<byte[]> order = Arrays::compareUnsigned;
    for (byte one : descending ? Collections.max(all, order) : Collections.min(all, order)) {
      rank.write(descending ? ~one : one);
    }
  }
}
