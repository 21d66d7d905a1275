// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.fingerprint.pairs.NearPairs;
import java.util.List;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.unit.ByteSizeUnit;
import org.opensearch.core.common.unit.ByteSizeValue;

/** What the groups of whole indexes may cost a node; follows the cluster settings. */
public final class GroupsSettings {
  /** The memory of all jobs that a node coordinates. */
  public static final Setting<ByteSizeValue> MEMORY =
      Setting.memorySizeSetting(
          "plugins.near_dup.groups.memory", "10%", Property.Dynamic, Property.NodeScope);

  /** The greatest distance of a job. */
  static final Setting<Integer> MAX_DISTANCE =
      Setting.intSetting(
          "plugins.near_dup.groups.max_distance",
          NearPairs.MAX_DISTANCE,
          0,
          NearPairs.MAX_DISTANCE,
          Property.Dynamic,
          Property.NodeScope);

  /** How many jobs a node coordinates at a time. */
  static final Setting<Integer> MAX_CONCURRENT =
      Setting.intSetting(
          "plugins.near_dup.groups.max_concurrent", 1, 1, 16, Property.Dynamic, Property.NodeScope);

  /**
   * What shards send at a time, all together: less than half a region of the heap, of which G1 has
   * 2,048. Larger arrays are not collected before the young generation is full; on a heap of 2 GB
   * their garbage filled all of it.
   */
  static final Setting<ByteSizeValue> PAGE_SIZE =
      Setting.byteSizeSetting(
          "plugins.near_dup.groups.page_size",
          new ByteSizeValue(Math.clamp(Runtime.getRuntime().maxMemory() >> 13, 64 << 10, 1 << 20)),
          new ByteSizeValue(1, ByteSizeUnit.KB),
          new ByteSizeValue(64, ByteSizeUnit.MB),
          Property.Dynamic,
          Property.NodeScope);

  /** Where one node alone has the data, nobody else could join. */
  private static final int BY_DATA_NODES = -1;

  private static final int LOCAL_AMONG_NODES = 1_000_000;

  /** A job of more documents is joined by the data nodes. */
  static final Setting<Integer> LOCAL_DOCUMENTS =
      Setting.intSetting(
          "plugins.near_dup.groups.local_documents",
          BY_DATA_NODES,
          BY_DATA_NODES,
          Property.Dynamic,
          Property.NodeScope);

  private volatile ByteSizeValue memory;
  private volatile int maxDistance;
  private volatile int maxConcurrent;
  private volatile ByteSizeValue pageSize;
  private volatile int localDocuments;

  /** The settings that a node starts with. */
  public GroupsSettings(Settings settings) {
    memory = MEMORY.get(settings);
    maxDistance = MAX_DISTANCE.get(settings);
    maxConcurrent = MAX_CONCURRENT.get(settings);
    pageSize = PAGE_SIZE.get(settings);
    localDocuments = LOCAL_DOCUMENTS.get(settings);
  }

  /** The settings, for the plugin to register. */
  public static List<Setting<?>> settings() {
    return List.of(MEMORY, MAX_DISTANCE, MAX_CONCURRENT, PAGE_SIZE, LOCAL_DOCUMENTS);
  }

  /** Follows updates of the settings from now on. */
  public void listen(ClusterSettings clusterSettings) {
    clusterSettings.addSettingsUpdateConsumer(MEMORY, value -> memory = value);
    clusterSettings.addSettingsUpdateConsumer(MAX_DISTANCE, value -> maxDistance = value);
    clusterSettings.addSettingsUpdateConsumer(MAX_CONCURRENT, value -> maxConcurrent = value);
    clusterSettings.addSettingsUpdateConsumer(PAGE_SIZE, value -> pageSize = value);
    clusterSettings.addSettingsUpdateConsumer(LOCAL_DOCUMENTS, value -> localDocuments = value);
  }

  public ByteSizeValue memory() {
    return memory;
  }

  int maxDistance() {
    return maxDistance;
  }

  int maxConcurrent() {
    return maxConcurrent;
  }

  public long pageSize() {
    return pageSize.getBytes();
  }

  /** How many documents the node that receives a job joins itself, if it has the memory. */
  int localDocuments(int dataNodes) {
    if (localDocuments != BY_DATA_NODES) {
      return localDocuments;
    }
    return dataNodes > 1 ? LOCAL_AMONG_NODES : Integer.MAX_VALUE;
  }
}
