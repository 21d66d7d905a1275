// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.pit.RankedDocs;
import io.neardup.groups.pit.RankedDocs.Doc;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.ingest.neardup.StoredDecision;
import io.neardup.ingest.search.KeysReader;
import io.neardup.sequencer.Claim.Ruling;
import io.neardup.sequencer.Group;
import java.util.Map;
import org.opensearch.common.Nullable;

/**
 * Decisions as the replay makes them, whatever documents have. A canonical that was one keeps its
 * group. A decision may stay if it says the same and its number comes after those of the documents
 * before, so that the numbers are in the order of the replay, but for equal documents.
 */
final class Rulings {
  private final StoredDecider decider;

  /** The greatest so far, as long as all have kept their decisions; all later ones are greater. */
  private long greatest = -1;

  /** The same before those that are equal to the last document. */
  private long before = -1;

  private int last = -1;

  Rulings(StoredDecider decider) {
    this.decider = decider;
  }

  /** Null if a document is not near its canonical any more. */
  @Nullable Tag of(RankedDocs docs, int row, Map<Integer, Doc> found, KeysReader.Read read) {
    Doc doc = found.get(row);
    Doc leader = found.get(docs.leader(row));
    Ruling ruling =
        docs.leader(row) == row
            ? new Ruling(group(doc), null)
            : decider.duplicate(
                read.keys(),
                group(leader),
                leader.id().ref(),
                decider.read(leader.id().index(), leader.source()).keys());
    return ruling == null ? null : Tag.ruled(decider, doc, read, ruling, false);
  }

  /** The group that a canonical leads. */
  private Group group(Doc canonical) {
    StoredDecision stored = decider.stored(canonical.source());
    return stored.isCanonical() ? stored.group() : Group.parse(canonical.id().group());
  }

  /** Whether a document may keep its decision. Asked in the order of the replay. */
  boolean isSaid(RankedDocs docs, int row, Tag tag, Map<Integer, Doc> found) {
    StoredDecision stored = decider.stored(found.get(row).source());
    boolean said = decider.isRuled(stored, tag.claim());
    if (docs.isOrdered() && docs.isGiven(row) == false) {
      if (last < 0 || docs.areEqual(last, row) == false) {
        before = greatest;
      }
      last = row;
      int leader = docs.leader(row);
      said &=
          greatest < Long.MAX_VALUE
              && stored.seq() > before
              && (leader == row || stored.seq() > decider.stored(found.get(leader).source()).seq());
      greatest = said ? Math.max(greatest, stored.seq()) : Long.MAX_VALUE;
    }
    return said;
  }
}
