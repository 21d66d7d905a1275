// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The name of a file to write, refused before the work whose result would be lost. */
final class NewFile implements ITypeConverter<Path> {
  @Override
  public Path convert(String name) {
    Path file = Path.of(name);
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || Files.isWritable(folder) == false || Files.isDirectory(file)) {
      throw new TypeConversionException(
          "must be a file in a folder that can be written to, got [" + name + "]");
    }
    return file;
  }
}
