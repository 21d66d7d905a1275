// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import java.util.HashSet;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.test.OpenSearchTestCase;

public class IngestLimitsTests extends OpenSearchTestCase {
  private static final String KEY = "plugins.near_dup.max_text_length";

  private static Settings setting(Object value) {
    return Settings.builder().put(KEY, value.toString()).build();
  }

  public void testBounds() {
    assertMax(5_000_000, new IngestLimits(Settings.EMPTY));
    assertMax(1, new IngestLimits(setting(1)));
    assertMax(100_000_000, new IngestLimits(setting(100_000_000)));
    for (Object wrong : new Object[] {0, 100_000_001, "long"}) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> new IngestLimits(setting(wrong)));
      assertTrue(e.getMessage(), e.getMessage().contains("[" + KEY + "]"));
    }
  }

  public void testFollowsTheClusterSettings() {
    ClusterSettings clusterSettings =
        new ClusterSettings(Settings.EMPTY, new HashSet<>(IngestLimits.settings()));
    IngestLimits limits = new IngestLimits(Settings.EMPTY);
    limits.listen(clusterSettings);
    clusterSettings.applySettings(setting(10));
    assertMax(10, limits);
    clusterSettings.applySettings(Settings.EMPTY);
    assertMax(5_000_000, limits);
    assertTrue(IngestLimits.MAX_TEXT_LENGTH.isDynamic());
    assertTrue(IngestLimits.MAX_TEXT_LENGTH.hasNodeScope());
  }

  private static void assertMax(int length, IngestLimits limits) {
    limits.checkTextLength(length);
    expectThrows(TextTooLongException.class, () -> limits.checkTextLength(length + 1L));
  }

  public void testTextLength() {
    IngestLimits limits = new IngestLimits(setting(10));
    limits.checkTextLength(10);
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> limits.checkTextLength(1L << 32));
    assertEquals(
        "the text to fingerprint must have at most [10] characters, got [4294967296]; shorten it,"
            + " or raise the cluster setting [plugins.near_dup.max_text_length]",
        e.getMessage());
  }
}
