// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.apply.ReviewedRecords.Duplicate;
import io.neardup.groups.apply.ReviewedRecords.Duplicates;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.dest.DestRecords;
import io.neardup.groups.job.Tally;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.ingest.neardup.StoredDecider;
import java.util.List;
import java.util.Map;

/**
 * Does with documents what the records of a run say.
 *
 * @param dest that is this run's, with all its records
 * @param sources the indexes that were grouped, and that the user may write to, with their UUIDs
 */
public record Recorded(Job job, DestIndex dest, Map<String, String> sources) {
  /**
   * Deletes the duplicates. Nothing is compared again: of groups that are half gone another member
   * could become canonical.
   */
  public Tally delete() {
    Deleter deleter = new Deleter(job, sources);
    reviewed().eachDuplicates(duplicates -> delete(duplicates, deleter));
    return deleter.tally();
  }

  private void delete(Duplicates duplicates, Deleter deleter) {
    deleter.leave(duplicates.kept(), duplicates.unled());
    List<Duplicate> going = duplicates.documents();
    int batch = deleter.batch(going.size());
    for (int from = 0; from < going.size(); from += batch) {
      dest.requireOwned();
      deleter.delete(going.subList(from, Math.min(going.size(), from + batch)));
    }
  }

  /** Writes decisions into all documents that have a record. */
  public Tally tag(StoredDecider decider) {
    TagWriter writer = new TagWriter(job, new BoundIndexes(sources), decider.fields());
    return new RecordedTags(job, dest, reviewed(), decider, writer).run();
  }

  private ReviewedRecords reviewed() {
    ReviewedRecords records = new ReviewedRecords(new DestRecords(job, dest), sources);
    records.require();
    return records;
  }

  /** How many groups the records tell of. */
  public long groups() {
    return ReviewedRecords.groups(new DestRecords(job, dest));
  }

  /** How many duplicates the records tell of. */
  public long duplicates() {
    return ReviewedRecords.duplicates(new DestRecords(job, dest));
  }
}
