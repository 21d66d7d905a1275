// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Something the user can put right; the message says how, and no stack trace is needed. */
final class UserError extends RuntimeException {
  /** Tells Maven's configuration that the reason has been told. */
  private static final int EXIT_CODE = 3;

  private static final Path FILE = Path.of(System.getProperty("quickstart.refusal", "refusal"));

  UserError(String message) {
    super(message);
  }

  /** Forgets an earlier one, so that the build can succeed. */
  static void clear() throws IOException {
    Files.deleteIfExists(FILE);
  }

  /** Ends this process; the file makes Maven fail, which takes the exit code for a success. */
  void exit(Console console) throws IOException {
    console.line("\n" + getMessage() + "\n");
    Files.writeString(FILE, getMessage());
    System.exit(EXIT_CODE);
  }
}
