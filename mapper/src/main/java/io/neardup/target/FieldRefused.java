// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import io.neardup.mapper.PassagesFieldMapper;
import java.util.Collection;
import java.util.TreeSet;

/** Says that documents are not grouped by a field of this type, and what to do instead. */
public final class FieldRefused {
  private FieldRefused() {}

  /** Whether documents are not grouped by fields of these types, of which there are any. */
  public static boolean isDue(Collection<String> types) {
    return types.isEmpty() == false
        && types.stream().noneMatch(type -> TargetKind.ofType(type).isPresent());
  }

  /**
   * The error.
   *
   * @param types as which it is mapped; empty if it is not
   */
  public static IllegalArgumentException of(
      String field, Collection<String> types, Collection<String> indexes) {
    String in = String.join(",", new TreeSet<>(indexes));
    String rule = "[field] must be of type [simhash] or [minhash], got [" + field + "]";
    if (types.isEmpty()) {
      return new IllegalArgumentException(rule + ", which is mapped in none of [" + in + "]");
    }
    return new IllegalArgumentException(
        rule
            + " of type ["
            + String.join("] and [", types)
            + "] in ["
            + in
            + "]"
            + (types.contains(PassagesFieldMapper.CONTENT_TYPE)
                ? ", which has many values of each document: what stands in which document is"
                    + " printed by the program, [near-dup passages "
                    + in
                    + "], and of one document answered by [_near_dup/passages]"
                : "; a processor [simhash] or [minhash] makes such a field of texts: index the"
                    + " documents again through one, and name its [target_field]"));
  }
}
