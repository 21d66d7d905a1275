// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertTrue;

import io.neardup.console.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.Test;

public class ProgressTests {
  @Test
  public void withoutATerminalTheLastLineSaysThatAllIsDone() {
    StringWriter lines = new StringWriter();
    try (Progress progress = Progress.inLines("spdx", 2, new PrintWriter(lines, true))) {
      progress.step("standard shingle 3, tf");
      progress.step("standard token, tf");
    }
    String[] all = lines.toString().split("\n");
    String last = all[all.length - 1];
    assertTrue(last, last.startsWith("spdx 100%"));
    assertTrue(last, last.contains(" 2/2 "));
    assertTrue(last, last.contains("standard token, tf"));
    assertTrue("no control characters: " + last, last.chars().allMatch(c -> c >= ' '));
  }

  @Test
  public void withoutATerminalALineBeginsWhatHasNoEnd() {
    StringWriter lines = new StringWriter();
    Progress.inLines("merging", Progress.UNKNOWN, new PrintWriter(lines, true)).close();
    assertTrue(lines.toString(), lines.toString().startsWith("merging"));
  }
}
