// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.opensearch.core.action.ActionListener;

/** Gives groups the canonical that they should have. */
public interface GroupPromoter {
  /**
   * Makes the right member canonical in each of these groups that has none, or another one, in the
   * index.
   */
  void promote(DomainSpec spec, Collection<Group> groups, ActionListener<Promoted> listener);

  /**
   * The answer.
   *
   * @param again groups of which a member was changed: what is to be done next in them may be found
   *     after a refresh
   * @param removable duplicates that are to be deleted, each with its canonical
   */
  record Promoted(Set<Group> again, Map<Hit, Hit> removable) {}
}
