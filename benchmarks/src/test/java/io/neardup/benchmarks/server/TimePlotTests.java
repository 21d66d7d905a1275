// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Map;
import org.junit.Test;

public class TimePlotTests {
  @Test
  public void aPowerOfTenIsADecade() {
    String svg = TimePlot.svg("a < b", Map.of(10_000_000, 20.0, 100_000, 0.2, 1_000_000, 2.0));
    assertTrue(svg, svg.contains("a &lt; b"));
    // What grows evenly is a line.
    String points = svg.substring(svg.indexOf("points=\"") + 8);
    String[] at = points.substring(0, points.indexOf('"')).split("[ ,]");
    assertEquals(6, at.length);
    for (int axis = 0; axis < 2; axis++) {
      double first = Double.parseDouble(at[2 + axis]) - Double.parseDouble(at[axis]);
      double second = Double.parseDouble(at[4 + axis]) - Double.parseDouble(at[2 + axis]);
      assertEquals(axis == 0 ? 110 : -110, first, 0.11);
      assertEquals(first, second, 0.11);
    }
    assertTrue(svg, svg.contains(">10,000,000<") && svg.contains(">0.1 s<"));
  }

  @Test
  public void onePoint() {
    String svg = TimePlot.svg("one", Map.of(1_000_000, 1.0));
    assertTrue(svg, svg.contains("<circle") && svg.contains("NaN") == false);
  }
}
