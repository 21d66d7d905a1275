// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.request.LocalAction;

/** Signs texts without indexing them; requires no permission on any index. */
public final class MinHashAction extends LocalAction<MinHashResponse> {
  /** The name for roles to grant. */
  public static final String NAME = "cluster:monitor/near_dup/minhash";

  public static final MinHashAction INSTANCE = new MinHashAction();

  private MinHashAction() {
    super(NAME);
  }
}
