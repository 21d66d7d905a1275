// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.unicode.Ascii;
import io.neardup.fingerprint.unicode.Normalization;

/**
 * The memory of a text while it is split into features. Its length is checked before normalization,
 * which may turn one character into eighteen; its copies are charged until this is closed.
 */
final class TextRoom implements AutoCloseable {
  /** The text joined, normalized, and as the analyzer's input or in UTF-8. */
  private static final int BYTES_PER_CHARACTER = 6;

  /** For ASCII, which strings store as bytes. */
  private static final int BYTES_PER_ASCII = 2;

  private final IngestLimits limits;
  private final MemoryAccount memory;
  private long length;
  private long held;

  TextRoom(IngestLimits limits, MemoryAccount memory) {
    this.limits = limits;
    this.memory = memory;
  }

  /**
   * Normalizes one more text.
   *
   * @throws IllegalArgumentException if all texts together become too long
   */
  String normalize(String text) {
    int bytes = Ascii.isAscii(text) ? BYTES_PER_ASCII : BYTES_PER_CHARACTER;
    return Normalization.normalize(text, becomes -> take(becomes, bytes));
  }

  /** Charges a text that is not normalized. */
  void take(String text) {
    take(text.length(), BYTES_PER_CHARACTER);
  }

  private void take(long characters, int bytes) {
    length += characters;
    limits.checkNormalizedLength(length);
    memory.take(bytes * characters);
    held += bytes * characters;
  }

  @Override
  public void close() {
    memory.giveBack(held);
  }
}
