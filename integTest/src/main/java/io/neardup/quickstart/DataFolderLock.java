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
 * The folder that outlives a run: the node's configuration, data and logs, so that a second run
 * finds them. One quickstart at a time holds it.
 */
final class DataFolderLock {
  private DataFolderLock() {}

  /**
   * Takes the folder, and holds it until the lock is released or this process ends.
   *
   * @throws UserError if another quickstart has it
   */
  static FileLock claim(Path folder) throws IOException {
    Files.createDirectories(folder);
    FileChannel channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = channel.tryLock();
    if (lock == null) {
      channel.close();
      throw new UserError(
          "Another quickstart runs on the data in " + folder + ". Stop it by Ctrl-C first.");
    }
    return lock;
  }
}
