// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.lucene.field.HashSegmentLayout;
import org.opensearch.index.mapper.MapperParsingException;

/** The mapping parameter {@code segments}: {@code 4}, as a number or text, or {@code "5x2"}. */
final class HashSegmentsParameter {
  private HashSegmentsParameter() {}

  static HashSegmentLayout parse(String field, Object value) {
    boolean written = value instanceof String || value instanceof Integer;
    return HashSegmentLayout.of(written ? value.toString() : "")
        .orElseThrow(
            () ->
                new MapperParsingException(
                    "[segments] of field ["
                        + field
                        + "] must be [4] (four segments of 16 bits, the default) or [5x2] (ten keys"
                        + " of two of five blocks, for very large shards), got ["
                        + value
                        + "]"));
  }

  /** The value as written in a mapping. */
  static Object shown(HashSegmentLayout layout) {
    return layout == HashSegmentLayout.FOUR ? (Object) 4 : layout.parameter();
  }
}
