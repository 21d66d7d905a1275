// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongUnaryOperator;

/**
 * What a node has counted since it started, under the names in the stats, which never change. A
 * class that counts keeps its counters private, has a method for each event, and exposes the {@link
 * #sums}. Thread-safe.
 */
public final class Counters {
  private final Map<String, Counter> byName = new LinkedHashMap<>();

  /** A sum and how it is shown. */
  private record Counter(LongAdder sum, LongUnaryOperator shown) {}

  /** The counter of this name, created on first use. */
  public LongAdder counter(String name) {
    return counter(name, LongUnaryOperator.identity());
  }

  /** A sum of nanoseconds that is shown in milliseconds. */
  public LongAdder nanos(String name) {
    return counter(name, TimeUnit.NANOSECONDS::toMillis);
  }

  private synchronized LongAdder counter(String name, LongUnaryOperator shown) {
    return byName.computeIfAbsent(name, first -> new Counter(new LongAdder(), shown)).sum;
  }

  /** All sums, in the order in which their counters were created. */
  public synchronized Map<String, Long> sums() {
    Map<String, Long> sums = new LinkedHashMap<>();
    byName.forEach((name, counter) -> sums.put(name, counter.shown.applyAsLong(counter.sum.sum())));
    return sums;
  }
}
