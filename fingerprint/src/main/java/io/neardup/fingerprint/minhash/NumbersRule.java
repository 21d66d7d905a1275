// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.Locale;

/** How the numbers of two texts may differ, where both signatures have them. */
public enum NumbersRule {
  /** All numbers of one text are in the other, as in a shortened or an extended copy. */
  KEPT,
  /** Both texts have the same numbers. */
  EQUAL,
  /** Numbers say nothing. */
  IGNORE;

  /** The parameter. */
  public static final String NAME = "numbers";

  /**
   * The rule that is meant.
   *
   * @throws IllegalArgumentException naming the rules
   */
  public static NumbersRule parse(Object value) {
    return Arrays.stream(values())
        .filter(rule -> rule.toString().equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "[numbers] must be [kept], [equal] or [ignore], got ["
                        + Fingerprint.shown(String.valueOf(value))
                        + "]; leave it out for [kept]"));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
