// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.lost;

import io.neardup.fingerprint.words.Terms;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The distinct terms of a text, in its order, each with how it was first written. */
public final class TextTerms {
  /** Bytes of an entry of the map and its two strings, without their characters. */
  private static final long BYTES_PER_TERM = 160;

  private static final int READ_PER_CHECK = 1 << 12;

  private final Map<String, String> written = new LinkedHashMap<>();
  private final Negations negations = new Negations();
  private long bytes;
  private int read;

  /** Those of a text. */
  public static TextTerms of(String text) {
    return of(text, () -> {});
  }

  /**
   * Those of a text.
   *
   * @param check called every few milliseconds; throws to stop
   */
  public static TextTerms of(String text, Runnable check) {
    TextTerms terms = new TextTerms();
    new Terms()
        .read(
            text,
            (term, start, end) -> {
              terms.negations.add(term);
              if (++terms.read % READ_PER_CHECK == 0) {
                check.run();
              }
              if (terms.written.containsKey(term) == false) {
                terms.add(term, text.substring(start, end));
              }
            });
    terms.bytes += terms.negations.bytes();
    return terms;
  }

  /** What the text denies. */
  Negations negations() {
    return negations;
  }

  private void add(String term, String as) {
    written.put(term, as);
    bytes += BYTES_PER_TERM + term.length() + (long) Character.BYTES * as.length();
  }

  /** All of them. */
  public Set<String> all() {
    return written.keySet();
  }

  /** How a term was written, for analyzers with other rules. */
  public String written(String term) {
    return written.get(term);
  }

  /** Those that other ones lack. */
  public TextTerms without(TextTerms others) {
    TextTerms rest = new TextTerms();
    written.forEach(
        (term, as) -> {
          if (others.written.containsKey(term) == false) {
            rest.add(term, as);
          }
        });
    return rest;
  }

  /** About how much memory they take. */
  public long bytes() {
    return bytes;
  }
}
