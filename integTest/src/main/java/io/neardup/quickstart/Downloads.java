// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Tells every ten seconds how much Maven has fetched, if it has fetched anything since; the two
 * lines that Maven would print for each file are switched off. Run from source by the profile
 * quickstart, before there is anything compiled, beside Maven, until that ends.
 */
final class Downloads {
  private static final long SECONDS = 10;
  private static final double MEGABYTE = 1e6;

  private final long began = System.currentTimeMillis();
  private int files;
  private long bytes;

  private Downloads() {}

  /** Takes the folder of Maven's local repository. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    Downloads downloads = new Downloads();
    while (mavenRuns()) {
      long before = downloads.bytes;
      downloads.count(Path.of(arguments[0]));
      if (downloads.bytes != before) {
        long megabytes = Math.round(downloads.bytes / MEGABYTE);
        out.println("Fetched " + downloads.files + " files, " + megabytes + " MB, so far");
      }
    }
  }

  private static boolean mavenRuns() throws InterruptedException, ExecutionException {
    ProcessHandle maven = ProcessHandle.current().parent().orElse(null);
    if (maven == null) {
      return false;
    }
    try {
      maven.onExit().get(SECONDS, TimeUnit.SECONDS);
      return false;
    } catch (TimeoutException e) {
      return true;
    }
  }

  /** What is newer than this process, unfinished files included. */
  private void count(Path repository) throws IOException {
    files = 0;
    bytes = 0;
    if (Files.isDirectory(repository)) {
      Files.walkFileTree(repository, new Newer());
    }
  }

  private final class Newer extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
      if (about.lastModifiedTime().toMillis() >= began && about.isRegularFile()) {
        files++;
        bytes += about.size();
      }
      return FileVisitResult.CONTINUE;
    }

    /** Maven renames unfinished files while this looks. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }
  }
}
