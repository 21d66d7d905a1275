// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.groups.priority.SearchesFirst;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Has the large arrays of jobs collected in time. The parent circuit breaker counts garbage as
 * memory in use, and G1 leaves arrays of half a region and more where they are until the young
 * generation is full: that of what a job has long let go, requests of others would be refused. So
 * when much has been allocated since the last collection, the next one is provoked, by producing
 * garbage until the young generation is full. That takes some tenths of a second for each gigabyte
 * of heap, and no full collection. Thread-safe.
 */
final class YoungCollection {
  /**
   * OpenSearch has G1 keep a quarter of the heap free of young objects ({@code G1ReservePercent}),
   * and the breaker objects when a twentieth is left: what is between must not be filled.
   */
  private static final double PART_OF_HEAP = 0.15;

  /** Less than that part of what may be uncollected does no harm. */
  private static final int SMALL_PART = 4;

  /** Small enough not to be a large array of its own in a heap of a gigabyte and more. */
  private static final int CHUNK = 1 << 18;

  /** Written so that no compiler leaves allocations out. */
  private static volatile byte[] garbage;

  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          // What runs beside the program only marks.
          .filter(collector -> collector.getName().contains("Concurrent") == false)
          .toList();

  private final long most;
  private long seen;
  private long allocated;

  YoungCollection() {
    this((long) (Runtime.getRuntime().maxMemory() * PART_OF_HEAP));
  }

  /**
   * @param most bytes to be allocated without a collection
   */
  YoungCollection(long most) {
    this.most = most;
  }

  /** Bytes that may be allocated without a collection. */
  long most() {
    return most;
  }

  /** So many bytes of large arrays are about to be allocated. */
  synchronized void allocating(long bytes) {
    if (collections() != seen) {
      seen = collections();
      allocated = 0;
    }
    if (allocated > 0 && allocated + bytes > most) {
      provoke();
    }
    allocated += bytes;
  }

  /**
   * What was announced has been allocated, to stay for a while. G1 does not make the young
   * generation smaller for it before the next collection.
   */
  synchronized void allocated() {
    if (collections() == seen && allocated > most / SMALL_PART) {
      provoke();
    }
  }

  /** Returns whether anything was collected. */
  synchronized boolean provoke() {
    long before = collections();
    long limit = Runtime.getRuntime().maxMemory();
    for (long bytes = 0; bytes < limit && collections() == before; bytes += garbage.length) {
      SearchesFirst.giveWay();
      garbage = new byte[CHUNK];
    }
    garbage = null;
    seen = collections();
    allocated = 0;
    return seen > before;
  }

  /** How often anything was collected so far. */
  long collections() {
    return collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
  }
}
