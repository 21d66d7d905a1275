// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/** Says every ten seconds that a test is still running: those of {@code -Psoak} take minutes. */
public final class StillRunning implements TestRule {
  private static final Logger LOGGER = LogManager.getLogger(StillRunning.class);
  private static final int SECONDS = 10;

  @Override
  public Statement apply(Statement base, Description description) {
    return new Statement() {
      @Override
      public void evaluate() throws Throwable {
        Thread teller = new Thread(() -> tell(description.getMethodName()), "still-running");
        teller.setDaemon(true);
        teller.start();
        try {
          base.evaluate();
        } finally {
          teller.interrupt();
          teller.join();
        }
      }
    };
  }

  private static void tell(String test) {
    try {
      for (int seconds = SECONDS; true; seconds += SECONDS) {
        TimeUnit.SECONDS.sleep(SECONDS);
        LOGGER.warn("{} has been running for {} s", test, seconds);
      }
    } catch (InterruptedException e) {
      // It has ended.
    }
  }
}
