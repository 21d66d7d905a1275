// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import java.util.Map;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.FieldInfo;

/**
 * Records in the Lucene field info of a segment field which bits the frequencies of its postings
 * carry: the version of {@link HashSegmentLayout#frequency} and the layout. If a field records
 * nothing, or something else, its frequencies are ignored.
 *
 * <p>Each version has a name of its own, because a merge keeps the attributes of all Lucene
 * segments that go into it: a field with two versions carries bits of both, and neither is trusted.
 *
 * <p>See {@code docs/design/lookup.md}.
 */
public final class CarriedBits {
  private static final String PREFIX = "near_dup.carried.v";
  private static final String NAME = PREFIX + 1;

  private CarriedBits() {}

  /** Records that fields of this type carry the bits of the layout. */
  static void mark(FieldType type, HashSegmentLayout layout) {
    type.putAttribute(NAME, layout.parameter());
  }

  /** Whether the frequencies are known to carry the bits of the layout. */
  public static boolean areIn(FieldInfo field, HashSegmentLayout layout) {
    Map<String, String> attributes = field.attributes();
    return layout.parameter().equals(attributes.get(NAME))
        && attributes.keySet().stream().noneMatch(CarriedBits::isOther);
  }

  private static boolean isOther(String attribute) {
    return attribute.startsWith(PREFIX) && attribute.equals(NAME) == false;
  }
}
