// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.ingest.config.BoostedField;
import io.neardup.ingest.config.FieldPath;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.ingest.IngestDocument;

/**
 * The text of a document to fingerprint: all texts of some fields, in the order of the field names
 * and, within a field, of its values.
 *
 * @param processor that reads it, for messages
 * @param fields with their boosts
 * @param ignoreMissing whether a document may have none of a field
 */
record DocumentText(
    String processor, List<BoostedField> fields, boolean ignoreMissing, IngestLimits limits) {

  /**
   * @throws IllegalArgumentException if a field has no value (unless that is ignored), a value is
   *     not text, or the text is too long
   */
  List<FieldText> of(IngestDocument document) {
    List<FieldText> texts = new ArrayList<>();
    for (BoostedField field : fields) {
      List<String> found = new ArrayList<>();
      field.path().collect(document, processor, found);
      if (found.isEmpty() && ignoreMissing == false) {
        throw missing(field.path());
      }
      found.forEach(text -> texts.add(new FieldText(text, field.boost())));
    }
    // Checked before joining, so that too long a text is not copied first.
    limits.checkTextLength(JoinedText.length(texts));
    return texts;
  }

  private static IllegalArgumentException missing(FieldPath field) {
    return new IllegalArgumentException(
        "field ["
            + field.path()
            + "] is missing or null; set [ignore_missing] to [true] to fingerprint a document"
            + " without it");
  }
}
