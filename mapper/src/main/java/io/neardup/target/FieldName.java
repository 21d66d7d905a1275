// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;

/** A name that a field of a mapping can have, which core expects when it looks for one. */
public final class FieldName {
  /**
   * The signatures that the processor {@code near_dup} makes of texts, unless it is told where:
   * what is meant by requests that name no field.
   */
  public static final String DEFAULT = "near_dup.signature";

  /** How similar signatures in it are by default. */
  public static final double DEFAULT_SIMILARITY = 0.5;

  /** As long as the name of a field may be, and longer than any other name or id. */
  private static final int LONGEST = 50_000;

  private FieldName() {}

  /**
   * A name or an id of any kind, which messages repeat as it is.
   *
   * @param parameter that gave it
   * @throws IllegalArgumentException if nothing can be called so, because it is too long
   */
  public static String requireShort(String parameter, String name) {
    if (name.length() <= LONGEST) {
      return name;
    }
    throw new IllegalArgumentException(
        "["
            + parameter
            + "] must have at most ["
            + LONGEST
            + "] characters, got ["
            + name.length()
            + "], which begin with ["
            + Fingerprint.shown(name)
            + "]");
  }

  /**
   * The name itself.
   *
   * @param parameter that gave it
   * @throws IllegalArgumentException if no field can be called so
   */
  public static String require(String parameter, String name) {
    requireShort(parameter, name);
    boolean parts = Arrays.stream(name.split("\\.", -1)).noneMatch(String::isBlank);
    if (parts && name.indexOf('*') < 0) {
      return name;
    }
    throw new IllegalArgumentException(
        "["
            + parameter
            + (name.isBlank()
                ? "] must not be empty, got ["
                : "] must be the name of a field, without [*] and empty parts between dots, got [")
            + name
            + "]");
  }
}
