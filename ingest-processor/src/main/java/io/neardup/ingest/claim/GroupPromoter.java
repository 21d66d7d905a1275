// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.search.FirstMembers.Removable;
import io.neardup.sequencer.Group;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;

/** Gives groups the canonical that they should have. */
public interface GroupPromoter {
  /**
   * Makes the right member canonical in each of these groups that has none, or another one, in the
   * index.
   *
   * @param after where what was found to be deleted ended; null at first
   */
  void promote(
      DomainSpec spec,
      Collection<Group> groups,
      @Nullable List<Object> after,
      ActionListener<Promoted> listener);

  /**
   * The answer.
   *
   * @param again groups of which a member was changed: what is to be done next in them may be found
   *     after a refresh
   * @param removable what is to be deleted in them
   * @param last after which there may be more of that; null if there is not
   */
  record Promoted(Set<Group> again, List<Removable> removable, @Nullable List<Object> last) {}
}
