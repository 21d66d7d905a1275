// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lost;

import io.neardup.analyzer.NearDupAnalyzer;
import io.neardup.target.PathValues;
import java.util.List;
import java.util.Map;
import org.opensearch.common.Nullable;

/** The text of a document as its source has it: what may be lost with it. */
public final class StoredText {
  private StoredText() {}

  /**
   * The values of some fields, each on its line.
   *
   * @param whole whether each field must be there: who cannot see a field cannot tell what is lost
   *     with it
   * @param html whether tags are no part of them
   * @return null if it cannot be read
   */
  @Nullable public static String of(
      Map<String, Object> source, List<String> fields, boolean whole, boolean html) {
    // Each value for itself: what one opens and does not close hides nothing of the others.
    NearDupAnalyzer analyzer = NearDupAnalyzer.of(html);
    StringBuilder text = new StringBuilder();
    for (String field : fields) {
      List<Object> values = PathValues.all(field, source);
      if (whole && values.isEmpty()) {
        return null;
      }
      for (Object one : values) {
        if (one instanceof Map) {
          return null;
        }
        text.append(analyzer.visible(one.toString()).text()).append('\n');
      }
    }
    return text.toString();
  }
}
