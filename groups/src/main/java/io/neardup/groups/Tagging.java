// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.apply.Tagger;
import io.neardup.groups.job.Tally;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.replay.DomainDocs;
import io.neardup.groups.replay.Rule;
import io.neardup.groups.request.Action;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.ingest.domain.StageLoss;
import io.neardup.ingest.neardup.NearDupIngest;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.lost.IndexDocFreqs;
import io.neardup.target.KeepField;
import io.neardup.target.Nearness;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;

/** How a job writes its groups into the documents. */
final class Tagging {
  /** Documents tagged at a time. */
  private static final int MAX_BATCH = 1_000;

  private final Job job;
  private final Map<String, String> indexes;
  private final StoredDecider decider;
  private boolean settled = true;

  /**
   * Prepares a job, which reads its documents in the order of their decisions.
   *
   * @param indexes that are grouped, with their UUIDs
   * @throws IllegalArgumentException if the ingest processor could not go on with its groups
   */
  Tagging(Job job, Map<String, String> indexes) {
    this.job = job;
    this.indexes = indexes;
    this.decider = decider(job, indexes.keySet());
    GroupsRequest request = job.request();
    if (request.decidesAnew() == false) {
      // What is decided keeps its place: an earlier decision is never changed for quality.
      request.orderFirstBy(new KeepField(decider.targetField() + ".seq", false));
    }
  }

  /** Decides as the request says. */
  static StoredDecider decider(Job job, Set<String> indexes) {
    GroupsRequest request = job.request();
    NearDupIngest ingest = job.node().ingest();
    boolean repairs = request.action() == Action.REPAIR;
    boolean unsaid =
        repairs && request.nearness().equals(Nearness.DEFAULT) && request.verify() == null;
    Set<String> types = StoredDecider.types(ingest, request.field(), indexes);
    return StoredDecider.of(
        ingest,
        request.field(),
        unsaid ? null : Rule.of(request, types).stage(request),
        repairs && request.scope().isEmpty() ? null : request.scope(),
        request.targetField(),
        indexes);
  }

  /** Which of the documents that are canonical already get a decision, too. */
  QueryBuilder given() {
    return job.request().decidesAnew() ? decider.notNew() : decider.undecided();
  }

  /** The documents where more decides than the distance of one fingerprint; otherwise null. */
  @Nullable DomainDocs domain(PointInTime pointInTime, PointInTime.Extent extent, MemoryAccount memory) {
    if (decider.isByDistanceAlone()) {
      return null;
    }
    int batch = job.window(indexes.keySet(), MAX_BATCH);
    StageLoss loss = decider.loss();
    IndexDocFreqs freqs =
        new IndexDocFreqs(
                job.client(),
                source ->
                    new SearchRequest(indexes.keySet().toArray(String[]::new))
                        .source(source)
                        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID),
                loss == null ? List.of() : loss.fields(),
                memory)
            .orNone();
    return new DomainDocs(job, pointInTime, decider, extent, memory, batch, freqs);
  }

  /** Tags all documents: in the order of the replay, and then those that it had no need of. */
  Tally run(GroupsOutput output) {
    int documents = job.throttle().batch(decider.batch(job.window(indexes.keySet(), MAX_BATCH)));
    Tagger tagger = new Tagger(job, decider, null, new BoundIndexes(indexes), documents);
    if (output.domain() != null) {
      tagger.run(output.domain());
    } else {
      tagger.run(output.ranked(documents));
      output.others(documents).forEachPage(tagger::run, decider.fields());
    }
    settled = tagger.demoted() == 0;
    return tagger.tally();
  }

  /**
   * Whether the decisions are those of the replay. A canonical that has become a duplicate may have
   * been compared with others before that was known: another replay, of what is stored now, tells.
   */
  boolean isSettled() {
    return settled;
  }
}
