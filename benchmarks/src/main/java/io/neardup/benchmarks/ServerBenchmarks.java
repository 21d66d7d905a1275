// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.benchmarks.server.NearDupIndexing;
import io.neardup.benchmarks.server.groups.Groups;
import io.neardup.benchmarks.server.lookup.Compare;
import io.neardup.benchmarks.server.passages.PassageSearch;
import io.neardup.benchmarks.server.similar.Similar;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command line.
 *
 * <pre>{@code
 * ./mvnw -Pserver-benchmarks "-Drun=compare --documents=1000000"
 * ./mvnw -Pserver-benchmarks "-Drun=similar --documents=1000000"
 * ./mvnw -Pserver-benchmarks -Drun=dedup
 * ./mvnw -Pserver-benchmarks "-Drun=groups --documents=10000000"
 * ./mvnw -Pserver-benchmarks -Drun=passages
 * }</pre>
 */
@Command(
    name = "server-benchmarks",
    description = "Comparisons on a real server with the plugin, which is started and stopped here",
    subcommands = {
      Compare.class,
      Similar.class,
      NearDupIndexing.class,
      Groups.class,
      PassageSearch.class
    })
public final class ServerBenchmarks implements Runnable {
  @Spec private CommandSpec spec;

  /** Exits with 0 only if everything ran and every answer was right. */
  public static void main(String[] arguments) {
    CommandLine command = new CommandLine(new ServerBenchmarks());
    command.setCaseInsensitiveEnumValuesAllowed(true);
    System.exit(command.execute(arguments));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name one: compare, similar, dedup, groups or passages");
  }
}
