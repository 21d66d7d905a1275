// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.request.NearDupLimits;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;

/** Reads fingerprints and signatures of a query; what is none is refused with its place. */
final class TargetReader {
  private TargetReader() {}

  static Target hash(Object value) {
    return read("[hash]", value, TargetKind.SIMHASH::parse);
  }

  static Target signature(String where, Object value) {
    return read(where, value, TargetKind.MINHASH::parse);
  }

  static Target hashes(XContentParser parser, NearDupLimits limits) throws IOException {
    List<Long> hashes = list("hashes", parser, limits, Fingerprint::parseValue);
    return new Target.Fingerprints(
        FingerprintSet.of(hashes.stream().mapToLong(Long::longValue).toArray()));
  }

  static Target signatures(XContentParser parser, NearDupLimits limits) throws IOException {
    return new Target.Signatures(list("signatures", parser, limits, TargetKind::signature));
  }

  /** The elements of a list, which is read to its end: a message says how many there were. */
  private static <T> List<T> list(
      String name, XContentParser parser, NearDupLimits limits, Function<Object, T> form)
      throws IOException {
    List<T> values = new ArrayList<>();
    if (parser.currentToken() != Token.START_ARRAY) {
      values.add(read("[" + name + "][0]", parser.objectText(), form));
      return values;
    }
    int max = limits.maxHashes();
    int seen = 0;
    for (; parser.nextToken() != Token.END_ARRAY; seen++) {
      if (seen < max) {
        values.add(read("[" + name + "][" + seen + "]", scalar(name, seen, parser), form));
      } else {
        parser.skipChildren();
      }
    }
    if (seen > max) {
      throw NearDupLimits.tooManyHashes("[near_dup] [" + name + "]", seen, max);
    }
    return values;
  }

  private static Object scalar(String name, int number, XContentParser parser) throws IOException {
    Token token = parser.currentToken();
    if (token == Token.START_OBJECT || token == Token.START_ARRAY) {
      throw new IllegalArgumentException(
          "[near_dup] [" + name + "][" + number + "] takes a fingerprint, got [" + token + "]");
    }
    return parser.objectText();
  }

  private static <T> T read(String where, Object value, Function<Object, T> form) {
    try {
      return form.apply(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[near_dup] " + where + ": " + e.getMessage(), e);
    }
  }
}
