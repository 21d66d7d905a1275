// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** What the user should know beside the result, on standard error. */
record Notes(Documents documents, PrintWriter err) {
  static Notes of(Documents documents, CommandSpec spec) {
    return new Notes(documents, spec.commandLine().getErr());
  }

  /** What of the input was left out. */
  void print() {
    if (documents.withoutText() > 0) {
      say(String.format(Locale.ROOT, "%,d lines have no text", documents.withoutText()));
    }
    if (documents.skippedSentence().isEmpty() == false) {
      say(documents.skippedSentence());
    }
  }

  void say(String sentence) {
    err.println(sentence);
    err.flush();
  }
}
