// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import java.util.Objects;

/**
 * Gives processors and the filter access to the node's {@link NearDupService}, which is created
 * after them.
 */
public final class NearDupIngest {
  private volatile NearDupService service;

  void set(NearDupService made) {
    service = made;
  }

  /** The service; it exists before the node calls any processor or filter. */
  public NearDupService service() {
    return Objects.requireNonNull(service);
  }
}
