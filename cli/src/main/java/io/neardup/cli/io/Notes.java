// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.io;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/** What the user should know beside the result, on standard error. */
public record Notes(PrintWriter err) {
  public static Notes of(CommandSpec spec) {
    return new Notes(spec.commandLine().getErr());
  }

  public void say(String sentence) {
    err.println(sentence);
    err.flush();
  }
}
