// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The server refuses to run as root, and containers and build machines often have no other user.
 * Without its native library it cannot learn who it runs as and starts, as it does for anybody.
 * That also switches off the system call filter: good for a throw-away node that only the loopback
 * interface reaches, and for nothing else. Added for root alone.
 */
public final class RootUser {
  private static final List<String> NO_NATIVE_LIBRARY =
      List.of("-Djna.nosys=true", "-Djna.nounpack=true", "-Djna.boot.library.path=/nonexistent");

  private RootUser() {}

  /** Whether files made by this process belong to user 0. */
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

  /** JVM options that let a server start as this user; empty for all but root. */
  static List<String> jvmOptions() {
    return runsThis() ? NO_NATIVE_LIBRARY : List.of();
  }
}
