// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.test.OpenSearchTestCase;

/** {@link Throttle}: how long it pauses. */
public class ThrottleTests extends OpenSearchTestCase {
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private HeldPauses pauses;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    pauses = new HeldPauses(getTestName());
  }

  @Override
  public void tearDown() throws Exception {
    terminate(pauses);
    super.tearDown();
  }

  private Throttle throttle(float perSecond) {
    return new Throttle(
        pauses,
        perSecond,
        () -> {
          if (cancelled.get()) {
            throw new CancellationException("cancelled");
          }
        });
  }

  /** That time has passed between two looks at the clock is all that a test can know. */
  private void assertPauses(float perSecond, int documents, long restMillis, long millis)
      throws Exception {
    PlainActionFuture<Void> next = new PlainActionFuture<>();
    long begin = System.nanoTime();
    throttle(perSecond).wrote(documents, TimeUnit.MILLISECONDS.toNanos(restMillis), next);
    long took = System.nanoTime() - begin;
    assertFalse(next.isDone());
    long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    assertThat(pauses.nanos(), allOf(greaterThanOrEqualTo(nanos - took), lessThanOrEqualTo(nanos)));
    while (next.isDone() == false) {
      pauses.end();
    }
    next.get();
  }

  public void testNoPause() throws Exception {
    PlainActionFuture<Void> next = new PlainActionFuture<>();
    throttle(Float.POSITIVE_INFINITY).wrote(1_000, next);
    assertTrue(next.isDone());
    next.get();
  }

  public void testRests() throws Exception {
    assertPauses(Float.POSITIVE_INFINITY, 1_000, 40, 40);
  }

  /** Of the pause for the rate and the rest, the longer one decides. */
  public void testRestsWhileItPauses() throws Exception {
    assertPauses(1_000, 100, 40, 100);
    assertPauses(10_000, 100, 40, 40);
  }

  public void testCancelledWhileItRests() throws Exception {
    PlainActionFuture<Void> next = new PlainActionFuture<>();
    throttle(Float.POSITIVE_INFINITY).wrote(1, TimeUnit.SECONDS.toNanos(1), next);
    assertFalse(next.isDone());
    cancelled.set(true);
    pauses.end();
    expectThrows(Exception.class, () -> next.get());
  }
}
