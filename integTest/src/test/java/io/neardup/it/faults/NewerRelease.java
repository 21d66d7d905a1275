// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import io.neardup.it.docs.DocumentationIT;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Simulates a future release of the plugin: this one's zip with a {@code WireVersion} that knows
 * version 0.2.0 of messages.
 */
final class NewerRelease {
  private static final String SOURCE = "mapper/src/main/java/io/neardup/request/WireVersion.java";
  private static final String COMPILED = "io/neardup/request/WireVersion.class";
  private static final String VERSION = "200";

  private NewerRelease() {}

  /**
   * Builds it.
   *
   * @param saysMore whether all of its messages contain something that needs 0.2.0; otherwise they
   *     are written as in this release, following the rule of WireVersion
   * @param folder for the build
   * @return the zip
   */
  static Path build(boolean saysMore, Path server, Path zip, Path folder) throws IOException {
    Files.createDirectories(folder);
    String source = Files.readString(DocumentationIT.ROOT.resolve(SOURCE));
    source = replace(source, "NEWEST = V_0_1_0;", "NEWEST = " + VERSION + ";");
    if (saysMore) {
      source = replace(source, "writeVInt(lowest)", "writeVInt(Math.max(lowest, " + VERSION + "))");
    }
    Path changed = folder.resolve("WireVersion.java");
    Files.writeString(changed, source);
    compile(server, changed, folder);
    Path release = folder.resolve("near-dup-newer.zip");
    Files.copy(zip, release, StandardCopyOption.REPLACE_EXISTING);
    put(release, folder);
    return release;
  }

  private static String replace(String source, String before, String after) {
    if (source.contains(before) == false) {
      throw new AssertionError("WireVersion has no [" + before + "] any more");
    }
    return source.replace(before, after);
  }

  private static void compile(Path server, Path source, Path folder) throws IOException {
    try (Stream<Path> jars = Files.list(server.resolve("lib"))) {
      String path =
          jars.map(Path::toString)
              .filter(jar -> jar.endsWith(".jar"))
              .collect(Collectors.joining(System.getProperty("path.separator")));
      ByteArrayOutputStream errors = new ByteArrayOutputStream();
      List<String> arguments =
          List.of(
              "-proc:none", "--release", "21", "-cp", path, "-d", folder.toString(), source + "");
      int code =
          ToolProvider.getSystemJavaCompiler()
              .run(null, errors, errors, arguments.toArray(String[]::new));
      if (code != 0) {
        throw new AssertionError(errors.toString(StandardCharsets.UTF_8));
      }
    }
  }

  private static void put(Path release, Path folder) throws IOException {
    try (FileSystem plugin = FileSystems.newFileSystem(release);
        Stream<Path> entries = Files.list(plugin.getPath("/"))) {
      Path inside =
          entries
              .filter(entry -> entry.toString().startsWith("/near-dup-mapper"))
              .findFirst()
              .orElseThrow();
      Path jar = folder.resolve("mapper.jar");
      Files.copy(inside, jar, StandardCopyOption.REPLACE_EXISTING);
      try (FileSystem mapper = FileSystems.newFileSystem(jar)) {
        Files.copy(
            folder.resolve(COMPILED),
            mapper.getPath("/" + COMPILED),
            StandardCopyOption.REPLACE_EXISTING);
      }
      Files.copy(jar, inside, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
