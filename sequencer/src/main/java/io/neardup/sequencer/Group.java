// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The stable name of a group: two numbers, written as {@code <16 hex>-<16 hex>}.
 *
 * @param high identifies its creator
 * @param low unique per creator
 */
public record Group(long high, long low) {
  private static final Pattern WRITTEN = Pattern.compile("[0-9a-f]{16}-[0-9a-f]{16}");

  /** Parses the written form; returns null for anything else. */
  public static Group parse(Object written) {
    if (written instanceof String text && WRITTEN.matcher(text).matches()) {
      return new Group(
          HexFormat.fromHexDigitsToLong(text, 0, 16), HexFormat.fromHexDigitsToLong(text, 17, 33));
    }
    return null;
  }

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + "-" + hex.toHexDigits(low);
  }
}
