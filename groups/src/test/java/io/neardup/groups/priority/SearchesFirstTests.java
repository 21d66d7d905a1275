// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.priority;

import static org.hamcrest.Matchers.greaterThan;

import io.neardup.fingerprint.pairs.StopCheck;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.opensearch.test.OpenSearchTestCase;

public class SearchesFirstTests extends OpenSearchTestCase {
  /** As many searches as keep all cores busy. */
  private static final int MANY = Runtime.getRuntime().availableProcessors();

  private final AtomicBoolean done = new AtomicBoolean();
  private final AtomicLong turns = new AtomicLong();

  private Thread work() {
    Thread work =
        new Thread(
            () -> {
              while (done.get() == false) {
                SearchesFirst.giveWay();
                turns.incrementAndGet();
              }
            });
    work.start();
    return work;
  }

  /** It waits while searches keep all cores busy, but not for ever. */
  public void testGivesWay() throws Exception {
    Thread work = work();
    for (int i = 0; i < MANY; i++) {
      SearchesFirst.ON_SHARDS.begin();
    }
    try {
      for (int time = 0; time < 3; time++) {
        assertBusy(() -> assertEquals(Thread.State.TIMED_WAITING, work.getState()));
        long before = turns.get();
        assertBusy(() -> assertThat(turns.get(), greaterThan(before)));
      }
    } finally {
      for (int i = 0; i < MANY; i++) {
        SearchesFirst.ON_SHARDS.end();
      }
      done.set(true);
    }
    work.join();
    assertEquals(0, SearchesFirst.searches());
    assertFalse(SearchesFirst.areRare());
    assertBusy(() -> assertTrue(SearchesFirst.areRare()));
  }

  /** It is interrupted, for instance because the node closes. */
  public void testInterrupted() throws Exception {
    for (int i = 0; i < MANY; i++) {
      SearchesFirst.COORDINATED.begin();
    }
    try {
      Thread.currentThread().interrupt();
      SearchesFirst.giveWay();
      assertTrue(Thread.interrupted());
    } finally {
      for (int i = 0; i < MANY; i++) {
        SearchesFirst.COORDINATED.end();
      }
    }
  }

  public void testWhatStopsStillDoes() {
    StopCheck stop =
        SearchesFirst.givingWay(
            () -> {
              throw new CancellationException();
            });
    expectThrows(CancellationException.class, stop::check);
    expectThrows(CancellationException.class, () -> stop.checkAt(0));
  }

  /** Longer than it worked on few cores, but not for as long as it waited for something else. */
  public void testRests() throws Exception {
    long worked = 5_000_000;
    assertBusy(() -> assertTrue(SearchesFirst.areRare()));
    assertEquals(0, SearchesFirst.restNanos(worked));
    long rest = 6 * worked / Runtime.getRuntime().availableProcessors();
    SearchesFirst.COORDINATED.begin();
    try {
      assertEquals(rest, SearchesFirst.restNanos(worked));
      assertEquals(100_000_000, SearchesFirst.restNanos(30_000_000_000L));
    } finally {
      SearchesFirst.COORDINATED.end();
    }
    assertEquals(rest, SearchesFirst.restNanos(worked));
  }
}
