// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.Collection;
import java.util.List;
import org.opensearch.common.xcontent.SuggestingErrorOnUnknown;

/** Names of parameters that nothing knows: which known ones core finds similar. */
public final class UnknownNames {
  /** What users send a text as, where a document is asked for. */
  public static final List<String> TEXTS = List.of("text", "like");

  /** What to do instead. */
  public static final String AS_DOC =
      "send it as [doc], an object with the fields of a document, as in {\"doc\": {\"content\":"
          + " \"a text\"}}";

  private UnknownNames() {}

  /**
   * The end of a sentence that has listed what is known: empty if nothing is similar.
   *
   * @param unknown what was left unread
   * @param known all names, separated by commas
   */
  public static String suggestion(Collection<?> unknown, String known) {
    List<String> names = List.of(known.split(", "));
    return unknown.stream()
        .map(name -> SuggestingErrorOnUnknown.suggest(String.valueOf(name), names))
        .filter(similar -> similar.isEmpty() == false)
        .sorted()
        .findFirst()
        .map(similar -> ";" + similar)
        .orElse("");
  }
}
