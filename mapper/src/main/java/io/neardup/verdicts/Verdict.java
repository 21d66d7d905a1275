// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.verdicts;

import io.neardup.fingerprint.Fingerprint;
import java.util.Locale;

/** What somebody said about two contents, whatever their fingerprints say. */
public enum Verdict {
  /** They are the same. */
  ALWAYS,

  /** They are not. */
  NEVER;

  /** The parameter of requests, and the field of a record. */
  public static final String NAME = "verdict";

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException naming the parameter and what is accepted
   */
  public static Verdict parse(Object value) {
    for (Verdict verdict : values()) {
      if (verdict.toString().equals(value)) {
        return verdict;
      }
    }
    throw new IllegalArgumentException(
        "["
            + NAME
            + "] must be [always] or [never], got ["
            + Fingerprint.shown(String.valueOf(value))
            + "]");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
