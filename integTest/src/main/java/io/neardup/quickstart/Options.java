// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import java.nio.file.Path;

/**
 * What can be chosen.
 *
 * @param serverHome the unpacked server ({@code near-dup.server})
 * @param pluginZip the built plugin ({@code near-dup.zip})
 * @param nodeFolder what outlives a run: configuration, data and logs ({@code quickstart.node})
 * @param port of HTTP on localhost ({@code port})
 * @param serve whether to go on serving after the table ({@code quickstart.serve})
 * @param news whether to load the articles that the dashboard shows, too ({@code news})
 */
record Options(
    Path serverHome, Path pluginZip, Path nodeFolder, int port, boolean serve, boolean news) {
  private static final int MAX_PORT = 65_535;

  static Options fromSystemProperties() {
    return new Options(
        path("near-dup.server"),
        path("near-dup.zip"),
        path("quickstart.node"),
        port(System.getProperty("port", "9200")),
        Boolean.parseBoolean(System.getProperty("quickstart.serve", "true")),
        news(System.getProperty("news", "false")));
  }

  private static Path path(String property) {
    String value = System.getProperty(property);
    if (value == null) {
      throw new UserError("[" + property + "] is missing; start by ./mvnw -Pquickstart");
    }
    return Path.of(value).toAbsolutePath().normalize();
  }

  static boolean news(String value) {
    if (value.equals("true") || value.equals("false")) {
      return value.equals("true");
    }
    throw new UserError(
        "[news] must be true or false, for instance -Dnews=true; got [" + value + "]");
  }

  static int port(String value) {
    try {
      int port = Integer.parseInt(value);
      if (port >= 1 && port <= MAX_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Told below, as any other value that is no port.
    }
    throw new UserError(
        "[port] must be a number from 1 to "
            + MAX_PORT
            + ", for instance -Dport=9201; got ["
            + value
            + "]");
  }
}
