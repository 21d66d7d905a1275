// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Lets the server run as root, which it refuses to, because containers and build machines often
 * have no other user. Without its native library the server cannot tell which user it runs as, and
 * starts. That also disables the system call filter, which is acceptable only for a throw-away node
 * on the loopback interface. Used only for root.
 */
public final class RootUser {
  private static final List<String> NO_NATIVE_LIBRARY =
      List.of("-Djna.nosys=true", "-Djna.nounpack=true", "-Djna.boot.library.path=/nonexistent");

  private RootUser() {}

  /** Whether this process runs as user 0, judging by the owner of its files. */
  public static boolean runsThis() {
    try {
      Path probe = Files.createTempFile("near-dup", ".owner");
      try {
        return Integer.valueOf(0).equals(Files.getAttribute(probe, "unix:uid"));
      } finally {
        Files.delete(probe);
      }
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** JVM options that let a server start as this user; empty unless it is root. */
  static List<String> jvmOptions() {
    return runsThis() ? NO_NATIVE_LIBRARY : List.of();
  }
}
