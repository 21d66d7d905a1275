// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.words.Numbers;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * The numbers that one of two texts has and the other one lacks, each once, in the order of the
 * text; of each at most {@value #SHOWN}.
 *
 * @param first of the first text alone
 * @param second of the second one alone
 */
public record NumberDifference(List<String> first, List<String> second)
    implements ToXContentObject {
  private static final int SHOWN = 100;

  /** A string in a set. */
  private static final int BYTES = 120;

  /**
   * @param memory takes what the numbers need
   */
  static NumberDifference of(String first, String second, MemoryAccount memory) {
    Set<String> left = numbers(first, memory);
    Set<String> right = numbers(second, memory);
    return new NumberDifference(without(left, right), without(right, left));
  }

  private static Set<String> numbers(String text, MemoryAccount memory) {
    Set<String> numbers = new LinkedHashSet<>();
    memory.take(Numbers.BYTES);
    new Numbers()
        .read(
            text,
            number -> {
              if (numbers.contains(number) == false) {
                memory.take(BYTES + number.length());
                numbers.add(number);
              }
            });
    return numbers;
  }

  private static List<String> without(Set<String> some, Set<String> others) {
    return some.stream().filter(number -> others.contains(number) == false).limit(SHOWN).toList();
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder
        .startObject()
        .field("first_only", first)
        .field("second_only", second)
        .endObject();
  }
}
