// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.xcontent.MediaType;

/** The documents of a job with their groups, by row, in the order in which they were decided. */
public interface RankedDocs {
  /**
   * A version of a document.
   *
   * @param source the fields that were asked for, at least
   * @param whole the format of the source if that is all of it, so that it may be written again
   */
  record Doc(DocumentId id, Map<String, Object> source, @Nullable MediaType whole) {}

  /** How many there are. */
  int size();

  /** The row of the document at this place of the order. */
  int row(int rank);

  /** Whether a document was said to be canonical already. */
  boolean isGiven(int row);

  /** The row of the canonical of a document: its own if it is canonical. */
  int leader(int row);

  /** The distance to the canonical. */
  int distance(int row);

  /** Reads documents as they were when the job began, with these fields of their sources. */
  void read(int[] rows, String[] fields, ActionListener<Map<Integer, Doc>> listener);
}
