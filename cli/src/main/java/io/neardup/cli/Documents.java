// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.cli.io.Fault;
import io.neardup.cli.io.Notes;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The documents of files: each line of JSON lines is one, each other file is one, and a folder has
 * those of its files. One text is held at a time.
 */
final class Documents {
  /** The most bytes of a line or a text file. */
  static final int MAX_BYTES = 1 << 24;

  private static final Path STANDARD_INPUT = Path.of("-");

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "a text; a file of JSON lines, if the name ends in .jsonl or .ndjson; a folder of them;"
              + " each may end in .gz; - for JSON lines from the standard input")
  private List<Path> files = List.of();

  @Option(names = "--lines", description = "reads JSON lines, whatever the names of files are")
  private boolean lines;

  @Option(
      names = "--fields",
      paramLabel = "FIELD",
      split = ",",
      defaultValue = "text",
      description = "of JSON lines: what is compared, joined (default: ${DEFAULT-VALUE})")
  private List<String> fields;

  @Option(
      names = "--id",
      paramLabel = "FIELD",
      defaultValue = "id",
      description = "of JSON lines: the id; a line without one has its number (default: id)")
  private String id;

  private final List<String> skipped = new ArrayList<>();
  private int skippedFiles;
  private JsonLines json;

  /** What was named, separated by commas. */
  String names() {
    return files.stream().map(Path::toString).collect(Collectors.joining(","));
  }

  /**
   * Goes through all documents in the order of files, and of names in a folder.
   *
   * @param consumer of texts
   * @param others gets the ids of lines without a text, and the names of files that are none
   */
  void forEach(Consumer<TextDocument> consumer, Consumer<String> others) throws IOException {
    json = new JsonLines(fields, id);
    long found = 0;
    for (Path file : all()) {
      found += read(file, consumer, others);
    }
    if (json.lines() > 0 && json.unseen().isEmpty() == false) {
      throw Fault.usage(
          "no line has a text in [--fields] " + json.unseen() + "; there are " + json.names());
    }
    if (found + json.texts() == 0) {
      throw Fault.usage(
          "there is no text in " + files + (skippedFiles == 0 ? "" : "; " + skippedSentence()));
    }
  }

  /** Says what of the input was left out. */
  void report(Notes notes) {
    long withoutText = json == null ? 0 : json.lines() - json.texts();
    if (withoutText > 0) {
      notes.say(String.format(Locale.ROOT, "%,d lines have no text", withoutText));
    }
    if (skippedFiles > 0) {
      notes.say(skippedSentence());
    }
  }

  private String skippedSentence() {
    return String.format(
        Locale.ROOT,
        "%,d files are no text in UTF-8 of at most 16 MB, and left out: %s%s",
        skippedFiles,
        String.join(", ", skipped),
        skippedFiles > skipped.size() ? " …" : "");
  }

  /**
   * How many documents there are, from the number of lines; -1 if that cannot be known before they
   * are read.
   */
  long count() throws IOException {
    long count = 0;
    byte[] buffer = new byte[1 << 16];
    for (Path file : all()) {
      if (file.equals(STANDARD_INPUT) || Files.isRegularFile(file) == false) {
        return -1;
      }
      count++;
      if (isLines(file)) {
        try (InputStream in = open(file)) {
          for (int read; (read = in.read(buffer)) >= 0; ) {
            for (int i = 0; i < read; i++) {
              count += buffer[i] == '\n' ? 1 : 0;
            }
          }
        } catch (EOFException | ZipException e) {
          throw broken(file, e);
        }
      }
    }
    return count;
  }

  private List<Path> all() throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path file : files) {
      if (Files.isDirectory(file)) {
        try (Stream<Path> inside = Files.walk(file)) {
          inside
              .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
              .sorted()
              .forEach(all::add);
        }
      } else if (file.equals(STANDARD_INPUT) || Files.exists(file)) {
        all.add(file);
      } else {
        throw new NoSuchFileException(file.toString());
      }
    }
    return all;
  }

  private boolean isLines(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    name = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    return lines
        || file.equals(STANDARD_INPUT)
        || name.endsWith(".jsonl")
        || name.endsWith(".ndjson");
  }

  private static InputStream open(Path file) throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      return new BufferedInputStream(System.in);
    }
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    return file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, 1 << 16) : bytes;
  }

  private static Fault broken(Path file, IOException e) {
    return Fault.usage("file [" + file + "] is cut off, or no gzip: " + e.getMessage());
  }

  /** How many texts the file is: none if it is one of JSON lines, which count themselves. */
  private int read(Path file, Consumer<TextDocument> consumer, Consumer<String> others)
      throws IOException {
    try (InputStream in = open(file)) {
      if (isLines(file)) {
        json.read(file.toString(), in, consumer, others);
        return 0;
      }
      String text = text(in.readNBytes(MAX_BYTES + 1));
      if (text != null) {
        consumer.accept(new TextDocument(file.toString(), text));
        return 1;
      }
    } catch (EOFException | ZipException e) {
      throw broken(file, e);
    }
    others.accept(file.toString());
    skippedFiles++;
    if (skipped.size() < 3) {
      skipped.add(file.toString());
    }
    return 0;
  }

  /** Null if it is none. */
  static String text(byte... bytes) {
    if (bytes.length > MAX_BYTES) {
      return null;
    }
    for (byte each : bytes) {
      if (each == 0) {
        return null;
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** The bytes up to the next line feed; null at the end. */
  static byte[] line(InputStream in, ByteArrayOutputStream buffer) throws IOException {
    buffer.reset();
    int next = in.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n'; next = in.read()) {
      buffer.write(next);
      if (buffer.size() > MAX_BYTES) {
        break;
      }
    }
    return buffer.toByteArray();
  }
}
