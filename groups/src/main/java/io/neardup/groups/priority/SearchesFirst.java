// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.priority;

import io.neardup.fingerprint.pairs.StopCheck;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets searches go first: whoever can wait calls {@link #giveWay} several times a millisecond, and
 * waits there while this process serves as many searches as keep its cores busy. A search takes a
 * fraction of a millisecond, and the system would let it wait for a core ten times as long ({@code
 * SearchesBeside}). Without searches, a call takes some 30 nanoseconds.
 *
 * <p>Nothing waits for ever: a thread waits four times as long as it works, at most, and never
 * longer than some milliseconds at a time.
 */
public final class SearchesFirst {
  /** Threads of a search: that of its connection, and that which searches. */
  private static final int THREADS = 2;

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  /** How much longer a thread may wait than it works. */
  private static final int WAIT_PER_WORK = 4;

  private static final long MAX_WAIT_NANOS = 5_000_000;

  /** Less than what a person notices. */
  private static final long RARE_NANOS = 100_000_000;

  /** How much longer to pause, on one core, than work took that does not give way. */
  private static final int REST_PER_WORK = 6;

  /** Work that takes long waits for something else than a core. */
  private static final long MAX_REST_NANOS = 100_000_000;

  /** To yield takes a microsecond, and more for the caches of a thread that takes turns. */
  private static final long YIELD_NANOS = 50_000;

  /** What was not waited is made up for later, up to this. */
  private static final long MAX_CREDIT_NANOS = 4 * MAX_WAIT_NANOS;

  /** Counted on the node that was asked. */
  static final Searches COORDINATED = new Searches();

  /** Counted where the shards are, in each of their phases. */
  static final Searches ON_SHARDS = new Searches();

  private static final ThreadLocal<Turn> TURN = ThreadLocal.withInitial(Turn::new);
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Condition QUIET = LOCK.newCondition();
  private static final AtomicInteger WAITING = new AtomicInteger();
  private static volatile long lastEnd = System.nanoTime() - RARE_NANOS;

  private SearchesFirst() {}

  /** Searches that are under way. */
  static final class Searches {
    private final AtomicInteger count = new AtomicInteger();

    void begin() {
      count.incrementAndGet();
    }

    void end() {
      lastEnd = System.nanoTime();
      count.decrementAndGet();
      if (WAITING.get() > 0 && isBusy() == false) {
        signal();
      }
    }
  }

  /** How many are under way; most are counted in both places. */
  static int searches() {
    return Math.max(COORDINATED.count.get(), ON_SHARDS.count.get());
  }

  /** Whether no search ended lately, or is under way. */
  public static boolean areRare() {
    return searches() == 0 && System.nanoTime() - lastEnd > RARE_NANOS;
  }

  /**
   * How long to pause after work that does not give way itself, so that few searches meet it: on
   * two cores three times as long as it took, on more of them less; 0 without searches. There p99
   * of searches of 0.3 ms beside a job that wrote was 1.7 times that alone without pauses, and with
   * pauses as long as the work, twice and three times as long, 1.5, 1.4 and 1.3 times ({@code
   * SearchesBeside}); of 8,000 records a second 6,000, 5,200 and 4,400 remained.
   *
   * @param workedNanos how long it took
   */
  public static long restNanos(long workedNanos) {
    return areRare() ? 0 : Math.min(REST_PER_WORK * workedNanos / PROCESSORS, MAX_REST_NANOS);
  }

  private static boolean isBusy() {
    return searches() * THREADS >= PROCESSORS;
  }

  private static void signal() {
    LOCK.lock();
    try {
      QUIET.signalAll();
    } finally {
      LOCK.unlock();
    }
  }

  /** Waits while searches keep all cores busy, and leaves the core to others now and then. */
  public static void giveWay() {
    if (isBusy()) {
      TURN.get().waitForSearches();
    } else {
      TURN.get().yieldAtTimes();
    }
  }

  /** Gives way wherever work looks whether it is to stop. */
  public static StopCheck givingWay(StopCheck check) {
    return () -> {
      giveWay();
      check.check();
    };
  }

  /** How long a thread has waited, of what it may. */
  private static final class Turn {
    private long since = System.nanoTime();
    private long yielded = since;
    private long credit = MAX_WAIT_NANOS;

    /**
     * For what is not counted yet while others search: a request that is being read, or one of
     * another kind. At other times, the threads of a job would take turns with one another twelve
     * thousand times a second, and write 6 % fewer records ({@code -Drun=groups --only=dest}).
     */
    // The scheduler may take no notice; then others wait, and nothing else happens.
    @SuppressWarnings("ThreadPriorityCheck")
    void yieldAtTimes() {
      long now = System.nanoTime();
      if (now - yielded > YIELD_NANOS) {
        yielded = now;
        if (areRare() == false) {
          Thread.yield();
        }
      }
    }

    void waitForSearches() {
      long begin = System.nanoTime();
      credit = Math.min(MAX_CREDIT_NANOS, credit + WAIT_PER_WORK * (begin - since));
      await(Math.min(credit, MAX_WAIT_NANOS));
      since = System.nanoTime();
      credit -= since - begin;
    }

    private static void await(long nanos) {
      LOCK.lock();
      try {
        WAITING.incrementAndGet();
        long left = nanos;
        while (left > 0 && isBusy()) {
          left = QUIET.awaitNanos(left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        WAITING.decrementAndGet();
        LOCK.unlock();
      }
    }
  }
}
