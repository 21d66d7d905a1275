// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.verdicts;

import io.neardup.verdicts.VerdictsRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.opensearch.common.xcontent.LoggingDeprecationHandler;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentParser;

/** The pairs that are to be written to a list, or deleted from it. */
final class WriteVerdictsRequest extends VerdictsRequest {
  private final boolean deletes;
  private final SaidPairs said = new SaidPairs();
  private final NamedDocuments documents = new NamedDocuments(said);

  private WriteVerdictsRequest(String name, boolean deletes) {
    super(name);
    this.deletes = deletes;
  }

  boolean deletes() {
    return deletes;
  }

  SaidPairs said() {
    return said;
  }

  NamedDocuments documents() {
    return documents;
  }

  /**
   * Reads the lines of a body.
   *
   * @throws IllegalArgumentException (HTTP 400) naming the line that is wrong
   */
  static WriteVerdictsRequest parse(String name, BytesReference lines, boolean deletes) {
    WriteVerdictsRequest request = new WriteVerdictsRequest(name, deletes);
    try (XContentParser parser =
        XContentType.JSON
            .xContent()
            .createParser(
                NamedXContentRegistry.EMPTY,
                LoggingDeprecationHandler.INSTANCE,
                lines.streamInput())) {
      request.addAll(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (request.said.size() == 0) {
      throw empty(name, deletes);
    }
    return request;
  }

  private void addAll(XContentParser parser) {
    try {
      int end = 0;
      while (parser.nextToken() != null) {
        end = add(parser, end);
      }
    } catch (IOException e) {
      String what = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new IllegalArgumentException(
          "[body] must be a JSON object for each pair, line "
              + parser.getTokenLocation().lineNumber
              + " is not: "
              + what,
          e);
    }
  }

  /** Returns the line on which the object ends, where none may begin. */
  private int add(XContentParser parser, int before) throws IOException {
    int number = parser.getTokenLocation().lineNumber;
    if (number == before) {
      throw new IllegalArgumentException(
          "[body] line "
              + number
              + " must be one JSON object, got more behind it; put each pair on a line of its own,"
              + " and send a file of them with curl --data-binary, which keeps the ends of lines");
    }
    if (parser.currentToken() != XContentParser.Token.START_OBJECT) {
      throw new IllegalArgumentException(
          "[body] line " + number + " must be a JSON object, got " + parser.currentToken());
    }
    VerdictLine line = VerdictLine.parse(number, parser.map());
    if (line.verdict() == null && deletes == false) {
      throw new IllegalArgumentException(
          "[body] line " + number + ": [verdict] must be [always] or [never], got none");
    }
    said.add(line, documents);
    return parser.getTokenLocation().lineNumber;
  }

  /** The answer to a body without a line. */
  static IllegalArgumentException empty(String name, boolean deletes) {
    return new IllegalArgumentException(
        "[body] must have a line for each pair, got none"
            + (deletes ? "; to delete the whole list, delete the index [" + name + "]" : ""));
  }
}
