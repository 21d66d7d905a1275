// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import org.opensearch.action.ActionType;

/** Collects the counters of nodes. */
public final class NearDupStatsAction extends ActionType<NearDupStatsResponse> {
  /** The name for roles to grant. */
  public static final String NAME = "cluster:monitor/near_dup/stats";

  public static final NearDupStatsAction INSTANCE = new NearDupStatsAction();

  private NearDupStatsAction() {
    super(NAME, NearDupStatsResponse::new);
  }
}
