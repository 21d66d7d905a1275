// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import java.util.List;
import org.opensearch.test.OpenSearchTestCase;

public class NearnessTests extends OpenSearchTestCase {
  public void testNumbers() {
    for (String number : List.of("0.5", ".5", "1", "5e-1", "0.05E+1", "-0.5", "5.0e-1")) {
      assertEquals(Double.valueOf(number), Nearness.fraction("recall", number));
    }
    for (String none : List.of("", "-", ".", "5.", "1e", "1d", "0x1p3", "NaN", "+1", "1.2.3")) {
      assertRefused(none);
    }
  }

  /** To try each of their digits as the last one would take hours. */
  public void testLongTextsAreNone() {
    String digits = "1".repeat(randomIntBetween(101, 1_000_000));
    assertRefused(digits);
    assertRefused(digits + "x");
  }

  private static void assertRefused(String none) {
    Exception refused =
        expectThrows(IllegalArgumentException.class, () -> Nearness.fraction("recall", none));
    String message = refused.getMessage();
    assertTrue(message, message.startsWith("[recall] must be a number greater than 0"));
    assertTrue(message, message.length() < 200);
  }
}
