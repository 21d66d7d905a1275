// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.fingerprint.pairs.NearPairs;
import java.util.List;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.core.common.unit.ByteSizeUnit;
import org.opensearch.core.common.unit.ByteSizeValue;

/** What the groups of whole indexes may cost a node. */
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

  private final ClusterSettings settings;

  public GroupsSettings(ClusterSettings settings) {
    this.settings = settings;
  }

  /** The settings, for the plugin to register. */
  public static List<Setting<?>> settings() {
    return List.of(MEMORY, MAX_DISTANCE, MAX_CONCURRENT, PAGE_SIZE, LOCAL_DOCUMENTS);
  }

  public ByteSizeValue memory() {
    return settings.get(MEMORY);
  }

  int maxDistance() {
    return settings.get(MAX_DISTANCE);
  }

  int maxConcurrent() {
    return settings.get(MAX_CONCURRENT);
  }

  public long pageSize() {
    return settings.get(PAGE_SIZE).getBytes();
  }

  /** How many documents the node that receives a job joins itself, if it has the memory. */
  int localDocuments(int dataNodes) {
    int local = settings.get(LOCAL_DOCUMENTS);
    if (local != BY_DATA_NODES) {
      return local;
    }
    return dataNodes > 1 ? LOCAL_AMONG_NODES : Integer.MAX_VALUE;
  }
}
