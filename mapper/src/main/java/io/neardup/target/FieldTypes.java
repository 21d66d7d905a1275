// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import java.util.Set;

/** Types of fields, by their names in mappings. */
public final class FieldTypes {
  /** Those with numbers. */
  public static final Set<String> NUMBERS =
      Set.of(
          "byte",
          "short",
          "integer",
          "long",
          "unsigned_long",
          "half_float",
          "float",
          "double",
          "scaled_float");

  /** Those with dates. */
  public static final Set<String> DATES = Set.of("date", "date_nanos");

  private FieldTypes() {}
}
