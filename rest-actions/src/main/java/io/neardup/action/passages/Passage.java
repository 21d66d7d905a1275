// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import java.io.IOException;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * A passage of the question.
 *
 * @param words that it has
 * @param question where it stands there
 * @param field of the hit; null with the next one for boilerplate
 * @param hit where it stands in that
 * @param text as the question has it
 */
record Passage(
    int words, TextRange question, @Nullable String field, @Nullable TextRange hit, String text)
    implements ToXContentObject {
  /** All but the text. */
  private static final long BYTES = 256;

  /** About as much as it takes. */
  long bytes() {
    return BYTES + 2L * text.length();
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("words", words).startObject("question");
    question.write(builder);
    builder.endObject();
    if (hit != null) {
      builder.startObject("hit").field("field", field);
      hit.write(builder);
      builder.endObject();
    }
    return builder.field("text", text).endObject();
  }
}
