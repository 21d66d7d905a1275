// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Readable requests: JSON templates with single quotes. */
public final class Json {
  private Json() {}

  /** Replaces single quotes by double ones, then $1, $2 and so on by the raw values. */
  public static String of(String template, Object... values) {
    String json = template.replace('\'', '"');
    for (int i = 0; i < values.length; i++) {
      json = json.replace("$" + (i + 1), String.valueOf(values[i]));
    }
    return json;
  }

  /** A text as a JSON string. */
  public static String quoted(String text) {
    return TextNode.valueOf(text).toString();
  }

  /** The hex digits of a fingerprint as a JSON string. */
  public static String quoted(long fingerprint) {
    return quoted(Oracle.hex(fingerprint));
  }

  /** A JSON list of fingerprints. */
  static String list(long... fingerprints) {
    return Arrays.stream(fingerprints)
        .mapToObj(Json::quoted)
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
