// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The server to measure; the build sets the paths. */
public final class ServerOptions {
  @Option(
      names = "--heap",
      defaultValue = "2g",
      description = "of the server (default: ${DEFAULT-VALUE})")
  private String heap;

  @Option(names = "--server", hidden = true, defaultValue = "${sys:near-dup.server}")
  private Path server;

  @Option(names = "--zip", hidden = true, defaultValue = "${sys:near-dup.zip}")
  private Path zip;

  @Option(
      names = "--output",
      defaultValue = "${sys:near-dup.output}",
      description = "folder for the tables and, while it runs, the data")
  private Path output;

  Path server() {
    return server;
  }

  Path zip() {
    return zip;
  }

  public Path output() {
    return output;
  }

  List<String> jvmOptions() {
    return new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap));
  }

  public String heap() {
    return heap;
  }
}
