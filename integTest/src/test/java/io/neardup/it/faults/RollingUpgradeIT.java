// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;

import io.neardup.chaos.Chaos;
import io.neardup.it.Clusters;
import io.neardup.server.Distribution;
import java.util.Random;
import org.junit.Test;

/**
 * Three nodes are upgraded to a newer server one after the other, while many clients write and
 * read: no document is lost, no two near documents are both new, no answer is wrong. Run by {@code
 * ./mvnw -Pupgrade -Dopensearch.version=3.6.0}; the zip is built for the older server, and the
 * newer one runs it too, or the one that {@code -Dupgrade.zip} names.
 */
public class RollingUpgradeIT {
  private static final System.Logger LOGGER = System.getLogger(RollingUpgradeIT.class.getName());

  @Test
  public void nothingIsLostAndNoAnswerIsWrong() throws Exception {
    Distribution newer = Distribution.at(Clusters.path("near-dup.newer-server"));
    newer.install(Clusters.path("near-dup.newer-zip"));
    Chaos chaos =
        new Chaos(
            settings -> Clusters.start("upgrade", 3, settings),
            new Random().nextInt(1_000_000),
            Clusters.path("near-dup.chaos"),
            line -> LOGGER.log(System.Logger.Level.INFO, line));
    chaos.upgrade(newer);
    assertEquals(chaos.figures(), "", chaos.faults());
  }
}
