// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.Map;
import org.opensearch.index.mapper.ObjectMapper;
import org.opensearch.index.mapper.ParseContext;

/** Nested objects whose fields are those of their parent or root as well. */
final class NestedCopies {
  private NestedCopies() {}

  /** Whether values of this field are copied into a document that may have others of it. */
  static boolean areMade(ParseContext context, String field) {
    Map<String, ObjectMapper> objects = context.docMapper().objectMappers();
    for (int dot = field.lastIndexOf('.'); dot > 0; dot = field.lastIndexOf('.', dot - 1)) {
      ObjectMapper object = objects.get(field.substring(0, dot));
      if (object != null
          && (object.nested().isIncludeInRoot() || object.nested().isIncludeInParent())) {
        return true;
      }
    }
    return false;
  }
}
