// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.ingest.config.ConfigReader;
import java.io.IOException;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.common.time.DateFormatter;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * The parameter {@code window} of the processor {@code near_dup}.
 *
 * @param field a date field, or null for no limit
 * @param format of that date
 * @param age how much older a match may be, in milliseconds; -1 for no limit
 * @param both whether it may not be more than that newer either
 */
public record WindowOptions(@Nullable String field, String format, long age, boolean both)
    implements Writeable {
  private static final String DEFAULT_FORMAT = "strict_date_optional_time||epoch_millis";

  WindowOptions(StreamInput in) throws IOException {
    this(in.readOptionalString(), in.readString(), in.readZLong(), in.readBoolean());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalString(field);
    out.writeString(format);
    out.writeZLong(age);
    out.writeBoolean(both);
  }

  static WindowOptions read(ConfigReader reader) {
    Object value = reader.any("window");
    if (value == null) {
      return new WindowOptions(null, DEFAULT_FORMAT, -1, false);
    }
    if (value instanceof Map<?, ?> object) {
      return of(reader.inner("window", object));
    }
    throw reader.error(
        "window",
        "must be an object, as in {\"field\":\"published\",\"age\":\"7d\"}, got "
            + ConfigReader.shown(value));
  }

  private static WindowOptions of(ConfigReader inner) {
    String field = NearDupOptions.path(inner, "field", inner.string("field", null));
    String format = inner.string("format", DEFAULT_FORMAT);
    long age = age(inner);
    boolean both = inner.bool("both", false);
    try {
      DateFormatter.forPattern(format);
    } catch (IllegalArgumentException e) {
      throw inner.error("format", "is not a date format: " + e.getMessage());
    }
    inner.refuseTheRest("field, age, format, both");
    return new WindowOptions(field, format, age, both);
  }

  private static long age(ConfigReader reader) {
    String age = reader.string("age", null);
    if (age == null) {
      throw reader.error("age", "is required: how much older a match may be, as in [7d]");
    }
    try {
      long millis = TimeValue.parseTimeValue(age, "age").millis();
      if (millis >= 0) {
        return millis;
      }
    } catch (IllegalArgumentException e) {
      // Handled below, like a negative one.
    }
    throw reader.error(
        "age",
        "must be a time that is not negative, as in [7d] or [12h], got " + ConfigReader.shown(age));
  }
}
