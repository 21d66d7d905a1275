// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import io.neardup.console.Progress;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Standard output, always in UTF-8, with a progress bar where a person looks on. */
final class Console {
  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  /** Prints a line. */
  void line(String text) {
    out.println(text);
  }

  /** How far a task is, on the terminal or, where there is none, in lines. */
  Progress progress(String task, long steps) {
    return Progress.of(task, steps, new PrintWriter(out, true, StandardCharsets.UTF_8));
  }

  /** What takes as long as it takes. */
  @FunctionalInterface
  interface Work<T> {
    T done() throws IOException;
  }

  /** Does some work, and shows how long it has taken meanwhile. */
  <T> T during(String task, Work<T> work) throws IOException {
    Progress progress = progress(task, Progress.UNKNOWN);
    try {
      return work.done();
    } finally {
      progress.close();
    }
  }
}
