// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import java.util.Objects;

/**
 * Where processors and the filter find the node's {@link NearDupService}, which is made after them.
 */
public final class NearDupIngest {
  private volatile NearDupService service;

  void set(NearDupService made) {
    service = made;
  }

  /** The service; the node calls processors and filters only when it is there. */
  public NearDupService service() {
    return Objects.requireNonNull(service);
  }
}
