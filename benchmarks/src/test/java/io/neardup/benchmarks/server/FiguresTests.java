// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import static org.junit.Assert.assertEquals;

import java.time.Duration;
import org.junit.Test;

public class FiguresTests {
  @Test
  public void percentilesAreTimesThatWereMeasured() {
    Figures figures = new Figures();
    for (int i = 1000; i >= 1; i--) {
      figures.add(i * 1000L, 2);
    }
    figures.addCpu(Duration.ofMillis(3));
    figures.addCpu(Duration.ofMillis(4));
    assertEquals(1000, figures.count());
    assertEquals(500, figures.percentile(50), 0);
    assertEquals(990, figures.percentile(99), 0);
    assertEquals(7, figures.cpu(), 0);
    assertEquals(2, figures.hits(), 0);
  }

  @Test
  public void thePercentileOfFewIsOneOfThem() {
    Figures figures = new Figures();
    figures.add(3000, 0);
    figures.add(1000, 1);
    assertEquals(1, figures.percentile(50), 0);
    assertEquals(3, figures.percentile(99), 0);
    assertEquals(0.5, figures.hits(), 0);
  }
}
