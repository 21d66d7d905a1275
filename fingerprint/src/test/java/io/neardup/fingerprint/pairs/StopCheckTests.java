// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.concurrent.CancellationException;
import org.junit.Test;

public class StopCheckTests {
  @Test
  public void someStepsOfALoop() {
    int[] looks = new int[1];
    StopCheck stop = () -> looks[0]++;
    for (int step = 0; step < 1_000_000; step++) {
      stop.checkAt(step);
    }
    assertEquals(3907, looks[0]);
  }

  @Test
  public void whatStopsStillDoes() {
    StopCheck stop =
        () -> {
          throw new CancellationException();
        };
    assertThrows(CancellationException.class, stop::check);
    assertThrows(CancellationException.class, () -> stop.checkAt(0));
  }
}
