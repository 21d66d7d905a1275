// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.groups.pit.Columns.Part;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.ingest.neardup.StoredDecision;
import io.neardup.ingest.search.KeysReader;
import java.util.Map;
import java.util.function.Supplier;

/** The documents of a job with their groups, by row, in the order in which they were decided. */
public interface RankedDocs {
  /**
   * A version of a document.
   *
   * @param source the fields that were asked for
   */
  record Doc(DocumentId id, Map<String, Object> source) {
    /**
     * What it is compared by.
     *
     * @param part that it is of
     * @throws IllegalArgumentException (HTTP 400) naming it if it cannot be compared
     */
    public KeysReader.Read read(StoredDecider decider, Part part) {
      try {
        return decider.read(id.index(), source);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "document ["
                + id.id()
                + "] of ["
                + id.index()
                + "] cannot be compared: "
                + e.getMessage()
                + (part == Part.GIVEN
                    ? "; leave it out of [against]"
                    : "; leave it out by a [query]"),
            e);
      }
    }
  }

  /** Whether they were compared: what has no fingerprint is new in any case. */
  default boolean areCompared() {
    return true;
  }

  /** Whether their order plays a part: those that are near no other one are new in any. */
  default boolean isOrdered() {
    return true;
  }

  /** Whether nothing but their names orders two documents, so that either may come first. */
  default boolean areEqual(int row, int other) {
    return false;
  }

  /** How many there are. */
  int size();

  /** Whether a duplicate matches its canonical where, and as well as, a decision tells. */
  default boolean isMatchOf(int row, StoredDecision decision) {
    return true;
  }

  /** The row of the document at this place of the order. */
  int row(int rank);

  /** Whether a document was said to be canonical already. */
  boolean isGiven(int row);

  /** The row of the canonical of a document: its own if it is canonical. */
  int leader(int row);

  /** The distance to the canonical. */
  int distance(int row);

  /**
   * Asks for documents as they were when the job began, by row, with these fields of their sources.
   */
  Supplier<Map<Integer, Doc>> read(int[] rows, String... fields);
}
