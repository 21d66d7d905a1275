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

  private static final int MISSING = 404;
  private static final int CONFLICT = 409;
  private static final int BUSY = 429;
  static final int FAILED = 500;

  private final int exitCode;
  private final int status;

  public Fault(int exitCode, String message) {
    this(exitCode, message, 0);
  }

  private Fault(int exitCode, String message, int status) {
    super(message);
    this.exitCode = exitCode;
    this.status = status;
  }

  /** What a server refused, with this status of HTTP. */
  Fault(String reason, int status) {
    this(REFUSED, reason + " (HTTP " + status + ")", status);
  }

  /** Nobody answers who could. */
  static Fault unreachable(String message) {
    return new Fault(SERVER, message, FAILED);
  }

  public static Fault usage(String message) {
    return new Fault(USAGE, message);
  }

  /** Whether a document has been changed since it was read. */
  public boolean isConflict() {
    return status == CONFLICT;
  }

  /** Whether the same may be answered later: nobody answered, or somebody who had no time. */
  public boolean isPassing() {
    return status == BUSY || status >= FAILED;
  }

  /** Whether the server knows of no such thing. */
  public boolean isMissing() {
    return status == MISSING;
  }

  public int exitCode() {
    return exitCode;
  }
}
