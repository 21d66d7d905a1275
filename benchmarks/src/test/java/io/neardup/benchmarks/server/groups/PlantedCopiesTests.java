// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.benchmarks.server.DataSet;
import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.Test;

public class PlantedCopiesTests {
  private static final int DOCUMENTS = 3001;
  private static final int DISTANCE = 3;

  private final PlantedCopies planted = new PlantedCopies(DOCUMENTS, 0.4, 0.3, 42);

  /** Compares all with all, in the order of keep. */
  private static int duplicates(PlantedCopies planted) {
    List<Integer> order =
        IntStream.range(0, planted.documents())
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer i) -> -planted.clicks(i))
                    .thenComparing(planted::fingerprint, Long::compareUnsigned))
            .toList();
    List<Long> canonicals = new ArrayList<>();
    for (int i : order) {
      long one = planted.fingerprint(i);
      if (canonicals.stream().noneMatch(of -> Fingerprint.distance(of, one) <= DISTANCE)) {
        canonicals.add(one);
      }
    }
    return planted.documents() - canonicals.size();
  }

  @Test
  public void duplicatesAreThoseOfAReplayOfAll() {
    for (double skew : new double[] {0, 0.3}) {
      for (double copies : new double[] {0, 0.1, 0.4, 0.8}) {
        PlantedCopies some = new PlantedCopies(DOCUMENTS, copies, skew, 7);
        assertEquals(duplicates(some), some.duplicates());
      }
    }
  }

  @Test
  public void soManyAreCopiesAndShareASegment() {
    PlantedCopies exact = new PlantedCopies(20_000, 0.4, 0.3, 42);
    long common =
        IntStream.range(0, 20_000)
            .filter(
                i ->
                    Fingerprint.segment(exact.fingerprint(i), DataSet.COMMON_SEGMENT)
                        == DataSet.COMMON_VALUE)
            .count();
    assertEquals(0.3, common / 20_000.0, 0.03);
    // Two copies of one origin can be too far from each other for one group.
    double duplicates = exact.duplicates() / 20_000.0;
    assertTrue("" + duplicates, duplicates > 0.33 && duplicates < 0.41);
  }

  @Test
  public void everyPlaceIsADocument() {
    assertEquals(
        DOCUMENTS,
        IntStream.range(0, DOCUMENTS)
            .mapToObj(i -> new PlantedCopies(DOCUMENTS, 0, 0, 1).fingerprint(i))
            .distinct()
            .count());
    // Copies are not next to their origin.
    int near = 0;
    for (int i = 1; i < DOCUMENTS; i++) {
      long one = planted.fingerprint(i - 1);
      near += Fingerprint.distance(one, planted.fingerprint(i)) <= 2 * DISTANCE ? 1 : 0;
    }
    assertEquals(0, near);
  }

  @Test
  public void isTheSameForTheSameSeed() {
    PlantedCopies same = new PlantedCopies(DOCUMENTS, 0.4, 0.3, 42);
    for (int i = 0; i < DOCUMENTS; i += 100) {
      assertEquals(planted.fingerprint(i), same.fingerprint(i));
      assertEquals(planted.clicks(i), same.clicks(i));
    }
    assertEquals(planted.fingerprint(0), planted.sample(10)[0]);
    assertEquals(planted.fingerprint(DOCUMENTS * 9 / 10), planted.sample(10)[9]);
  }

  @Test
  public void slackGrowsWithThePairsThatChanceMakes() {
    assertEquals(10, new PlantedCopies(1_000_000, 0.4, 0, 1).slack());
    long skewed = new PlantedCopies(10_000_000, 0.4, 0.3, 1).slack();
    assertTrue("" + skewed, skewed > 500 && skewed < 2_000);
  }

  @Test
  public void refusesPartsThatAreNone() {
    assertThrows(IllegalArgumentException.class, () -> new PlantedCopies(10, 1.4, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> new PlantedCopies(10, 0, -0.1, 1));
  }
}
