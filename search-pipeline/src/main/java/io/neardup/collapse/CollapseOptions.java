// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.collapse.lost.LostOptions;
import io.neardup.target.Nearness;
import java.util.List;
import java.util.Map;
import org.opensearch.common.Nullable;

/**
 * Which hits are left out, and which one of them is shown.
 *
 * @param owner who was configured so, for messages
 * @param coverage of passages; null for the default
 * @param keep null to show the first
 * @param lost what may be lost with a hit; null if it does not matter
 */
record CollapseOptions(
    String owner,
    String field,
    Nearness nearness,
    @Nullable Double coverage,
    @Nullable Keep keep,
    List<String> scope,
    @Nullable LostOptions lost) {
  static final String NAME = "near_dup_collapse";

  static final String KNOWN =
      "field, max_distance, similarity, numbers, coverage, keep, scope, verify";

  /** Takes them out of a configuration. */
  static CollapseOptions take(Parameters parameters) {
    CollapseOptions options =
        new CollapseOptions(
            parameters.owner(),
            parameters.field(),
            parameters.nearness(),
            parameters.coverage(),
            parameters.keep(),
            parameters.scope(),
            parameters.lost());
    if (options.keep != null && options.lost != null) {
      throw options.refused(
          "[keep] shows hits in the place of those that others are compared with by [verify], so"
              + " that something could be lost; leave out one of them");
    }
    return options;
  }

  /** The same from a processor's configuration, in which nothing else may be. */
  static CollapseOptions of(Map<String, Object> config) {
    Parameters parameters = new Parameters(NAME, config);
    CollapseOptions options = take(parameters);
    parameters.refuseTheRest(KNOWN);
    return options;
  }

  /** Whether they are of a pipeline rather than of a request. */
  boolean isOfPipeline() {
    return owner.equals(NAME);
  }

  /** How a search does without. */
  String wayOut() {
    return isOfPipeline()
        ? "set [search_pipeline] to [_none]"
        : "leave [" + NAME + "] out of [ext]";
  }

  IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException("[" + owner + "] " + reason);
  }
}
