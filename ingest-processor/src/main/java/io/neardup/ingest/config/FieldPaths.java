// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.config;

import io.neardup.fingerprint.idf.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.ingest.IngestDocument;

/** Reads the processor's field names, with a specific error for each mistake. */
public final class FieldPaths {
  private FieldPaths() {}

  /** One name or a list of at least one, each with an optional boost. */
  public static List<BoostedField> read(ConfigReader reader, String key) {
    Object value = reader.any(key);
    List<?> names =
        value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
    if (names.isEmpty()) {
      throw reader.error(
          key,
          "is required and must name at least one text field, as in [\"title\", \"content\"], got "
              + ConfigReader.shown(value));
    }
    List<BoostedField> fields = new ArrayList<>(names.size());
    names.forEach(name -> fields.add(source(reader, key, name)));
    return List.copyOf(fields);
  }

  /** A field that can be written without damage to the document or the given text fields. */
  public static FieldPath readTarget(ConfigReader reader, String key, List<BoostedField> fields) {
    Object value = reader.any(key);
    if (value == null) {
      throw reader.error(key, "is required: the field to write, as in " + example(reader));
    }
    FieldPath target = path(reader, key, value);
    if (isMetadata(target)) {
      throw reader.error(
          key,
          "must be a field of the document, got metadata "
              + ConfigReader.shown(value)
              + "; use a separate field, and the [set] processor to copy it");
    }
    for (BoostedField text : fields) {
      FieldPath field = text.path();
      if (field.contains(target) || target.contains(field)) {
        throw reader.error(
            key,
            "must not overlap with the field ["
                + field.path()
                + "] that the text comes from, got "
                + ConfigReader.shown(value)
                + "; use a separate field, as in "
                + example(reader));
      }
    }
    return target;
  }

  private static String example(ConfigReader reader) {
    return "[content_" + reader.type() + "]";
  }

  private static BoostedField source(ConfigReader reader, String key, @Nullable Object name) {
    BoostedField field;
    try {
      field = name instanceof String string ? BoostedField.parse(string) : null;
    } catch (IllegalArgumentException e) {
      throw reader.error(
          key,
          "must have a decimal number greater than 0 and at most "
              + Weights.MAX_BOOST
              + " after [^], as in [title^2], got "
              + ConfigReader.shown(name)
              + "; leave out the [^] and the number for a boost of 1");
    }
    return nonNull(field, reader, key, name);
  }

  private static FieldPath path(ConfigReader reader, String key, @Nullable Object name) {
    return nonNull(
        name instanceof String string ? FieldPath.parse(string) : null, reader, key, name);
  }

  private static <T> T nonNull(
      @Nullable T parsed, ConfigReader reader, String key, @Nullable Object name) {
    if (parsed == null) {
      throw reader.error(
          key,
          "must hold field names such as [content] or [page.title], without empty parts, got "
              + ConfigReader.shown(name));
    }
    return parsed;
  }

  private static boolean isMetadata(FieldPath path) {
    return path.ingestMetadata() == false
        && Arrays.stream(IngestDocument.Metadata.values())
            .anyMatch(metadata -> metadata.getFieldName().equals(path.elements().get(0)));
  }
}
