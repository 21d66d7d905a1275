// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.request.LocalAction;

/** Finds near-duplicates in indexes that the caller may read. */
public final class NearDupAction extends LocalAction<NearDupResponse> {
  /** The name for roles to grant; the action groups {@code read} and {@code search} contain it. */
  public static final String NAME = "indices:data/read/near_dup";

  public static final NearDupAction INSTANCE = new NearDupAction();

  private NearDupAction() {
    super(NAME);
  }
}
