// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

/** What cannot be done, in a sentence for the user, and the exit code that says so to scripts. */
final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The server refused, or its job failed. */
  static final int REFUSED = 1;

  /** Arguments or files cannot be used. */
  static final int USAGE = 2;

  /** No server that can be talked to. */
  static final int SERVER = 3;

  /** More than fits into memory. */
  static final int MEMORY = 4;

  /** Ctrl-C, as shells have it. */
  static final int INTERRUPTED = 130;

  /** Nobody reads the output any more, as shells have it. */
  static final int CLOSED = 141;

  private final int exitCode;

  Fault(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  static Fault usage(String message) {
    return new Fault(USAGE, message);
  }

  int exitCode() {
    return exitCode;
  }
}
