// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * What discarded duplicates leave in a field of the document that is kept.
 *
 * @param target the field
 * @param field of the duplicates, and of the document itself; null for their number
 */
public record MergeRule(String target, Kind kind, @Nullable String field) implements Writeable {
  /** What is made of the values. */
  public enum Kind {
    /** The number of duplicates. */
    COUNT,
    /** The least value. */
    MIN,
    /** The greatest value. */
    MAX,
    /** All different values, up to a limit. */
    ADD
  }

  /** Mirrors {@link #writeTo}. */
  public MergeRule(StreamInput in) throws IOException {
    this(in.readString(), in.readEnum(Kind.class), in.readOptionalString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(target);
    out.writeEnum(kind);
    out.writeOptionalString(field);
  }

  /** The fields that merging reads and writes. */
  static Set<String> fields(List<MergeRule> rules) {
    Set<String> fields = new TreeSet<>();
    for (MergeRule rule : rules) {
      fields.add(rule.target());
      if (rule.field() != null) {
        fields.add(rule.field());
      }
    }
    return fields;
  }

  /** Whether its values are compared by their order. */
  boolean isOrdered() {
    return kind == Kind.MIN || kind == Kind.MAX;
  }

  /** Reads the parameter {@code merge}. */
  static List<MergeRule> parse(Object value) {
    if (value instanceof Map<?, ?> targets) {
      List<MergeRule> rules = new ArrayList<>();
      targets.forEach((target, rule) -> rules.add(one(target.toString(), rule, value)));
      return List.copyOf(rules);
    }
    throw refused(value);
  }

  private static MergeRule one(String target, Object rule, Object whole) {
    if ("count".equals(rule)) {
      return new MergeRule(target, Kind.COUNT, null);
    }
    if (rule instanceof Map<?, ?> map && map.size() == 1) {
      Map.Entry<?, ?> entry = map.entrySet().iterator().next();
      for (Kind kind : List.of(Kind.MIN, Kind.MAX, Kind.ADD)) {
        if (kind.name().toLowerCase(Locale.ROOT).equals(entry.getKey())
            && entry.getValue() instanceof String field) {
          return new MergeRule(target, kind, field);
        }
      }
    }
    throw refused(whole);
  }

  private static IllegalArgumentException refused(Object value) {
    return new IllegalArgumentException(
        "must name fields of the document that is kept, each with [count] or one of [min], [max] and"
            + " [add] with a field of the duplicates, as in {\"copies\": \"count\", \"last_seen\":"
            + " {\"max\": \"published\"}, \"sources\": {\"add\": \"site\"}}, got ["
            + value
            + "]");
  }

  @Override
  public String toString() {
    String name = kind.name().toLowerCase(Locale.ROOT);
    return target + ": " + (field == null ? name : name + " " + field);
  }
}
