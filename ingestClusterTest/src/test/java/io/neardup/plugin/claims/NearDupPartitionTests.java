// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.opensearch.test.disruption.NetworkDisruption;
import org.opensearch.test.disruption.NetworkDisruption.NetworkLinkDisruptionType;
import org.opensearch.test.disruption.NetworkDisruption.TwoPartitions;

/**
 * The home of a domain is cut off while eight threads write, some of them through the very node
 * that is alone: whatever was acknowledged is there, and only decisions that say so miss a
 * duplicate.
 */
public class NearDupPartitionTests extends NearDupNetworkTestCase {

  public void testHomeIsCutOff() throws Exception {
    assertCutOff(NetworkDisruption.DISCONNECT, 1);
  }

  public void testHomeOfSeveralShardsIsCutOff() throws Exception {
    assertCutOff(NetworkDisruption.DISCONNECT, 3);
  }

  public void testHomeDoesNotAnswer() throws Exception {
    assertCutOff(NetworkDisruption.UNRESPONSIVE, 2);
  }

  private void assertCutOff(NetworkLinkDisruptionType type, int shards) throws Exception {
    create("-1", shards);
    String home = home(client());
    Set<String> others = new TreeSet<>(Arrays.asList(internalCluster().getNodeNames()));
    others.remove(home);
    String other = randomFrom(others.toArray(String[]::new));
    NetworkDisruption disruption =
        new NetworkDisruption(new TwoPartitions(Set.of(home), others), type);
    NearDupWriters writers =
        writtenDuring(
            disruption,
            () -> {
              assertAnotherHome(home, other);
              // For those who write meanwhile.
              TimeUnit.SECONDS.sleep(3);
            });
    assertTrue("some were written while it was alone: " + writers, writers.doubted() > 0);
    assertTrue(writers.toString(), writers.doubted() < writers.decided());
  }

  private void assertAnotherHome(String home, String asked) throws Exception {
    assertBusy(
        () -> {
          String now = home(internalCluster().client(asked));
          assertFalse(now, now.isEmpty() || now.equals(home));
        },
        60,
        TimeUnit.SECONDS);
  }
}
