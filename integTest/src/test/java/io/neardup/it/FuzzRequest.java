// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * A request before or after mutation.
 *
 * @param body JSON, or lines of JSON, possibly broken; null for none
 */
record FuzzRequest(String method, String path, String body) {

  /** All good requests of a resource: each a request line, then the body, if any. */
  static List<FuzzRequest> all(String resource) throws IOException {
    try (InputStream table = FuzzRequest.class.getResourceAsStream(resource)) {
      String text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.strip().split("\n\n")).map(FuzzRequest::parse).toList();
    }
  }

  private static FuzzRequest parse(String entry) {
    String[] parts = entry.split("\n", 2);
    String[] line = parts[0].split(" ", 2);
    return new FuzzRequest(line[0], line[1], parts.length == 1 ? null : parts[1] + end(parts[1]));
  }

  /** Lines of JSON end with a line feed. */
  private static String end(String body) {
    return body.contains("\n") ? "\n" : "";
  }

  FuzzRequest withPath(String other) {
    return new FuzzRequest(method, other, body);
  }

  FuzzRequest withBody(String other) {
    return new FuzzRequest(method, path, other);
  }

  /** In a form that can be pasted into a test. */
  @Override
  public String toString() {
    return method + " " + path + (body == null ? "" : "\n" + body);
  }
}
