// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

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
}
