// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.io;

import java.io.Console;

/** The terminal that the program may have been started from. */
public final class Terminal {
  private Terminal() {}

  /** Null if standard input and output are not both a terminal. */
  static Console console() {
    return System.console();
  }

  @SuppressWarnings("SystemConsoleNull") // It is null, because of the property that main sets.
  public static boolean isThere() {
    return System.console() != null;
  }
}
