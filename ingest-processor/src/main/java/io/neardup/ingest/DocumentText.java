// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest;

import java.util.ArrayList;
import java.util.List;
import org.opensearch.ingest.IngestDocument;

/**
 * The text of a document that is fingerprinted: all texts of some fields, in the order in which the
 * fields are named and, within a field, of its values, with a line feed between two.
 */
final class DocumentText {
  private static final String SEPARATOR = "\n";

  private final List<FieldPath> fields;
  private final boolean ignoreMissing;
  private final IngestLimits limits;

  DocumentText(List<FieldPath> fields, boolean ignoreMissing, IngestLimits limits) {
    this.fields = fields;
    this.ignoreMissing = ignoreMissing;
    this.limits = limits;
  }

  List<String> fields() {
    return fields.stream().map(FieldPath::path).toList();
  }

  /**
   * @throws IllegalArgumentException for a field without a value (unless that is to be ignored), a
   *     value that is no text, or too much text
   */
  String of(IngestDocument document) {
    List<String> texts = new ArrayList<>();
    for (FieldPath field : fields) {
      int before = texts.size();
      field.collect(document, texts);
      if (texts.size() == before && ignoreMissing == false) {
        throw missing(field);
      }
    }
    limits.checkTextLength(joinedLength(texts));
    return String.join(SEPARATOR, texts);
  }

  /** Known before joining, so that too much text is not copied first. */
  private static long joinedLength(List<String> texts) {
    long separators = (long) SEPARATOR.length() * Math.max(0, texts.size() - 1);
    return separators + texts.stream().mapToLong(String::length).sum();
  }

  private static IllegalArgumentException missing(FieldPath field) {
    return new IllegalArgumentException(
        "field ["
            + field.path()
            + "] is missing or null; set [ignore_missing] to [true] to fingerprint a document"
            + " without it");
  }
}
