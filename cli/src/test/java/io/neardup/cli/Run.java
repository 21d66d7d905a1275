// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;

/**
 * What the program did.
 *
 * @param code its exit code
 * @param out standard output
 * @param err standard error
 */
public record Run(int code, String out, String err) {
  public static Run of(String... arguments) {
    StringWriter out = new StringWriter();
    return to(out, arguments);
  }

  /** With another standard output. */
  public static Run to(Writer out, String... arguments) {
    StringWriter err = new StringWriter();
    PrintWriter printed = new PrintWriter(out);
    int code = NearDup.commandLine(printed, new PrintWriter(err)).execute(arguments);
    printed.flush();
    return new Run(code, out.toString(), err.toString());
  }

  public List<String> lines() {
    return out.lines().toList();
  }
}
