// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;

import io.neardup.chaos.Chaos;
import io.neardup.it.Clusters;
import java.time.Duration;
import java.util.Random;
import org.junit.Test;

/**
 * Nodes are killed and frozen, and shards moved, while many clients write: nothing is lost, and no
 * two near documents are both new. Run by {@code ./mvnw -Pchaos}; 0 minutes means the short form.
 */
public class ChaosIT {
  private static final System.Logger LOGGER = System.getLogger(ChaosIT.class.getName());

  @Test
  public void nothingIsLostAndNoneAreBothNew() throws Exception {
    int minutes = Integer.parseInt(property("chaos.minutes", "0"));
    long seed = Long.parseLong(property("chaos.seed", "" + new Random().nextInt(1_000_000)));
    Chaos chaos =
        new Chaos(
            settings -> Clusters.start("chaos", 3, settings),
            seed,
            Clusters.path("near-dup.chaos"),
            line -> LOGGER.log(System.Logger.Level.INFO, line));
    if (minutes == 0) {
      chaos.brief();
    } else {
      chaos.run(Duration.ofMinutes(minutes));
    }
    assertEquals(chaos.figures(), "", chaos.faults());
  }

  private static String property(String name, String otherwise) {
    String value = System.getProperty(name, "");
    return value.isBlank() ? otherwise : value;
  }
}
