// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.cli.io.Terminal;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How far something is: a bar on a terminal, of less than 40 columns, and elsewhere a line every
 * ten seconds.
 */
final class Progress implements AutoCloseable {
  private static final int WIDTH = 16;
  private static final int LINE = 39;
  private static final long REDRAWN = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long TOLD = TimeUnit.SECONDS.toNanos(10);

  private final PrintWriter err;
  private final boolean terminal;
  private String what;
  private long total;
  private long done;
  private long shown = System.nanoTime();
  private boolean drawn;

  private Progress(PrintWriter err, boolean terminal, String what, long total) {
    this.err = err;
    this.terminal = terminal;
    this.what = what;
    this.total = total;
  }

  /**
   * @param what is counted, in one word
   * @param total 0 or less if that is not known
   */
  static Progress of(PrintWriter err, String what, long total) {
    return new Progress(err, Terminal.isThere(), what, total);
  }

  /** So many more. */
  void add(long more) {
    at(what, done + more, total);
  }

  /** So many of something, perhaps of something else than before. */
  void at(String phase, long isDone, long ofTotal) {
    what = phase;
    done = isDone;
    total = ofTotal;
    long now = System.nanoTime();
    if (now - shown > (terminal ? REDRAWN : TOLD)) {
      shown = now;
      drawn = terminal;
      err.print(terminal ? "\r" + line() : line().stripTrailing() + "\n");
      err.flush();
    }
  }

  private String line() {
    String count = String.format(Locale.ROOT, "%s %,d", what, done);
    if (total <= 0) {
      return padded(count);
    }
    int full = (int) Math.min(WIDTH, done * WIDTH / total);
    String bar = "#".repeat(full) + ".".repeat(WIDTH - full);
    return padded(bar + " " + Math.min(100, done * 100 / total) + "% " + count);
  }

  private static String padded(String line) {
    return line.length() >= LINE
        ? line.substring(0, LINE)
        : line + " ".repeat(LINE - line.length());
  }

  @Override
  public void close() {
    clear();
  }

  /** Leaves an empty line to what is printed next. */
  void clear() {
    if (drawn) {
      err.print("\r" + " ".repeat(LINE) + "\r");
      err.flush();
      drawn = false;
    }
  }
}
