// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.Collection;
import java.util.Objects;
import org.opensearch.cluster.ClusterState;
import org.opensearch.common.settings.Setting;

/** What the settings of indexes allow a search of all of them. */
public final class IndexLimits {
  private IndexLimits() {}

  /**
   * The least limit.
   *
   * @param indices concrete names; those that are gone do not count
   * @param most if all of them allow more
   */
  public static int least(
      Setting<Integer> limit, ClusterState state, Collection<String> indices, int most) {
    return indices.stream()
        .map(state.metadata()::index)
        .filter(Objects::nonNull)
        .mapToInt(index -> limit.get(index.getSettings()))
        .reduce(most, Math::min);
  }
}
