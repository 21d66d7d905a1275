// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.opensearch.test.OpenSearchTestCase;

public class RankOrderTests extends OpenSearchTestCase {
  private static byte[] rank(RankOrder order, boolean descending, String... values) {
    ByteArrayOutputStream rank = new ByteArrayOutputStream();
    order.write(List.of(values), descending, rank);
    rank.write(randomByte());
    return rank.toByteArray();
  }

  private static void assertOrdered(
      RankOrder order, Supplier<String> values, Comparator<String> comparator) {
    for (int i = 0; i < 1000; i++) {
      String one = values.get();
      String other = values.get();
      int expected = Integer.signum(comparator.compare(one, other));
      boolean descending = randomBoolean();
      int seen =
          Arrays.compareUnsigned(rank(order, descending, one), rank(order, descending, other));
      if (expected != 0) {
        assertEquals(one + " " + other, descending ? -expected : expected, Integer.signum(seen));
      }
    }
  }

  public void testNumbers() {
    assertOrdered(
        RankOrder.NUMBERS,
        () -> Long.toString(randomBoolean() ? randomLong() : randomIntBetween(-3, 3)),
        Comparator.comparingLong(Long::parseLong));
    assertOrdered(
        RankOrder.UNSIGNED,
        () -> Long.toString(randomBoolean() ? randomLong() : randomIntBetween(-3, 3)),
        Comparator.comparing(Long::parseLong, Long::compareUnsigned));
  }

  /** Also terms that begin others, and bytes that delimit them. */
  public void testTerms() {
    assertOrdered(
        RankOrder.TERMS,
        () -> {
          StringBuilder term = new StringBuilder();
          for (int i = randomIntBetween(0, 3); i > 0; i--) {
            term.append((char) (int) randomFrom(0, 1, 2, 3, 97, 254, 255));
          }
          return term.toString();
        },
        Comparator.naturalOrder());
  }

  public void testTheFirstOfSeveralCounts() {
    ByteArrayOutputStream least = new ByteArrayOutputStream();
    RankOrder.NUMBERS.write(List.of("10", "9", "-1"), false, least);
    ByteArrayOutputStream one = new ByteArrayOutputStream();
    RankOrder.NUMBERS.write(List.of("-1"), false, one);
    assertArrayEquals(one.toByteArray(), least.toByteArray());
  }
}
