// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import org.opensearch.common.Nullable;
import org.opensearch.index.mapper.ObjectMapper;
import org.opensearch.index.query.QueryShardContext;

/** Objects of type {@code nested}, which are documents of their own to Lucene. */
public final class NestedObjects {
  private NestedObjects() {}

  /** The outermost one that a field is in, by its path; null if it is in none. */
  @Nullable public static String around(String field, QueryShardContext context) {
    for (int dot = field.indexOf('.'); dot >= 0; dot = field.indexOf('.', dot + 1)) {
      ObjectMapper parent = context.getObjectMapper(field.substring(0, dot));
      if (parent != null && parent.nested().isNested()) {
        return parent.fullPath();
      }
    }
    return null;
  }
}
