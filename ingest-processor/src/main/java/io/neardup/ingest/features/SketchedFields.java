// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.ingest.config.BoostedField;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.config.FieldPath;
import io.neardup.ingest.config.FieldPaths;
import java.util.List;

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
   * Rejects what neither this nor the options of the processor have taken out.
   *
   * @param options all parameters of the options
   */
  public static void refuseTheRest(ConfigReader reader, List<String> options) {
    reader.refuseTheRest(String.join(", ", PARAMETERS) + ", " + String.join(", ", options));
  }
}
