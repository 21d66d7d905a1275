// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.verdicts;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.request.UnknownNames;
import io.neardup.resolve.FingerprintSource;
import io.neardup.target.FieldName;
import io.neardup.verdicts.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.common.Nullable;

/**
 * A line of a list: what is said of two contents, each by its digest or by a document that has it.
 *
 * @param number of the line of the body on which it begins, from 1
 * @param first of the pair
 * @param second of the pair
 * @param verdict null where none is given
 */
record VerdictLine(int number, Content first, Content second, @Nullable Verdict verdict) {
  private static final String PAIR = "pair";
  private static final List<String> KNOWN = List.of(PAIR, Verdict.NAME);
  private static final List<String> OF_DOCUMENT = List.of("index", "id", "routing", "field");

  /** A content. */
  sealed interface Content {}

  /** The content of this digest. */
  record Digest(long value) implements Content {}

  /**
   * The content of a document.
   *
   * @param field null for the only one of its index
   */
  record Document(String index, @Nullable String field, FingerprintSource.OfId id)
      implements Content {}

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException naming the line and the parameter
   */
  static VerdictLine parse(int number, Map<String, Object> line) {
    try {
      requireKnown("", line, KNOWN);
      if (line.get(PAIR) instanceof List<?> pair && pair.size() == 2) {
        Verdict verdict =
            line.containsKey(Verdict.NAME) ? Verdict.parse(line.get(Verdict.NAME)) : null;
        return new VerdictLine(number, content(pair.get(0)), content(pair.get(1)), verdict);
      }
      throw new IllegalArgumentException(
          "[pair] must be a list of two digests or documents, got ["
              + Fingerprint.shown(String.valueOf(line.get(PAIR)))
              + "]");
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[body] line " + number + ": " + e.getMessage(), e);
    }
  }

  private static Content content(Object value) {
    if (value instanceof String digest) {
      try {
        return new Digest(Fingerprint.parse(digest));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "[pair] must have digests of 16 hex digits, got ["
                + Fingerprint.shown(digest)
                + "]; a document is {\"index\": …, \"id\": …}",
            e);
      }
    }
    if (value instanceof Map<?, ?> document) {
      requireKnown(" of a document", document, OF_DOCUMENT);
      String id = required("id", document);
      return new Document(
          required("index", document),
          text("field", document),
          new FingerprintSource.OfId(id, null, text("routing", document)));
    }
    throw new IllegalArgumentException(
        "[pair] must have digests, which are strings, or documents, which are objects, got ["
            + Fingerprint.shown(String.valueOf(value))
            + "]");
  }

  private static String required(String name, Map<?, ?> document) {
    String text = text(name, document);
    if (text == null || text.isEmpty()) {
      throw new IllegalArgumentException(
          "[" + name + "] must be there for a document of [pair], got none");
    }
    return text;
  }

  @Nullable private static String text(String name, Map<?, ?> document) {
    Object value = document.get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof String text) {
      return FieldName.requireShort(name, text);
    }
    throw new IllegalArgumentException(
        "[" + name + "] of a document must be a string, got [" + value + "]");
  }

  private static void requireKnown(String of, Map<?, ?> given, List<String> known) {
    Set<String> unknown = new TreeSet<>();
    List<Object> names = new ArrayList<>(given.keySet());
    names.removeAll(known);
    names.forEach(name -> unknown.add(String.valueOf(name)));
    if (unknown.isEmpty() == false) {
      throw new IllegalArgumentException(
          "unknown parameters"
              + of
              + " "
              + unknown
              + "; known are "
              + known
              + UnknownNames.suggestion(unknown, String.join(", ", known)));
    }
  }
}
