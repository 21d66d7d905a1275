// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.apply.ReviewedRecords.Duplicate;
import io.neardup.groups.apply.ReviewedRecords.Duplicates;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.job.Tally;
import java.util.List;

/**
 * Deletes what the records of a run tell to be duplicates. Nothing is compared again: of groups
 * that are half gone another member could become canonical.
 */
final class Deletion {
  private final DestIndex dest;
  private final ReviewedRecords records;
  private final Deleter deleter;

  /**
   * @param dest that is this run's, with all its records
   */
  Deletion(DestIndex dest, ReviewedRecords records, Deleter deleter) {
    this.dest = dest;
    this.records = records;
    this.deleter = deleter;
  }

  /** Returns what became of the duplicates. */
  Tally run() {
    records.eachDuplicates(this::delete);
    return deleter.tally();
  }

  private void delete(Duplicates duplicates) {
    deleter.leave(duplicates.kept(), duplicates.unled());
    List<Duplicate> going = duplicates.documents();
    int batch = deleter.batch(going.size());
    for (int from = 0; from < going.size(); from += batch) {
      dest.requireOwned();
      deleter.delete(going.subList(from, Math.min(going.size(), from + batch)));
    }
  }
}
