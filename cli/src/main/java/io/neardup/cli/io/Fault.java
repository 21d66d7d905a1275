// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.io;

/** What cannot be done, in a sentence for the user, and the exit code that says so to scripts. */
public final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The server refused, or its job failed. */
  public static final int REFUSED = 1;

  /** Arguments or files cannot be used. */
  public static final int USAGE = 2;

  /** No server that can be talked to. */
  public static final int SERVER = 3;

  /** More than fits into memory. */
  public static final int MEMORY = 4;

  /** Ctrl-C, as shells have it. */
  public static final int INTERRUPTED = 130;

  /** Nobody reads the output any more, as shells have it. */
  public static final int CLOSED = 141;

  private final int exitCode;

  public Fault(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public static Fault usage(String message) {
    return new Fault(USAGE, message);
  }

  public int exitCode() {
    return exitCode;
  }
}
