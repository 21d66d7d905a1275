// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.request.LocalAction;

/** Fingerprints texts without indexing them; requires no permission on any index. */
public final class SimHashAction extends LocalAction<SimHashResponse> {
  /** The name for roles to grant. */
  public static final String NAME = "cluster:monitor/near_dup/simhash";

  public static final SimHashAction INSTANCE = new SimHashAction();

  private SimHashAction() {
    super(NAME);
  }
}
