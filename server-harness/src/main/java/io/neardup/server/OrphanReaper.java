// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Ends a node, and deletes its temporary files, if this JVM ends without running shutdown hooks, as
 * after a kill -9: a small shell waits on a pipe from this JVM, which the kernel closes with it.
 */
final class OrphanReaper {
  /**
   * Reading fails only if the pipe was closed without a word. The wait is limited, since some
   * containers never reap an orphan, which then seems to be alive.
   */
  private static final String SCRIPT =
      """
      read -r released && exit
      kill -TERM "$0"
      for second in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$0" 2>/dev/null && sleep 1; done
      rm -rf "$1"
      """;

  private final Process shell;

  private OrphanReaper(Process shell) {
    this.shell = shell;
  }

  static OrphanReaper over(Process node, Path temp) throws IOException {
    return new OrphanReaper(
        new ProcessBuilder("/bin/sh", "-c", SCRIPT, Long.toString(node.pid()), temp.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** Must be called once the node has ended. */
  void release() {
    try (OutputStream pipe = shell.getOutputStream()) {
      pipe.write("released\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // The Ctrl-C that ended the node has also ended the shell.
      shell.destroy();
    }
  }
}
