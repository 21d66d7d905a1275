// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.cli.io.Fault;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Ids as text files, one in a line: of what stays, and of what could go. */
final class Lists {
  @Option(
      names = "--keep-list",
      paramLabel = "FILE",
      converter = NewFile.class,
      description = "writes the ids of what stays")
  private Path kept;

  @Option(
      names = "--drop-list",
      paramLabel = "FILE",
      converter = NewFile.class,
      description = "writes the ids of duplicates")
  private Path dropped;

  boolean areWanted() {
    return kept != null || dropped != null;
  }

  void writeKept(Stream<String> ids) throws IOException {
    write(kept, ids);
  }

  void writeDropped(Stream<String> ids) throws IOException {
    write(dropped, ids);
  }

  /** Under another name first, so that a list is complete or not there. */
  private static void write(Path file, Stream<String> ids) throws IOException {
    if (file == null) {
      return;
    }
    Path unfinished = Path.of(file + ".unfinished");
    unfinished.toFile().deleteOnExit();
    try {
      try (BufferedWriter writer = Files.newBufferedWriter(unfinished)) {
        for (Iterator<String> each = ids.iterator(); each.hasNext(); ) {
          writer.write(checked(each.next()));
          writer.write('\n');
        }
      }
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  static String checked(String id) {
    if (id.indexOf('\n') >= 0 || id.indexOf('\r') >= 0) {
      throw Fault.usage("an id that a line cannot hold: [" + id + "]; use --json");
    }
    return id;
  }
}
