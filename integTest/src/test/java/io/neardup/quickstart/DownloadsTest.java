// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Run from source, as the profile quickstart runs it: nothing is compiled yet then. */
public class DownloadsTest {
  private static final String SOURCE = "src/main/java/io/neardup/quickstart/Downloads.java";

  @Rule public final TemporaryFolder repository = new TemporaryFolder();

  /** Writes a file of this size and age. */
  private void file(String name, int size, Instant written) throws IOException {
    Path file = repository.getRoot().toPath().resolve(name);
    Files.write(file, new byte[size]);
    Files.setLastModifiedTime(file, FileTime.from(written));
  }

  @Test
  public void tellsWhatIsNew() throws IOException {
    file("old.jar", 5_000_000, Instant.EPOCH);
    file("new.jar", 3_000_000, Instant.now().plus(Duration.ofHours(1)));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(java, SOURCE, repository.getRoot().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertEquals("Fetched 1 files, 3 MB, so far", process.inputReader().readLine());
    } finally {
      process.destroyForcibly();
    }
  }
}
