// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import java.util.List;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.unit.ByteSizeUnit;
import org.opensearch.core.common.unit.ByteSizeValue;

/** The settings of the processor {@code near_dup}; all are dynamic. */
public final class NearDupIngestSettings {
  /** Whether the processor is enabled; if not, documents pass unchanged. */
  public static final Setting<Boolean> ENABLED =
      Setting.boolSetting(
          "plugins.near_dup.ingest.enabled", true, Property.Dynamic, Property.NodeScope);

  /** How long a document waits for its decision before it is decided from the index alone. */
  public static final Setting<TimeValue> TIMEOUT =
      time("plugins.near_dup.ingest.timeout", TimeValue.timeValueSeconds(10), 100);

  /** The maximum number of claims that the home of a domain holds. */
  public static final Setting<Integer> WINDOW_ENTRIES =
      Setting.intSetting(
          "plugins.near_dup.ingest.window.entries",
          200_000,
          0,
          10_000_000,
          Property.Dynamic,
          Property.NodeScope);

  /** The maximum memory of all windows of a node. */
  public static final Setting<ByteSizeValue> WINDOW_SIZE =
      Setting.byteSizeSetting(
          "plugins.near_dup.ingest.window.size",
          new ByteSizeValue(256, ByteSizeUnit.MB),
          ByteSizeValue.ZERO,
          new ByteSizeValue(16, ByteSizeUnit.GB),
          Property.Dynamic,
          Property.NodeScope);

  /** How often a home refreshes the indexes in which claimed documents were written. */
  public static final Setting<TimeValue> REFRESH_INTERVAL =
      time("plugins.near_dup.ingest.refresh_interval", TimeValue.timeValueSeconds(5), 50);

  /** How long writes of a lost node may still arrive. */
  public static final Setting<TimeValue> LOST_AFTER =
      time("plugins.near_dup.ingest.lost_after", TimeValue.timeValueSeconds(60), 0);

  private volatile boolean enabled;
  private volatile TimeValue timeout;
  private volatile int windowEntries;
  private volatile long windowBytes;
  private volatile TimeValue refreshInterval;
  private volatile TimeValue lostAfter;

  /** Reads the settings of the node. */
  public NearDupIngestSettings(Settings settings) {
    enabled = ENABLED.get(settings);
    timeout = TIMEOUT.get(settings);
    windowEntries = WINDOW_ENTRIES.get(settings);
    windowBytes = WINDOW_SIZE.get(settings).getBytes();
    refreshInterval = REFRESH_INTERVAL.get(settings);
    lostAfter = LOST_AFTER.get(settings);
  }

  private static Setting<TimeValue> time(String key, TimeValue defaultValue, long minMillis) {
    return Setting.timeSetting(
        key,
        defaultValue,
        TimeValue.timeValueMillis(minMillis),
        TimeValue.timeValueMinutes(10),
        Property.Dynamic,
        Property.NodeScope);
  }

  /** The settings to register. */
  public static List<Setting<?>> settings() {
    return List.of(ENABLED, TIMEOUT, WINDOW_ENTRIES, WINDOW_SIZE, REFRESH_INTERVAL, LOST_AFTER);
  }

  /** Follows updates of the settings from now on. */
  public void listen(ClusterSettings clusterSettings) {
    clusterSettings.addSettingsUpdateConsumer(ENABLED, value -> enabled = value);
    clusterSettings.addSettingsUpdateConsumer(TIMEOUT, value -> timeout = value);
    clusterSettings.addSettingsUpdateConsumer(WINDOW_ENTRIES, value -> windowEntries = value);
    clusterSettings.addSettingsUpdateConsumer(WINDOW_SIZE, value -> windowBytes = value.getBytes());
    clusterSettings.addSettingsUpdateConsumer(REFRESH_INTERVAL, value -> refreshInterval = value);
    clusterSettings.addSettingsUpdateConsumer(LOST_AFTER, value -> lostAfter = value);
  }

  public boolean enabled() {
    return enabled;
  }

  public TimeValue timeout() {
    return timeout;
  }

  int windowEntries() {
    return windowEntries;
  }

  long windowBytes() {
    return windowBytes;
  }

  TimeValue refreshInterval() {
    return refreshInterval;
  }

  TimeValue lostAfter() {
    return lostAfter;
  }
}
