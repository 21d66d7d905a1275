// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.Set;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.test.OpenSearchTestCase;

public class NearDupLimitsTests extends OpenSearchTestCase {
  private static final String KEY = "plugins.near_dup.max_hashes";

  public void testDefaultAndConfigured() {
    assertEquals(10_000, new NearDupLimits(Settings.EMPTY).maxHashes());
    assertEquals(7, new NearDupLimits(Settings.builder().put(KEY, 7).build()).maxHashes());
  }

  public void testFollowsUpdates() {
    NearDupLimits limits = new NearDupLimits(Settings.EMPTY);
    ClusterSettings settings =
        new ClusterSettings(Settings.EMPTY, Set.copyOf(NearDupLimits.settings()));
    limits.listen(settings);
    settings.applySettings(Settings.builder().put(KEY, 12).build());
    assertEquals(12, limits.maxHashes());
    settings.applySettings(Settings.EMPTY);
    assertEquals(10_000, limits.maxHashes());
  }

  public void testBoundsOfTheSetting() {
    assertRefused(0, "must be >= 1");
    assertRefused(1_000_001, "must be <= 1000000");
    assertEquals(
        1_000_000, new NearDupLimits(Settings.builder().put(KEY, 1_000_000).build()).maxHashes());
  }

  private static void assertRefused(int value, String message) {
    Settings settings = Settings.builder().put(KEY, value).build();
    Exception e = expectThrows(IllegalArgumentException.class, () -> new NearDupLimits(settings));
    assertTrue(e.getMessage(), e.getMessage().contains("[" + KEY + "] " + message));
  }

  public void testCheck() {
    NearDupLimits limits = new NearDupLimits(Settings.builder().put(KEY, 2).build());
    limits.checkHashes("[hashes]", 2);
    Exception e =
        expectThrows(IllegalArgumentException.class, () -> limits.checkHashes("[hashes]", 3));
    assertEquals(
        "[hashes] may name at most [2] fingerprints, got [3]: send them in several requests, or"
            + " raise the cluster setting [plugins.near_dup.max_hashes]",
        e.getMessage());
  }

  public void testResults() {
    String key = "plugins.near_dup.max_results";
    NearDupLimits limits = new NearDupLimits(Settings.builder().put(key, 20).build());
    limits.checkResults(2, 10);
    limits.checkResults(1000, 0);
    Exception e = expectThrows(IllegalArgumentException.class, () -> limits.checkResults(3, 7));
    assertEquals(
        "[from] plus [size], times the number of questions, may be at most [20], got [7] times [3]:"
            + " ask for fewer hits, in several requests, or raise the cluster setting [plugins.near_dup.max_results]",
        e.getMessage());
    expectThrows(
        IllegalArgumentException.class,
        () -> limits.checkResults(Integer.MAX_VALUE, Integer.MAX_VALUE));
    ClusterSettings settings =
        new ClusterSettings(Settings.EMPTY, Set.copyOf(NearDupLimits.settings()));
    limits.listen(settings);
    settings.applySettings(Settings.builder().put(key, 21).build());
    limits.checkResults(3, 7);
    expectThrows(
        IllegalArgumentException.class,
        () -> new NearDupLimits(Settings.builder().put(key, 10_000_001).build()));
  }
}
