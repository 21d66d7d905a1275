// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.Test;

/** The Python of {@code docs/simhash64_v1.py} and this Java make the same fingerprints. */
public class PythonReferenceTests {
  private static final PythonScript SCRIPT = new PythonScript("simhash64_v1.py");

  @Test
  public void randomTexts() throws Exception {
    RandomCases random = new RandomCases(1);
    assertSame(Stream.generate(random::next).limit(1000).toList());
  }

  @Test
  public void longRuns() throws Exception {
    RandomCases random = new RandomCases(2);
    assertSame(Stream.generate(random::nextWithRuns).limit(1000).toList());
  }

  private static void assertSame(List<RandomCases.Case> cases) throws Exception {
    List<String> theirs = SCRIPT.run(cases.stream().map(RandomCases.Case::json).toList());
    assertEquals(cases.size(), theirs.size());
    for (int i = 0; i < cases.size(); i++) {
      RandomCases.Case one = cases.get(i);
      assertEquals(one.json(), theirs.get(i), Fingerprint.toHex(one.fingerprint()));
    }
  }

  /**
   * Pins everything that makes a fingerprint: options, weights, boosts, both sides of every limit.
   * The Python gives this checksum as well.
   */
  @Test
  public void checksum() {
    RandomCases random = new RandomCases(20261120);
    assertChecksum("d5098fb71390c84b", random::next);
  }

  @Test
  public void checksumOfLongRuns() {
    RandomCases random = new RandomCases(20261120);
    assertChecksum("d44a33788f0d326d", random::nextWithRuns);
  }

  private static void assertChecksum(String expected, Supplier<RandomCases.Case> random) {
    long checksum = 0;
    for (int i = 0; i < 10_000; i++) {
      checksum = checksum * 31 + random.get().fingerprint();
    }
    assertEquals(expected, Fingerprint.toHex(checksum));
  }
}
