// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.core.action.ActionListener;
import org.opensearch.test.OpenSearchTestCase;

/** {@link InFlight}: how many are on their way, and who waits for which of them. */
public class InFlightTests extends OpenSearchTestCase {
  private final List<String> told = new ArrayList<>();

  private ActionListener<Void> tells(String name) {
    return Listeners.listener(
        done -> told.add(name), failure -> told.add(name + ": " + failure.getMessage()));
  }

  public void testWaitsForRoomAndInTheEnd() {
    InFlight flight = new InFlight(2);
    flight.room(tells("first"));
    ActionListener<Void> first = flight.begin();
    flight.room(tells("second"));
    ActionListener<Void> second = flight.begin();
    assertEquals(List.of("first", "second"), told);
    flight.room(tells("third"));
    assertEquals(2, told.size());
    second.onResponse(null);
    assertEquals(List.of("first", "second", "third"), told);
    ActionListener<Void> third = flight.begin();
    flight.emptied(tells("end")).onResponse(null);
    third.onResponse(null);
    assertEquals(3, told.size());
    first.onResponse(null);
    assertEquals("end", told.get(3));
  }

  public void testFailsWhoeverWaits() {
    InFlight flight = new InFlight(1);
    ActionListener<Void> only = flight.begin();
    flight.room(tells("room"));
    only.onFailure(new IllegalStateException("full"));
    flight.emptied(tells("end")).onResponse(null);
    assertEquals(List.of("room: full", "end: full"), told);
  }

  /** Whoever gives up waits for what is on its way, too, and tells why. */
  public void testGivesUpWhenNothingIsOnItsWay() {
    InFlight flight = new InFlight(2);
    ActionListener<Void> only = flight.begin();
    flight.emptied(tells("end")).onFailure(new IllegalStateException("cancelled"));
    assertEquals(List.of(), told);
    only.onFailure(new IllegalStateException("full"));
    assertEquals(List.of("end: cancelled"), told);
  }

  public void testNeverMoreThanTheLimit() throws Exception {
    int limit = between(1, 4);
    InFlight flight = new InFlight(limit);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1000);
    try {
      for (int i = 0; i < 1000; i++) {
        PlainActionFuture<Void> room = new PlainActionFuture<>();
        flight.room(room);
        room.get(10, TimeUnit.SECONDS);
        ActionListener<Void> one = flight.begin();
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        threads.execute(
            () -> {
              done.incrementAndGet();
              running.decrementAndGet();
              one.onResponse(null);
              begun.countDown();
            });
      }
      PlainActionFuture<Void> end = new PlainActionFuture<>();
      flight.emptied(end).onResponse(null);
      end.get(10, TimeUnit.SECONDS);
      assertEquals(1000, done.get());
      assertTrue(most + " of " + limit, most.get() <= limit);
      assertTrue(begun.await(10, TimeUnit.SECONDS));
    } finally {
      threads.shutdownNow();
    }
  }
}
