// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.Group;
import java.util.Collection;
import java.util.Set;
import org.opensearch.core.action.ActionListener;

/** Gives groups that have lost their canonical a new one. */
public interface GroupPromoter {
  /**
   * Makes a member canonical in each of these groups that has none in the index; answers with those
   * that have one.
   */
  void promote(DomainSpec spec, Collection<Group> groups, ActionListener<Set<Group>> listener);
}
