// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.Keys;
import io.neardup.sequencer.Stage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.opensearch.common.hash.MessageDigests;
import org.opensearch.common.time.DateFormatter;
import org.opensearch.common.time.DateFormatters;
import org.opensearch.common.xcontent.support.XContentMapValues;

/**
 * Reads the keys of a document, in the same way while it is ingested and from the source of a
 * stored one.
 */
public final class KeysReader {
  private final DomainSpec spec;
  private final DateFormatter format;

  public KeysReader(DomainSpec spec) {
    this.spec = spec;
    this.format = spec.windowField() == null ? null : DateFormatter.forPattern(spec.windowFormat());
  }

  /** The fields to read. */
  Set<String> fields() {
    Set<String> fields = new LinkedHashSet<>(spec.scope());
    for (Stage stage : spec.stages()) {
      fields.add(stage.field());
      if (stage.likeness() != null) {
        fields.add(stage.likeness().field());
      }
    }
    if (spec.windowField() != null) {
      fields.add(spec.windowField());
    }
    return fields;
  }

  /**
   * Reads the keys.
   *
   * @param keywords gets one per exact stage, empty if there is none
   * @throws IllegalArgumentException for a value that cannot be compared
   */
  public Keys read(Map<String, Object> document, List<String> keywords) {
    int stages = spec.stages().size();
    long[] values = new long[2 * stages];
    MinHashSignature[] signatures = new MinHashSignature[stages];
    int present = 0;
    for (int i = 0; i < stages; i++) {
      Stage stage = spec.stages().get(i);
      boolean has =
          switch (stage.kind()) {
            case EXACT -> readKeyword(document, stage, values, i, keywords);
            case SIMHASH -> readFingerprint(document, stage, values, i);
            case MINHASH -> true;
          };
      if (stage.likeness() != null) {
        signatures[i] = signature(document, stage.likeness().field());
        has &= signatures[i] != null;
      }
      present |= has ? 1 << i : 0;
    }
    return new Keys(scope(document), time(document), values, signatures, present);
  }

  private static boolean readKeyword(
      Map<String, Object> document, Stage stage, long[] values, int i, List<String> keywords) {
    Object value = single(document, stage.field());
    String keyword = value == null ? "" : value.toString();
    keywords.add(keyword);
    if (keyword.isEmpty()) {
      return false;
    }
    ByteBuffer digest = digest(List.of(keyword));
    values[2 * i] = digest.getLong();
    values[2 * i + 1] = digest.getLong();
    return true;
  }

  private static boolean readFingerprint(
      Map<String, Object> document, Stage stage, long[] values, int i) {
    Object value = single(document, stage.field());
    if (value == null) {
      return false;
    }
    values[2 * i] = fingerprint(stage.field(), value);
    return true;
  }

  /** Null if there is none: then there is nothing to compare. */
  private static MinHashSignature signature(Map<String, Object> document, String field) {
    Object value = single(document, field);
    return value == null
        ? null
        : parse(field, value, "minhash", text -> MinHashSignature.parse(text.toString()));
  }

  private static long fingerprint(String field, Object value) {
    return parse(field, value, "simhash", Fingerprint::parseValue);
  }

  private static <T> T parse(
      String field, Object value, String processor, Function<Object, T> form) {
    try {
      return form.apply(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "field ["
              + field
              + "] of a near_dup stage: "
              + e.getMessage()
              + "; run a "
              + processor
              + " processor before near_dup",
          e);
    }
  }

  private static Object single(Map<String, Object> document, String field) {
    Object value = XContentMapValues.extractValue(field, document);
    if (value instanceof List<?> list && list.size() <= 1) {
      value = list.isEmpty() ? null : list.get(0);
    }
    if (value instanceof Collection<?> || value instanceof Map<?, ?>) {
      throw new IllegalArgumentException(
          "field ["
              + field
              + "] of a near_dup stage must hold one value, got "
              + (value instanceof Map<?, ?> ? "an object" : "a list")
              + "; copy one of them to a separate field");
    }
    return value;
  }

  /** Documents without a field of the scope share a separate scope. */
  private long scope(Map<String, Object> document) {
    if (spec.scope().isEmpty()) {
      return 0;
    }
    List<String> parts = new ArrayList<>();
    for (String field : spec.scope()) {
      Object value = XContentMapValues.extractValue(field, document);
      if (value instanceof Collection<?> several) {
        parts.add("values " + several.size());
        several.forEach(one -> parts.add("value " + one));
      } else {
        parts.add(value == null ? "none" : "value " + value);
      }
    }
    return digest(parts).getLong();
  }

  private static ByteBuffer digest(List<String> parts) {
    MessageDigest digest = MessageDigests.sha256();
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      if (parts.size() > 1) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      }
      digest.update(bytes);
    }
    return ByteBuffer.wrap(digest.digest());
  }

  private long time(Map<String, Object> document) {
    if (format == null) {
      return 0;
    }
    Object value = XContentMapValues.extractValue(spec.windowField(), document);
    try {
      if (value != null) {
        TemporalAccessor parsed = format.parse(value.toString());
        return DateFormatters.from(parsed).toInstant().toEpochMilli();
      }
    } catch (RuntimeException e) {
      // Handled below, like a missing date.
    }
    throw new IllegalArgumentException(
        "the field ["
            + spec.windowField()
            + "] of the near_dup [window] must hold a date in the format ["
            + spec.windowFormat()
            + "], got ["
            + value
            + "]; set the field before near_dup, or set [window.format]");
  }
}
