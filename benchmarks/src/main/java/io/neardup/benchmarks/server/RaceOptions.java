// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How often and how long contestants look something up, as parameters of a command. */
public final class RaceOptions {
  @Option(
      names = "--lookups",
      defaultValue = "200",
      description = "different ones (default: ${DEFAULT-VALUE})")
  private int lookups;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "in each of which every contestant has a turn (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "10",
      description =
          "rounds that are not counted, while the server compiles what it runs"
              + " (default: ${DEFAULT-VALUE})")
  private int warmUp;

  @Option(
      names = "--turn",
      defaultValue = "1000",
      description = "milliseconds a turn may take, if not all lookups (default: ${DEFAULT-VALUE})")
  private int turnMillis;

  /** Number of different lookups. */
  public int lookups() {
    return lookups;
  }

  /** The race that these parameters describe. */
  public InterleavedTimer race(BenchmarkServer server) {
    return new InterleavedTimer(server, warmUp, rounds, lookups, Duration.ofMillis(turnMillis));
  }
}
