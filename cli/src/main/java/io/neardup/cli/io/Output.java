// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.io;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/** Standard output, line by line; ends the program when nobody reads it any more. */
public final class Output {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Lines between which it is not asked whether somebody reads them. */
  private static final int UNASKED = 256;

  private final PrintWriter out;
  private int lines;

  public Output(PrintWriter out) {
    this.out = out;
  }

  public void line(String line) {
    out.print(line);
    out.print('\n');
    lines++;
    if (lines % UNASKED == 0) {
      check();
    }
  }

  /** A value as JSON, in one line. */
  public void json(Object value) {
    try {
      line(JSON.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes what is buffered. */
  public void check() {
    if (out.checkError()) {
      throw new Fault(Fault.CLOSED, "stopped, because the output was closed, or is on a full disk");
    }
  }
}
