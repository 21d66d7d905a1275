// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import io.neardup.console.Progress;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Tables that are printed and written, as Markdown and as tab-separated lines, row by row. */
public final class Report implements AutoCloseable {
  private final PrintStream console =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private final PrintStream markdown;
  private final PrintStream tsv;
  private Progress progress;

  /** Creates files of this name in the folder. The server is the first to be waited for. */
  public Report(Path folder, String name) throws IOException {
    Files.createDirectories(folder);
    markdown = stream(folder.resolve(name + ".md"));
    tsv = stream(folder.resolve(name + ".tsv"));
    progress("starting the server");
  }

  private static PrintStream stream(Path file) throws IOException {
    return new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
  }

  /** Says, only on the console, what is being done now, and then how long it has taken. */
  public void progress(String what, Object... values) {
    begin(String.format(Locale.ROOT, what, values), Progress.UNKNOWN);
  }

  /** The same of what has so many steps. */
  public void progressOf(long steps, String what) {
    begin(what, steps);
  }

  /** So many steps are done now. */
  public void stepTo(long steps) {
    progress.stepTo(steps);
  }

  private void begin(String what, long steps) {
    endProgress();
    progress = Progress.of(what, steps, new PrintWriter(console, true, StandardCharsets.UTF_8));
  }

  private void endProgress() {
    if (progress != null) {
      progress.close();
      progress = null;
    }
  }

  /** A line of text before or after a table. */
  public void line(String text) {
    endProgress();
    console.println(text);
    markdown.println(text);
  }

  /** Starts a table; the columns after this many text columns are numbers. */
  public void columns(int texts, List<String> names) {
    line("");
    line("| " + String.join(" | ", names) + " |");
    line("|" + "---|".repeat(texts) + "--:|".repeat(names.size() - texts));
    tsv.println(String.join("\t", names));
  }

  /** A row of the table. */
  public void row(List<String> cells) {
    line("| " + String.join(" | ", cells) + " |");
    tsv.println(String.join("\t", cells));
  }

  /** Formats a number with three significant digits, or all before the point. */
  public static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    int digits = value == 0 || value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  @Override
  public void close() {
    endProgress();
    markdown.close();
    tsv.close();
  }
}
