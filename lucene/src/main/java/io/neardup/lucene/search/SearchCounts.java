// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts what the searches of one query did, over all leaves. Thread-safe. */
public abstract class SearchCounts {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private final List<String> names;
  private final long[] counts;

  /** Counts of these names, numbered in their order. */
  protected SearchCounts(List<String> names) {
    this.names = names;
    this.counts = new long[names.size()];
  }

  /** Adds to the count of this number. */
  protected final void add(int count, long more) {
    ELEMENT.getAndAdd(counts, count, more);
  }

  /** The counts by name. */
  public final Map<String, Long> counts() {
    Map<String, Long> named = new LinkedHashMap<>();
    for (int count = 0; count < counts.length; count++) {
      named.put(names.get(count), (long) ELEMENT.getVolatile(counts, count));
    }
    return named;
  }
}
