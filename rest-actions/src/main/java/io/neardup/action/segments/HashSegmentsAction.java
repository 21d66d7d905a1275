// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.request.LocalAction;

/** Counts the values of the segments of fingerprints. */
public final class HashSegmentsAction extends LocalAction<HashSegmentsResponse> {
  /** The name for roles to grant; the action group {@code indices_monitor} contains it. */
  public static final String NAME = "indices:monitor/near_dup/segments";

  public static final HashSegmentsAction INSTANCE = new HashSegmentsAction();

  private HashSegmentsAction() {
    super(NAME);
  }
}
