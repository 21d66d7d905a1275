// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.Decision;
import io.neardup.sequencer.DocRef;
import java.util.Map;
import org.opensearch.common.Nullable;

/**
 * A decision that is to be written.
 *
 * @param claim number of the claim, which is to be settled
 * @param object the value of the target field
 * @param match what it is a duplicate of; null if it is new
 */
public record Decided(long claim, Map<String, Object> object, @Nullable Decision.Match match) {
  /** The document that it is a duplicate of; null if it is new. */
  public @Nullable DocRef of() {
    return match == null ? null : match.of();
  }

  /** As it will be read when it is stored. */
  public StoredDecision stored() {
    return StoredDecision.of(object);
  }
}
