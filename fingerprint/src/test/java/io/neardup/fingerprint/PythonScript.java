// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeNoException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs a script of {@code docs/} on lines of text. */
public final class PythonScript {
  private final Path path;

  /** The script of this name. */
  public PythonScript(String name) {
    this.path = Path.of("..", "docs", name);
  }

  /** The lines that it answers to these. */
  public List<String> run(List<String> lines) throws IOException, InterruptedException {
    Path input = Files.createTempFile("near_dup", ".jsonl");
    Path output = Files.createTempFile("near_dup", ".txt");
    try {
      Files.write(input, lines, StandardCharsets.US_ASCII);
      assertEquals("exit code of " + path, 0, start(input, output).waitFor());
      return Files.readAllLines(output, StandardCharsets.US_ASCII);
    } finally {
      Files.delete(input);
      Files.delete(output);
    }
  }

  private Process start(Path input, Path output) {
    try {
      return new ProcessBuilder("python3", path.toString())
          .redirectInput(input.toFile())
          .redirectOutput(output.toFile())
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
    } catch (IOException e) {
      assumeNoException("no python3 here", e);
      throw new AssertionError(e);
    }
  }
}
