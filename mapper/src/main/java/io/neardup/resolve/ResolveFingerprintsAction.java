// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.resolve;

import io.neardup.request.LocalAction;

/** Resolves ids and documents to fingerprints before a search is sent to the shards. */
public final class ResolveFingerprintsAction extends LocalAction<ResolveFingerprintsResponse> {
  public static final String NAME = "indices:data/read/near_dup/resolve";
  public static final ResolveFingerprintsAction INSTANCE = new ResolveFingerprintsAction();

  private ResolveFingerprintsAction() {
    super(NAME);
  }
}
