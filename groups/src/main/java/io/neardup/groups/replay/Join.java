// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.fingerprint.pairs.ReplayOrder;
import io.neardup.fingerprint.pairs.Stars;

/** Finds what is near among documents of one scope, and replays it. */
public interface Join {
  /**
   * Replays what the documents have, each once.
   *
   * @param prints the fingerprints, or codes of a {@link SignatureCodes}
   * @param memory takes what is allocated
   */
  Stars replay(ReplayOrder order, DistinctFingerprints prints, MemoryAccount memory);
}
