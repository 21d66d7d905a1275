// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

import static java.util.stream.Collectors.joining;

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
import java.util.stream.Stream;

/**
 * An unpacked OpenSearch server, without data: its programs, modules and the installed plugins. Any
 * number of nodes may run from one distribution, because each brings its own configuration, data
 * and logs. It belongs to this build, so installing may remove existing plugins.
 */
public final class Distribution {
  /** Contains the digests of the installed zips, to skip unchanged ones. */
  private static final String MARKER = ".installed-plugins";

  private final Path home;

  private Distribution(Path home) {
    this.home = home;
  }

  /**
   * The server unpacked in this folder.
   *
   * @throws IllegalArgumentException if it contains no server
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
   * A second installation of the same server, without plugins, for nodes that need different ones.
   * The files are linked, since a server never writes to them.
   *
   * @param folder emptied first
   */
  public Distribution linkedAt(Path folder) throws IOException {
    Folders.delete(folder);
    Folders.link(home, folder);
    Distribution linked = at(folder);
    linked.removePlugins();
    return linked;
  }

  /**
   * Makes these zips the only plugins, with the server's own installer; does nothing if the same
   * bytes are already installed.
   *
   * @return whether the installer ran
   */
  public boolean install(Path... pluginZips) throws IOException {
    String digests = Stream.of(pluginZips).map(Distribution::digest).collect(joining("\n"));
    if (Files.exists(marker()) && Files.readString(marker()).equals(digests)) {
      return false;
    }
    removePlugins();
    List<String> arguments = new ArrayList<>(List.of("install", "--batch"));
    Stream.of(pluginZips).map(zip -> zip.toUri().toString()).forEach(arguments::add);
    run("opensearch-plugin", arguments.toArray(String[]::new));
    Files.writeString(marker(), digests);
    return true;
  }

  /** Removes one plugin with the server's own program. */
  public void remove(String plugin) throws IOException {
    Files.deleteIfExists(marker());
    run("opensearch-plugin", "remove", plugin);
  }

  private void removePlugins() throws IOException {
    Files.deleteIfExists(marker());
    Path plugins = home.resolve("plugins");
    Files.createDirectories(plugins);
    try (Stream<Path> installed = Files.list(plugins)) {
      // The programs of a plugin stand in a folder of its name.
      for (Path plugin : installed.toList()) {
        Folders.delete(home.resolve("bin").resolve(plugin.getFileName()));
      }
    }
    Folders.delete(plugins);
    Files.createDirectory(plugins);
  }

  private Path marker() {
    return home.resolve(MARKER);
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
    ProcessBuilder builder = program(name, arguments).redirectErrorStream(true);
    // It runs for seconds, most of them spent in the JIT compiler.
    builder.environment().put("OPENSEARCH_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    Process process = builder.start();
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
