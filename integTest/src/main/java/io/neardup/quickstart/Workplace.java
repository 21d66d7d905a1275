// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The folder that outlives a run: the server and the node's data side by side, so that a second run
 * finds both. One quickstart at a time holds it.
 */
final class Workplace {
  private final Path nodeFolder;

  @SuppressWarnings("unused") // Held as long as this process lives.
  private final FileLock lock;

  private Workplace(Path nodeFolder, FileLock lock) {
    this.nodeFolder = nodeFolder;
    this.lock = lock;
  }

  /**
   * Takes the workplace of this server; each version has data of its own, since no server opens
   * those of a newer one.
   *
   * @throws Refusal if another quickstart has it
   */
  static Workplace claim(Path serverHome) throws IOException {
    Path nodeFolder = serverHome.resolveSibling("node-of-" + serverHome.getFileName());
    Files.createDirectories(nodeFolder);
    FileChannel channel =
        FileChannel.open(
            nodeFolder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = channel.tryLock();
    if (lock == null) {
      channel.close();
      throw new Refusal(
          "Another quickstart runs on the data in " + nodeFolder + ". Stop it by Ctrl-C first.");
    }
    return new Workplace(nodeFolder, lock);
  }

  /** Where the node keeps its configuration, data and logs. */
  Path nodeFolder() {
    return nodeFolder;
  }
}
