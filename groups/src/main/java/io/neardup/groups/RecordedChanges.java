// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.GroupsResponse.Figures;
import io.neardup.groups.apply.Deleter;
import io.neardup.groups.apply.LossGuard;
import io.neardup.groups.apply.RecordLosses;
import io.neardup.groups.apply.RecordedTags;
import io.neardup.groups.apply.ReviewedRecords;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.dest.DestRecords;
import io.neardup.groups.dest.DestState;
import io.neardup.groups.dest.DestState.Stage;
import io.neardup.groups.job.Tally;
import io.neardup.groups.request.Action;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.groups.write.WriteProbe;
import io.neardup.ingest.neardup.StoredDecider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.opensearch.common.Nullable;

/**
 * Changes documents as the records of an earlier run say, and as nothing else does: those of one
 * that was cut short while it deleted, or that a person has looked at. What the index tells about
 * itself was written by whoever may write there, so that nothing of it is believed that the user
 * who asks could not have asked for themselves.
 *
 * @param dest that the records are in
 * @param state what it tells
 */
record RecordedChanges(Job job, DestIndex dest, DestState state) {
  /** Whether this is how a run that was cut short goes on: its records tell all. */
  static boolean goesOn(GroupsRequest request, DestState state) {
    return request.action() != Action.TAG
        && request.keepsNone() == false
        && state.stage() == Stage.WRITTEN;
  }

  /**
   * Changes them.
   *
   * @param readable the indexes that the request names, and the user was found to be allowed to
   *     read
   */
  GroupsResponse run(Set<String> readable) {
    long start = System.nanoTime();
    DestRecords records = new DestRecords(job, dest);
    Tally tally =
        job.request().action() == Action.REPORT ? reported(records) : changed(records, readable);
    dest.done();
    return new GroupsResponse(
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
        Figures.ofRecords(ReviewedRecords.groups(records), ReviewedRecords.duplicates(records)),
        List.of(),
        job.request().dest(),
        0,
        tally);
  }

  /** All is done but the mark that says so. */
  private @Nullable Tally reported(DestRecords records) {
    dest.takeOver(state);
    return job.request().loss() == null ? null : RecordLosses.told(records);
  }

  private Tally changed(DestRecords records, Set<String> readable) {
    Map<String, String> sources = state.sources();
    state.requireSameIndexes(job.node().clusterService().state(), readable);
    LossGuard.require(job, sources.keySet());
    GroupsRequest request = job.request();
    boolean deletes = request.action() == Action.DELETE;
    StoredDecider decider = deletes ? null : Tagging.decider(job, sources.keySet());
    new WriteProbe(job, deletes)
        .run(
            new BoundIndexes(deletes ? ReviewedRecords.changed(records, sources) : sources),
            sources.keySet());
    dest.takeOver(state);
    Tally tally =
        deletes
            ? new Deleter(job, dest, sources).run()
            : new RecordedTags(job, dest, decider, sources).run();
    job.refresh(sources.keySet());
    return tally;
  }
}
