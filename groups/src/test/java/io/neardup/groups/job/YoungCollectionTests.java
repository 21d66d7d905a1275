// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import org.opensearch.test.OpenSearchTestCase;

/** That garbage is collected before there is too much of it. */
public class YoungCollectionTests extends OpenSearchTestCase {
  private static final int MB = 1 << 20;

  private volatile long[] large;

  public void testCollectsWhenMuchWasAllocated() {
    YoungCollection collection = new YoungCollection(3 * MB);
    for (int round = 0; round < 5; round++) {
      long before = collection.collections();
      for (int i = 0; i < 4; i++) {
        collection.allocating(MB);
      }
      assertTrue(collection.collections() > before);
    }
  }

  public void testCollectsWhenMuchHasBeenAllocatedToStay() {
    YoungCollection collection = new YoungCollection(3 * MB);
    assertTrue(collection.provoke());
    collection.allocating(2 * MB);
    long before = collection.collections();
    collection.allocated();
    assertTrue(collection.collections() > before);
    collection.allocating(MB / 2);
    before = collection.collections();
    collection.allocated();
    // One of its own is unlikely.
    assertTrue(collection.collections() - before <= 1);
  }

  /** There is no garbage yet of what is more in itself. */
  public void testNothingIsCollectedForTheFirst() {
    YoungCollection collection = new YoungCollection(3 * MB);
    assertTrue(collection.provoke());
    long before = collection.collections();
    collection.allocating(100 * MB);
    collection.allocating(0);
    // A collection of its own is as likely as 100 bytes in so many megabytes.
    assertTrue(collection.collections() - before <= 1);
  }

  public void testLargeArraysAreCollected() {
    YoungCollection collection = new YoungCollection();
    large = new long[8 * MB];
    assertEquals(8 * MB, large.length);
    assertTrue(collection.provoke());
    long used = used();
    large = null;
    for (int i = 0; i < 10 && used() > used - 60 * MB; i++) {
      assertTrue(collection.provoke());
    }
    assertTrue(used() + " bytes of " + used, used() <= used - 60 * MB);
  }

  private static long used() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
