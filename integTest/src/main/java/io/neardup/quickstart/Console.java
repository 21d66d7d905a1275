// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Standard output, always in UTF-8, with a progress bar where a person looks on. */
final class Console {
  private static final int WIDTH = 80;

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  /** Prints a line. */
  void line(String text) {
    out.println(text);
  }

  /**
   * A progress bar, drawn on the terminal itself: standard output goes through Maven, and may end
   * in a file. Without a terminal it stays silent.
   */
  ProgressBar bar(String task, long steps) {
    ProgressBarBuilder builder =
        ProgressBar.builder()
            .setTaskName(task)
            .setInitialMax(steps)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(100);
    try {
      PrintStream terminal = new PrintStream("/dev/tty", StandardCharsets.UTF_8);
      return builder.setConsumer(new ConsoleProgressBarConsumer(terminal, WIDTH)).build();
    } catch (IOException e) {
      return builder.setConsumer(new DelegatingProgressBarConsumer(text -> {}, WIDTH)).build();
    }
  }
}
