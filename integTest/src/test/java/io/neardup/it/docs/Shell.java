// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Commands of the documentation that only a shell can run, in a folder of their own. */
public final class Shell {
  private final Path folder;

  public Shell(Path folder) {
    this.folder = folder;
  }

  public Path folder() {
    return folder;
  }

  /** Puts a file of the repository where a command finds it by the same name. */
  void copy(String file) throws IOException {
    Path target = folder.resolve(file);
    Files.createDirectories(target.getParent());
    Files.copy(DocumentationIT.ROOT.resolve(file), target);
  }

  /** Runs a command, which must succeed. */
  void run(String command) throws IOException {
    Result result = result(command);
    assertEquals(result.output, 0, result.status);
  }

  /** What a command printed, and how it ended. */
  public record Result(String output, int status) {}

  /** Runs a command, which may fail. */
  public Result result(String command) throws IOException {
    Process process =
        new ProcessBuilder("sh", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(output, process.onExit().join().exitValue());
  }
}
