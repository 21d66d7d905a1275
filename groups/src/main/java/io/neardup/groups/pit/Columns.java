// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.groups.page.PageFilter;
import org.opensearch.common.Nullable;

/**
 * What is read of a point in time.
 *
 * @param part of which documents
 * @param printsOnly whether fingerprints alone are needed, not what orders or verifies them
 * @param filter which fingerprints; null for all
 */
public record Columns(Part part, boolean printsOnly, @Nullable PageFilter filter) {
  /** Which documents. */
  public enum Part {
    /** Those that are canonical already. */
    GIVEN,
    /** All others. */
    GROUPED,
    /** Both. */
    ALL
  }

  /** All that decides about groups. */
  public static Columns whole(Part part, @Nullable PageFilter filter) {
    return new Columns(part, false, filter);
  }

  /** Fingerprints alone. */
  public static Columns prints(Part part, @Nullable PageFilter filter) {
    return new Columns(part, true, filter);
  }
}
