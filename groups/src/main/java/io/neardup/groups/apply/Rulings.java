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
 * group. A decision may stay if it says the same and its number comes after that of the document
 * before, so that the numbers are in the order of the replay.
 */
final class Rulings {
  private final StoredDecider decider;

  /** Of the document before, as far as that has kept its decision; all later ones are greater. */
  private long before = -1;

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
  boolean isSaid(RankedDocs docs, int row, Tag tag, StoredDecision stored) {
    boolean said = decider.isRuled(stored, tag.claim());
    if (docs.isOrdered() && docs.isGiven(row) == false) {
      said &= stored.seq() > before;
      before = said ? stored.seq() : Long.MAX_VALUE;
    }
    return said;
  }
}
