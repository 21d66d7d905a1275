// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse.lost;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.target.Verify;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.common.Nullable;

/**
 * The parameter {@code verify}: a hit is left out only if its text says no more than this that the
 * shown one does not.
 *
 * @param fields with the texts
 * @param html whether tags are no part of them
 */
public record LostOptions(List<String> fields, boolean html, AllowedLoss allowed) {
  private static final String HTML = "html";
  private static final Set<String> KNOWN =
      Set.of(Verify.FIELDS, HTML, Verify.LOST, Verify.MAX_DOC_FREQ);

  /**
   * What a value of it says.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public static LostOptions of(Object value) {
    if (value instanceof Map<?, ?> verify
        && verify.keySet().equals(Set.of(Verify.TEXT))
        && verify.get(Verify.TEXT) instanceof Map<?, ?> text
        && text.containsKey(Verify.LOST)
        && KNOWN.containsAll(text.keySet())) {
      return new LostOptions(
          fields(text.get(Verify.FIELDS)),
          html(text.get(HTML)),
          new AllowedLoss(
              AllowedLoss.lost(text.get(Verify.LOST)),
              text.containsKey(Verify.MAX_DOC_FREQ)
                  ? AllowedLoss.maxDocFreq(text.get(Verify.MAX_DOC_FREQ))
                  : AllowedLoss.DEFAULT_MAX_DOC_FREQ));
    }
    throw new IllegalArgumentException(
        "[verify] must say what may be lost with a hit that is left out, such as"
            + " {\"text\": {\"fields\": [\"content\"], \"lost\": 0}}, beside which it takes"
            + " [max_doc_freq] and [html], got ["
            + Fingerprint.shown(String.valueOf(value))
            + "]");
  }

  private static boolean html(@Nullable Object value) {
    if (value == null || value instanceof Boolean) {
      return Boolean.TRUE.equals(value);
    }
    throw new IllegalArgumentException(
        "[verify] [text] [html] must be true or false, whether texts have tags to leave out, got ["
            + Fingerprint.shown(String.valueOf(value))
            + "]");
  }

  private static List<String> fields(Object value) {
    if (value instanceof List<?> names
        && names.isEmpty() == false
        && names.size() <= Verify.MAX_FIELDS
        && names.stream().allMatch(name -> name instanceof String)) {
      return names.stream().map(Object::toString).toList();
    }
    throw new IllegalArgumentException(
        "[verify] [text] [fields] must name from 1 to "
            + Verify.MAX_FIELDS
            + " fields with the texts of the hits, such as [\"title\", \"content\"], got ["
            + Fingerprint.shown(String.valueOf(value))
            + "]");
  }
}
