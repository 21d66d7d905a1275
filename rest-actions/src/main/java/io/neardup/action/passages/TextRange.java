// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import java.io.IOException;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * Where a passage stands.
 *
 * @param value number of the text in a list of texts; null if there is one
 * @param start offset of its first character
 * @param end offset behind its last character
 */
record TextRange(@Nullable Integer value, int start, int end) {
  void write(XContentBuilder builder) throws IOException {
    if (value != null) {
      builder.field("value", value);
    }
    builder.field("start", start).field("end", end);
  }
}
