// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.resolve;

import org.opensearch.action.ActionType;

/** Turns ids and documents into fingerprints, before the search that asks for them is sent out. */
public final class ResolveFingerprintsAction extends ActionType<ResolveFingerprintsResponse> {
  public static final String NAME = "indices:data/read/near_dup/resolve";
  public static final ResolveFingerprintsAction INSTANCE = new ResolveFingerprintsAction();

  private ResolveFingerprintsAction() {
    super(NAME, ResolveFingerprintsResponse::new);
  }
}
