// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.runner.Description;
import org.junit.runner.Result;
import org.junit.runner.notification.RunListener;

/** Says every ten seconds which test is still running, and for how long. Failsafe is told of it. */
public final class StillRunning extends RunListener {
  private static final System.Logger LOGGER = System.getLogger(StillRunning.class.getName());
  private static final int SECONDS = 10;

  private final ScheduledExecutorService teller =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("still-running").factory());

  private volatile String test = "";
  private volatile long began = System.nanoTime();

  /** What runs from now on. */
  private void runs(String what) {
    test = what;
    began = System.nanoTime();
  }

  private void tell() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    if (seconds >= SECONDS) {
      LOGGER.log(
          System.Logger.Level.INFO, "{0} has been running for {1} s", test, Long.toString(seconds));
    }
  }

  @Override
  public void testRunStarted(Description all) {
    var unused = teller.scheduleAtFixedRate(this::tell, SECONDS, SECONDS, TimeUnit.SECONDS);
  }

  /** The servers of a class start before its first test. */
  @Override
  public void testSuiteStarted(Description suite) {
    runs(suite.getDisplayName());
  }

  @Override
  public void testStarted(Description started) {
    runs(started.getTestClass().getSimpleName() + "." + started.getMethodName());
  }

  @Override
  public void testFinished(Description finished) {
    runs("what comes after " + finished.getMethodName());
  }

  @Override
  public void testRunFinished(Result result) {
    teller.shutdownNow();
  }
}
