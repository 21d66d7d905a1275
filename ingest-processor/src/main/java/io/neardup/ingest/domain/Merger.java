// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.target.KeepField;
import io.neardup.target.PathValues;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.common.Nullable;

/**
 * Adds up what discarded duplicates leave in a document: sums, by the field that they go to, with
 * values in the form in which they are stored.
 *
 * @param compared of the index of the documents, which knows their order
 */
public record Merger(DomainSpec spec, ComparedFields compared) {
  /** Values of a set; more of them, and longer ones, are left out. */
  static final int MAX_VALUES = 100;

  static final int MAX_LENGTH = 512;

  /**
   * What a document leaves, with what others have left in it.
   *
   * @param discarded whether it is a duplicate itself
   */
  public Map<String, Object> of(Map<String, Object> source, boolean discarded) {
    Map<String, Object> sum = new HashMap<>();
    for (MergeRule rule : spec.merge()) {
      Object before = PathValues.at(rule.target(), source);
      Object own = rule.field() == null ? (discarded ? 1 : 0) : PathValues.at(rule.field(), source);
      put(sum, rule, before, own);
    }
    return sum;
  }

  /** What both leave. */
  public Map<String, Object> plus(Map<String, Object> one, Map<String, Object> other) {
    Map<String, Object> sum = new HashMap<>();
    for (MergeRule rule : spec.merge()) {
      put(sum, rule, one.get(rule.target()), other.get(rule.target()));
    }
    return sum;
  }

  private void put(
      Map<String, Object> sum, MergeRule rule, @Nullable Object one, @Nullable Object other) {
    List<Object> values = PathValues.flat(Arrays.asList(one, other));
    Object result =
        switch (rule.kind()) {
          case COUNT -> values.stream().mapToLong(Merger::count).sum();
          case MIN, MAX -> first(rule, values);
          case ADD -> limited(values);
        };
    if (result != null) {
      sum.put(rule.target(), result);
    }
  }

  private static long count(Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }

  @Nullable private static Object limited(List<Object> values) {
    Set<Object> different = new LinkedHashSet<>();
    for (Object value : values) {
      if (different.size() < MAX_VALUES && value.toString().length() <= MAX_LENGTH) {
        different.add(value);
      }
    }
    return different.isEmpty() ? null : List.copyOf(different);
  }

  /** The first in the order of the index; what it would not take does not count. */
  @Nullable private Object first(MergeRule rule, List<Object> values) {
    List<KeepField> order = List.of(new KeepField(rule.field(), rule.kind() == MergeRule.Kind.MAX));
    Object first = null;
    byte[] best = compared.rank(order, Map.of());
    for (Object value : values) {
      byte[] rank = rank(order, rule.field(), value);
      if (rank != null && Arrays.compareUnsigned(rank, best) < 0) {
        first = value;
        best = rank;
      }
    }
    return first;
  }

  @Nullable private byte[] rank(List<KeepField> order, String field, Object value) {
    try {
      return compared.rank(order, compared.of(MappingJson.tree(Map.of(field, value))));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
