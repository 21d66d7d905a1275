// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.ingest.config.BoostedField;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.config.FieldPath;
import io.neardup.ingest.config.FieldPaths;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.ingest.IngestDocument;

/**
 * Which fields of a document a processor reads, and which one it writes: the parameters {@code
 * fields}, {@code target_field}, {@code ignore_missing}.
 *
 * @param ignoreMissing whether a document may have none of a field
 */
public record SketchedFields(List<BoostedField> fields, FieldPath target, boolean ignoreMissing) {
  public static final String FIELDS = "fields";

  private static final String TARGET_FIELD = "target_field";
  private static final String IGNORE_MISSING = "ignore_missing";

  /** All parameters of {@link #read}, for messages. */
  private static final List<String> PARAMETERS = List.of(FIELDS, TARGET_FIELD, IGNORE_MISSING);

  /** Takes its parameters out of a configuration; what it does not know stays there. */
  public static SketchedFields read(ConfigReader reader) {
    List<BoostedField> fields = FieldPaths.read(reader, FIELDS);
    return new SketchedFields(
        fields,
        FieldPaths.readTarget(reader, TARGET_FIELD, fields),
        reader.bool(IGNORE_MISSING, false));
  }

  /**
   * All texts of the fields, in the order of the field names and, within a field, of its values.
   *
   * @param processor that reads them, for messages
   * @throws IllegalArgumentException if a field has no value (unless that is ignored), a value is
   *     not text, or the text is too long
   */
  List<FieldText> texts(IngestDocument document, String processor, IngestLimits limits) {
    List<FieldText> texts = new ArrayList<>();
    for (BoostedField field : fields) {
      List<String> found = new ArrayList<>();
      field.path().collect(document, processor, found);
      if (found.isEmpty() && ignoreMissing == false) {
        throw new IllegalArgumentException(
            "field ["
                + field.path().path()
                + "] is missing or null; set [ignore_missing] to [true] to accept a document"
                + " without it");
      }
      found.forEach(text -> texts.add(new FieldText(text, field.boost())));
    }
    // Checked before joining, so that too long a text is not copied first.
    limits.checkTextLength(JoinedText.length(texts));
    return texts;
  }

  /**
   * Rejects what neither this nor the options of the processor have taken out.
   *
   * @param options all parameters of the options
   */
  public static void refuseTheRest(ConfigReader reader, List<String> options) {
    reader.refuseTheRest(String.join(", ", PARAMETERS) + ", " + String.join(", ", options));
  }
}
