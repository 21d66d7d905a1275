// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.idf;

import io.neardup.fingerprint.idf.IdfDictionary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.zip.GZIPInputStream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.opensearch.common.Nullable;

/**
 * The file of a dictionary as described by the file system: equal descriptions mean equal content,
 * as far as can be told without reading it.
 *
 * @param key the file's identity, if the file system has one
 */
record IdfFile(Path path, long size, FileTime modified, @Nullable Object key) {
  private static final Logger LOGGER = LogManager.getLogger(IdfFile.class);
  private static final String PLAIN = ".txt";
  private static final String GZIP = ".txt.gz";

  /**
   * The file of this name.
   *
   * @throws IllegalArgumentException if there is none, or more than one
   */
  static IdfFile find(Path folder, String name) {
    IdfFile plain = at(folder.resolve(name + PLAIN));
    IdfFile gzip = at(folder.resolve(name + GZIP));
    if (plain == null && gzip == null) {
      throw new IllegalArgumentException(
          "names the dictionary ["
              + name
              + "], but this node has no file ["
              + name
              + PLAIN
              + "] or ["
              + name
              + GZIP
              + "] in [config/near-dup/idf]; put it there on every node");
    }
    if (plain != null && gzip != null) {
      throw new IllegalArgumentException(
          "names the dictionary ["
              + name
              + "], but this node has both ["
              + shown(plain.path)
              + "] and ["
              + name
              + GZIP
              + "]; remove one of them");
    }
    return plain == null ? gzip : plain;
  }

  @Nullable private static IdfFile at(Path path) {
    try {
      BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
      if (found.isRegularFile() == false) {
        throw new IllegalArgumentException(
            "names a dictionary, but ["
                + shown(path)
                + "] is not a regular file on this node;"
                + " replace it");
      }
      return new IdfFile(path, found.size(), found.lastModifiedTime(), found.fileKey());
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException | SecurityException e) {
      throw unreadable(path, e);
    }
  }

  /**
   * Reads the file.
   *
   * @param memory charged for the dictionary, and for nothing if reading fails
   * @throws IllegalArgumentException naming the file and the line with the error
   */
  IdfDictionary read(IdfMemory memory) {
    try (IdfMemory.Charge charge = memory.charge(shown(path));
        InputStream content = charge.counting(open())) {
      IdfDictionary dictionary = IdfDictionary.read(content);
      charge.keep(dictionary.ramBytesUsed());
      return dictionary;
    } catch (IOException | SecurityException e) {
      throw unreadable(path, e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "names the dictionary ["
              + shown(path)
              + "], which is broken on this node: "
              + e.getMessage()
              + "; correct the file");
    }
  }

  private InputStream open() throws IOException {
    InputStream file = Files.newInputStream(path);
    if (path.toString().endsWith(GZIP) == false) {
      return file;
    }
    try {
      return new GZIPInputStream(file, 1 << 16);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Where files are and what is wrong with them is for those who see the log. */
  private static IllegalArgumentException unreadable(Path path, Exception cause) {
    LOGGER.warn(() -> new ParameterizedMessage("cannot read the dictionary [{}]", path), cause);
    return new IllegalArgumentException(
        "names the dictionary ["
            + shown(path)
            + "], but this node cannot read it, as its log says; correct the file or its"
            + " permissions");
  }

  private static String shown(Path path) {
    return path.getFileName().toString();
  }
}
