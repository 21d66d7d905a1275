// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

/** What a reader said about two texts. */
enum Label {
  /** An editor would keep one of them only. */
  SAME("1"),
  /** Each says something that the other one does not. */
  DIFFERENT("0"),
  /** Nobody can tell; it counts for no rule. */
  UNDECIDABLE("2");

  private final String written;

  Label(String written) {
    this.written = written;
  }

  /** How files write it. */
  String written() {
    return written;
  }

  /** The label that is written so. */
  static Label of(String written) {
    for (Label label : values()) {
      if (label.written.equals(written)) {
        return label;
      }
    }
    throw new IllegalArgumentException(
        "[labels] must be 1 for the same, 0 for different or 2 for undecidable, got ["
            + written
            + "]");
  }
}
