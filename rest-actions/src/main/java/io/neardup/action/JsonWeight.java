// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action;

import java.io.Writer;

/**
 * What JSON takes when it is read into objects, at most; seen while it is decoded, before that is
 * done. Of several objects one after the other, such as lines, it is that of the heaviest.
 */
final class JsonWeight extends Writer {
  /** A string, and the buffer that it is read with. */
  private static final int CHARACTER = 2;

  /** An empty list in a list takes 30 bytes, the only member of an object 230. */
  private static final int VALUE = 150;

  private long weight;
  private long heaviest;
  private int depth;
  private boolean quoted;
  private boolean escaped;

  long bytes() {
    return Math.max(weight, heaviest);
  }

  @Override
  public void write(char[] chars, int from, int length) {
    weight += (long) CHARACTER * length;
    for (int i = from; i < from + length; i++) {
      if (quoted) {
        quoted = escaped || chars[i] != '"';
        escaped = escaped == false && chars[i] == '\\';
      } else {
        addOutside(chars[i]);
      }
    }
  }

  private void addOutside(char c) {
    switch (c) {
      case '"' -> quoted = true;
      case ',' -> weight += VALUE;
      case '{', '[' -> {
        weight += VALUE;
        depth++;
      }
      case '}', ']' -> {
        depth--;
        if (depth == 0) {
          heaviest = bytes();
          weight = 0;
        }
      }
      default -> {}
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
