// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Describes the machine that the figures come from. */
public final class Machine {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private Machine() {}

  public static String describe() throws IOException {
    return String.format(
        Locale.ROOT,
        "%d × %s, %s, JDK %s",
        Runtime.getRuntime().availableProcessors(),
        processor(),
        System.getProperty("os.name"),
        Runtime.version());
  }

  private static String processor() throws IOException {
    if (Files.notExists(PROCESSORS)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    }
  }
}
