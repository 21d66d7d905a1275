// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.console;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * How far a run is: a bar where there is a terminal, whatever became of standard output, and
 * elsewhere a line now and then.
 */
public final class Progress implements AutoCloseable {
  /** The number of steps of what takes as long as it takes. */
  public static final int UNKNOWN = -1;

  private static final int WIDTH = 100;
  private static final Duration REDRAWN = Duration.ofMillis(200);
  private static final Duration LINE = Duration.ofSeconds(10);

  private final ProgressBar bar;

  private Progress(ProgressBarConsumer consumer, Duration interval, String task, long steps) {
    bar =
        ProgressBar.builder()
            .setTaskName(task)
            .setInitialMax(steps)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(Math.toIntExact(interval.toMillis()))
            .setConsumer(consumer)
            .build();
  }

  /**
   * On the terminal, if there is one.
   *
   * @param steps {@link #UNKNOWN} to show only how long it has taken
   * @param lines for the lines if there is none
   */
  public static Progress of(String task, long steps, PrintWriter lines) {
    try {
      PrintStream terminal = new PrintStream("/dev/tty", StandardCharsets.UTF_8);
      ProgressBarConsumer consumer = new ConsoleProgressBarConsumer(terminal, WIDTH);
      return new Progress(consumer, REDRAWN, task, steps);
    } catch (IOException noTerminal) {
      return inLines(task, steps, lines);
    }
  }

  /** In lines: one at once, one every ten seconds, and one at the end. */
  public static Progress inLines(String task, long steps, PrintWriter lines) {
    return new Progress(
        new DelegatingProgressBarConsumer(lines::println, WIDTH), LINE, task, steps);
  }

  /** So many are done now. */
  public void stepTo(long steps) {
    bar.stepTo(steps);
  }

  /** One more is done. */
  public void step(String what) {
    bar.setExtraMessage(" " + what);
    bar.step();
  }

  @Override
  public void close() {
    bar.close();
  }
}
