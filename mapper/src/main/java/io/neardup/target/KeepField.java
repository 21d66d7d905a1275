// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.fielddata.IndexNumericFieldData;
import org.opensearch.index.fielddata.IndexOrdinalsFieldData;
import org.opensearch.index.mapper.MappedFieldType;

/**
 * A numeric, date or keyword field by which documents are ordered; those without it come last.
 *
 * @param descending whether the greatest value comes first
 */
public record KeepField(String field, boolean descending) implements Writeable {
  private static final String KEEP = "keep";
  private static final int MAX_FIELDS = 8;

  /** Mirrors {@link #writeTo}. */
  public KeepField(StreamInput in) throws IOException {
    this(in.readString(), in.readBoolean());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeBoolean(descending);
  }

  /**
   * Reads the parameter {@code keep}.
   *
   * @param others what it takes besides, for the message; may be empty
   */
  public static List<KeepField> parse(List<?> given, String others) {
    List<KeepField> keep = given.stream().map(value -> one(value, others)).toList();
    requireDifferent(KEEP, keep.stream().map(KeepField::field).toList());
    return keep;
  }

  private static KeepField one(Object value, String others) {
    if (value instanceof Map<?, ?> map && map.size() == 1) {
      Map.Entry<?, ?> entry = map.entrySet().iterator().next();
      if ("asc".equals(entry.getValue()) || "desc".equals(entry.getValue())) {
        return new KeepField(
            FieldName.require(KEEP, String.valueOf(entry.getKey())),
            "desc".equals(entry.getValue()));
      }
    }
    throw new IllegalArgumentException(
        "[keep] must be a list of fields, each with [asc] or [desc], such as"
            + " [{\"clicks\": \"desc\"}]"
            + others
            + ", got ["
            + value
            + "]");
  }

  /** Refuses too many names, and one that is named twice. */
  public static void requireDifferent(String parameter, List<String> fields) {
    if (fields.size() > MAX_FIELDS) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] may name at most ["
              + MAX_FIELDS
              + "] fields, got ["
              + fields.size()
              + "]");
    }
    if (new HashSet<>(fields).size() < fields.size()) {
      throw new IllegalArgumentException(
          "[" + parameter + "] must name each field once, got " + fields);
    }
  }

  /** What the values of a field are, which compare with others of the same kind; null if none. */
  @Nullable public static String kind(MappedFieldType type, @Nullable IndexFieldData<?> data) {
    if (data instanceof IndexNumericFieldData numbers) {
      return switch (numbers.getNumericType()) {
        case HALF_FLOAT, FLOAT, DOUBLE -> "floating-point number";
        case DATE -> "date";
        case DATE_NANOSECONDS -> "date_nanos";
        case UNSIGNED_LONG -> "unsigned_long";
        default -> "integer";
      };
    }
    return data instanceof IndexOrdinalsFieldData ? type.typeName() : null;
  }
}
