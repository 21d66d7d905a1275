// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import org.opensearch.action.ActionType;

/** Counts the values of the segments of fingerprints. */
public final class SegmentsAction extends ActionType<SegmentsResponse> {
  /** The name that a role grants; the action group {@code indices_monitor} contains it. */
  public static final String NAME = "indices:monitor/near_dup/segments";

  public static final SegmentsAction INSTANCE = new SegmentsAction();

  private SegmentsAction() {
    super(NAME, SegmentsResponse::new);
  }
}
