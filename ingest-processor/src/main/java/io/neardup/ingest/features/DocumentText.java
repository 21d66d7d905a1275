// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.ingest.config.BoostedField;
import io.neardup.ingest.config.FieldPath;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.ingest.IngestDocument;

/**
 * The text of a document that is fingerprinted: all texts of some fields, in the order in which the
 * fields are named and, within a field, of its values.
 *
 * @param processor that reads it, for messages
 * @param fields with their boosts
 * @param ignoreMissing whether a document may have none of a field
 */
record DocumentText(
    String processor, List<BoostedField> fields, boolean ignoreMissing, IngestLimits limits) {

  /** Where the text is, whatever it counts. */
  List<FieldPath> paths() {
    return fields.stream().map(BoostedField::path).toList();
  }

  /**
   * @throws IllegalArgumentException for a field without a value (unless that is to be ignored), a
   *     value that is no text, or too much text
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
    // Known before joining, so that too much text is not copied first.
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
