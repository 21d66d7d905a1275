// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds a taken port before the server does, whose own error is long. */
final class Ports {
  private Ports() {}

  /**
   * Returns when the port is free.
   *
   * @throws UserError naming another port
   */
  static void check(int port) {
    try {
      // The server listens on each of them.
      for (InetAddress address : InetAddress.getAllByName("localhost")) {
        checkOn(new InetSocketAddress(address, port));
      }
    } catch (IOException e) {
      throw new UserError(
          "Port "
              + port
              + " of localhost is in use ("
              + e.getMessage()
              + "). Stop what listens"
              + " there, or choose another port:\n\n  ./mvnw -Pquickstart -Dport="
              + (port == 9201 ? 9202 : 9201));
    }
  }

  private static void checkOn(InetSocketAddress address) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(address);
    }
  }
}
