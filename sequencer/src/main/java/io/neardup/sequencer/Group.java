// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * The stable name of a group. A new one is 22 characters, since each is a term of its own: two
 * numbers in the Base64 of names of files.
 *
 * @param name letters, digits, hyphens and underscores
 */
public record Group(String name) {
  private static final Pattern WRITTEN = Pattern.compile("[0-9A-Za-z_-]{22,33}");
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  /**
   * A new one.
   *
   * @param high identifies its creator
   * @param low unique per creator
   */
  public Group(long high, long low) {
    this(
        ENCODER.encodeToString(
            ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array()));
  }

  /** Parses the written form; returns null for anything else. */
  public static Group parse(Object written) {
    return written instanceof String text && WRITTEN.matcher(text).matches()
        ? new Group(text)
        : null;
  }

  @Override
  public String toString() {
    return name;
  }
}
