// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes texts at the places that a pattern finds. */
final class Places {
  private Places() {}

  /** Changes one place, chosen at random; nothing if there is none, or it stays as it is. */
  static Optional<String> changeOne(
      String text, Pattern pattern, Random random, UnaryOperator<String> change) {
    List<MatchResult> found = pattern.matcher(text).results().toList();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    MatchResult place = found.get(random.nextInt(found.size()));
    return Optional.of(
            text.substring(0, place.start())
                + change.apply(place.group())
                + text.substring(place.end()))
        .filter(changed -> changed.equals(text) == false);
  }

  /** Changes every place; nothing if there is none, or all stays as it is. */
  static Optional<String> changeAll(String text, Pattern pattern, UnaryOperator<String> change) {
    String changed =
        pattern
            .matcher(text)
            .replaceAll(found -> Matcher.quoteReplacement(change.apply(found.group())));
    return Optional.of(changed).filter(other -> other.equals(text) == false);
  }
}
