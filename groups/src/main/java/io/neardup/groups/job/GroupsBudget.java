// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.unit.ByteSizeValue;
import org.opensearch.core.rest.RestStatus;

/**
 * What the jobs of a node may cost together: so many at a time, so much memory, and distances up to
 * a limit. The memory is charged to the circuit breaker for requests besides.
 */
public final class GroupsBudget {
  /** Of 10 million random fingerprints on one core, up to distance 3 and at distance 7. */
  private static final double SECONDS_LOW = 1.5;

  private static final double SECONDS_HIGH = 50;
  private static final double SECONDS_PER_COMPARISON = 4e-10;

  /** Greater distances leave blocks of too few bits to tell many documents apart. */
  private static final int BY_BLOCKS = 7;

  /** For greater distances: two million documents. */
  private static final double MOST_SECONDS = 800;

  /** Of a joiner's memory, so that it need not be all free. */
  private static final int PART = 2;

  private final GroupsSettings settings;
  private final BreakerMemory memory;
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicLong taken = new AtomicLong();

  public GroupsBudget(GroupsSettings settings, CircuitBreaker breaker) {
    this.settings = settings;
    this.memory =
        new BreakerMemory(breaker, "<near_dup groups>", "; narrow [query], or try again later");
  }

  /** Lets a job begin, or refuses it (HTTP 429) if enough run; {@link #end} must follow. */
  public void begin() {
    int max = settings.maxConcurrent();
    if (running.incrementAndGet() > max) {
      running.decrementAndGet();
      throw new OpenSearchStatusException(
          "this node has ["
              + max
              + "] runs of [_near_dup/groups] already, as many as ["
              + GroupsSettings.MAX_CONCURRENT.getKey()
              + "] allows: wait until one has ended, see GET"
              + " _tasks?actions=indices:data/read/near_dup/groups",
          RestStatus.TOO_MANY_REQUESTS);
    }
  }

  public void end() {
    running.decrementAndGet();
  }

  /** The account of one job. */
  public MemoryAccount open() {
    return new MemoryAccount(this::charge);
  }

  /** Bytes that can be taken, if the breaker does not object. */
  public long room() {
    return Math.max(0, settings.memory().getBytes() - taken.get());
  }

  /** Bytes that a range may need on a node that allows as much as this one. */
  public long rangeMemory() {
    return settings.memory().getBytes() / PART;
  }

  private void charge(long bytes) {
    if (bytes <= 0) {
      memory.charge(bytes);
      taken.addAndGet(bytes);
      return;
    }
    ByteSizeValue limit = settings.memory();
    long sum = taken.addAndGet(bytes);
    boolean charged = false;
    try {
      if (sum > limit.getBytes()) {
        throw new IllegalArgumentException(
            "the groups need ["
                + new ByteSizeValue(sum - limit.getBytes())
                + "] more memory on this node than the ["
                + limit
                + "] that ["
                + GroupsSettings.MEMORY.getKey()
                + "] allows: narrow [query], or raise the setting");
      }
      memory.charge(bytes);
      charged = true;
    } finally {
      if (charged == false) {
        taken.addAndGet(-bytes);
      }
    }
  }

  /**
   * Refuses (HTTP 400) distances that cost too much, with what they would cost.
   *
   * @param compared so many of the documents are compared with all: all, or the few that are new
   * @param few so many may be few; 0 if all are compared, however few are new
   */
  public void checkDistance(int distance, long documents, long compared, long few) {
    int max = settings.maxDistance();
    double seconds = seconds(distance, documents, compared);
    String cost =
        String.format(
            Locale.ROOT,
            "the pairs of [%d] documents%s would take a core some [%s]",
            documents,
            compared == documents ? "" : " with [" + compared + "] of them",
            duration(seconds));
    if (distance > max) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "[max_distance] must be at most [%d] for groups, as [%s] has it, got [%d]: %s",
              max,
              GroupsSettings.MAX_DISTANCE.getKey(),
              distance,
              cost));
    }
    if (distance > BY_BLOCKS && seconds > MOST_SECONDS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "[max_distance] must be at most [%d] for so many documents, got [%d]: beyond that all"
                  + " are compared with all, and %s; narrow [query] to [%d] documents",
              BY_BLOCKS,
              distance,
              cost,
              most(documents, few)));
    }
  }

  private static long most(long documents, long few) {
    double pairs = MOST_SECONDS / SECONDS_PER_COMPARISON;
    return (long) (few == 0 ? Math.sqrt(2 * pairs) : Math.min((double) few, pairs / documents));
  }

  private static double seconds(int distance, long documents, long compared) {
    if (distance > BY_BLOCKS) {
      return SECONDS_PER_COMPARISON * compared * (documents - compared / 2.0);
    }
    return documents / 1e7 * (distance > 3 ? SECONDS_HIGH : SECONDS_LOW);
  }

  private static String duration(double seconds) {
    if (seconds < 60) {
      return Math.max(1, Math.round(seconds)) + " seconds";
    }
    return seconds < 7200
        ? Math.round(seconds / 60) + " minutes"
        : Math.round(seconds / 3600) + " hours";
  }
}
