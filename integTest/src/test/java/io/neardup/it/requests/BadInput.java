// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An invalid request and its expected error, as listed in bad-input.txt: a title, the request line,
 * the body if there is one, the status and the reason.
 *
 * @param reason the whole message; after an ellipsis follows text of core
 */
record BadInput(String title, String method, String path, String body, int status, String reason) {
  private static final String TITLE = "== ";
  private static final String ELLIPSIS = "…";

  /** All entries of bad-input.txt. */
  static List<BadInput> all() throws IOException {
    List<BadInput> all = new ArrayList<>();
    try (InputStream table = BadInput.class.getResourceAsStream("bad-input.txt")) {
      String text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
      for (String entry : text.strip().split("\n\n", -1)) {
        all.add(parse(entry.split("\n", -1)));
      }
    }
    return all;
  }

  private static BadInput parse(String[] lines) {
    boolean hasBody = lines.length == 4;
    if (lines[0].startsWith(TITLE) == false || (hasBody == false && lines.length != 3)) {
      throw new IllegalArgumentException("no entry of bad-input.txt: " + String.join("\n", lines));
    }
    String[] request = lines[1].split(" ", 2);
    String[] answer = lines[lines.length - 1].split(" ", 2);
    return new BadInput(
        lines[0].substring(TITLE.length()),
        request[0],
        request[1],
        hasBody ? lines[2] : null,
        Integer.parseInt(answer[0]),
        answer[1]);
  }

  /** Whether this is the expected reason from a server of this version. */
  boolean expects(String seen, String version) {
    String expected = reason.replace("$VERSION", version);
    return expected.endsWith(ELLIPSIS)
        ? seen.startsWith(expected.substring(0, expected.length() - ELLIPSIS.length()))
        : seen.equals(expected);
  }

  @Override
  public String toString() {
    return title;
  }
}
