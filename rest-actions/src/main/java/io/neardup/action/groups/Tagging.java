// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.action.groups.apply.Tagger;
import io.neardup.action.groups.apply.Tally;
import io.neardup.action.groups.apply.WriteProbe;
import io.neardup.aggregation.KeepField;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.request.Answers;
import java.util.Set;
import java.util.stream.Collectors;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;

/** How a job writes its groups into the documents. */
final class Tagging {
  private final GroupsJob.Node node;
  private final GroupsRequest request;
  private final Set<String> indices;
  private final StoredDecider decider;

  /**
   * Prepares a job, which reads its documents in the order of their decisions.
   *
   * @throws IllegalArgumentException if the ingest processor could not go on with its groups
   */
  Tagging(GroupsJob.Node node, GroupsRequest request, Set<ShardId> shards) {
    this.node = node;
    this.request = request;
    this.indices = shards.stream().map(ShardId::getIndexName).collect(Collectors.toSet());
    this.decider =
        StoredDecider.of(
            node.ingest(),
            request.field(),
            request.nearness().distance(request.field(), false),
            request.scope(),
            request.targetField(),
            indices);
    // What is decided keeps its place: an earlier decision is never changed for quality.
    request.orderFirstBy(new KeepField(decider.targetField() + ".seq", false));
  }

  /** Fails unless the user may write. */
  void probe(WriteProbe probe, ActionListener<Void> listener) {
    probe.run(indices, listener);
  }

  /**
   * Tags all documents, in the order of the replay.
   *
   * @param batch documents to read at a time
   */
  void run(RankOrder.Groups ranking, GroupsTask task, int batch, ActionListener<Tally> listener) {
    int half = Math.max(1, batch / 2);
    RankOrder.of(
        ranking,
        half,
        Answers.then(
            listener,
            (ranks, next) ->
                new Tagger(
                        node.client(),
                        node.threadPool(),
                        decider,
                        ranks,
                        task,
                        request.requestsPerSecond(),
                        half)
                    .run(next)));
  }
}
