// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * The released zip of opensearch-security, modified so that a server of another version installs
 * it: the newest one in Maven Central is older than the server. Its code is unchanged.
 */
public final class SecurityPlugin {
  private static final String DESCRIPTOR = "plugin-descriptor.properties";

  /** The zip's folder with the plugin's initial configuration. */
  private static final String CONFIG = "config/";

  /** Jars of the server itself, which rejects plugins that contain them as well. */
  private static final List<String> OF_THE_SERVER = List.of("bc-fips-", "bcpkix-fips-", "bcutil-");

  private SecurityPlugin() {}

  /**
   * Writes the modified zip.
   *
   * @param released the original zip
   * @param library a jar from a plugin that is no longer required
   * @param opensearch version of the target server
   * @param target the modified zip; overwritten if it exists
   */
  public static void adapt(Path released, Path library, String opensearch, Path target)
      throws IOException {
    try (ZipFile zip = new ZipFile(released.toFile());
        OutputStream out = Files.newOutputStream(target);
        ZipOutputStream changed = new ZipOutputStream(out)) {
      // Jars are compressed already.
      changed.setLevel(0);
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        if (OF_THE_SERVER.stream().noneMatch(entry.getName()::startsWith)) {
          put(changed, entry.getName(), bytes(zip, entry, opensearch));
        }
      }
      put(changed, library.getFileName().toString(), Files.readAllBytes(library));
    }
  }

  private static byte[] bytes(ZipFile zip, ZipEntry entry, String opensearch) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream in = zip.getInputStream(entry)) {
      in.transferTo(bytes);
    }
    return entry.getName().equals(DESCRIPTOR)
        ? descriptor(bytes.toString(StandardCharsets.UTF_8), opensearch)
        : bytes.toByteArray();
  }

  private static byte[] descriptor(String released, String opensearch) {
    return released
        .replaceAll("(?m)^opensearch\\.version=.*$", "opensearch.version=" + opensearch)
        .replaceAll("(?m)^extended\\.plugins=.*$", "extended.plugins=")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    // A constant time, so that equal content gives an equal zip, which is not installed again.
    entry.setTime(0);
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  /** Copies the plugin's initial configuration into a folder. */
  static void unpackConfig(Path zipped, Path folder) throws IOException {
    Files.createDirectories(folder);
    try (ZipFile zip = new ZipFile(zipped.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        if (entry.getName().startsWith(CONFIG) && entry.isDirectory() == false) {
          String name = entry.getName().substring(CONFIG.length());
          Files.write(folder.resolve(name), bytes(zip, entry, ""));
        }
      }
    }
  }
}
