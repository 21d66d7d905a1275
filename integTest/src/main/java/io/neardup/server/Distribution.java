// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * An unpacked OpenSearch server, without data: its programs, modules and the installed plugin. Any
 * number of nodes may run from one distribution, because each brings its own configuration, data
 * and logs. It belongs to this build, so that installing may remove the plugin that was there.
 */
public final class Distribution {
  /** Holds the digest of the installed zip, so that an unchanged one is not installed again. */
  private static final String MARKER = ".installed-plugin";

  private final Path home;

  private Distribution(Path home) {
    this.home = home;
  }

  /**
   * The server unpacked in this folder.
   *
   * @throws IllegalArgumentException if it holds no server
   */
  public static Distribution at(Path home) {
    if (Files.isRegularFile(home.resolve("bin/opensearch")) == false) {
      throw new IllegalArgumentException(
          "[home] must be an unpacked OpenSearch server; got ["
              + home
              + "], where bin/opensearch is missing");
    }
    return new Distribution(home.toAbsolutePath().normalize());
  }

  Path home() {
    return home;
  }

  /**
   * Makes this zip the only plugin, by the server's own installer; does nothing when the same bytes
   * are installed already.
   *
   * @return whether the installer ran
   */
  public boolean install(Path pluginZip) throws IOException {
    Path marker = home.resolve(MARKER);
    String digest = digest(pluginZip);
    if (Files.exists(marker) && Files.readString(marker).equals(digest)) {
      return false;
    }
    Files.deleteIfExists(marker);
    Folders.delete(home.resolve("plugins"));
    Files.createDirectory(home.resolve("plugins"));
    run("opensearch-plugin", "install", "--batch", pluginZip.toUri().toString());
    Files.writeString(marker, digest);
    return true;
  }

  /** A process of this server's program, on the JDK that runs this class. */
  ProcessBuilder program(String name, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin").resolve(name).toString());
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("OPENSEARCH_JAVA_HOME", System.getProperty("java.home"));
    return builder;
  }

  private void run(String name, String... arguments) throws IOException {
    Process process = program(name, arguments).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(
            name + " " + String.join(" ", arguments) + " failed:\n" + output.indent(4));
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while running " + name, e);
    }
  }

  private static String digest(Path file) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the plugin zip; build the plugin first", e);
    }
  }
}
