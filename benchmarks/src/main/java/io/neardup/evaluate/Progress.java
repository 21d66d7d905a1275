// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

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
final class Progress implements AutoCloseable {
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
   * @param lines for the lines if there is none
   */
  static Progress of(String task, long steps, PrintWriter lines) {
    try {
      PrintStream terminal = new PrintStream("/dev/tty", StandardCharsets.UTF_8);
      ProgressBarConsumer consumer = new ConsoleProgressBarConsumer(terminal, WIDTH);
      return new Progress(consumer, REDRAWN, task, steps);
    } catch (IOException noTerminal) {
      return inLines(task, steps, lines);
    }
  }

  /** In lines: one at once, one every ten seconds, and one at the end. */
  static Progress inLines(String task, long steps, PrintWriter lines) {
    return new Progress(
        new DelegatingProgressBarConsumer(lines::println, WIDTH), LINE, task, steps);
  }

  /** One more is done. */
  void step(String what) {
    bar.setExtraMessage(" " + what);
    bar.step();
  }

  @Override
  public void close() {
    bar.close();
  }
}
