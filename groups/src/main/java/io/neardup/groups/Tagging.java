// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.apply.Heirs;
import io.neardup.groups.apply.Tagger;
import io.neardup.groups.apply.WriteProbe;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.job.Tally;
import io.neardup.groups.page.KeepField;
import io.neardup.groups.replay.LoneDocs;
import io.neardup.groups.replay.RankOrder;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.GroupsRequest.Action.Kind;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.request.Listeners;
import java.util.List;
import java.util.Set;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.core.action.ActionListener;

/** How a job writes its groups into the documents. */
final class Tagging implements Change {
  /** Documents tagged at a time. */
  private static final int MAX_BATCH = 1_000;

  private final JobNode node;
  private final GroupsRequest request;
  private final StoredDecider decider;

  /**
   * Prepares a job, which reads its documents in the order of their decisions.
   *
   * @throws IllegalArgumentException if the ingest processor could not go on with its groups
   */
  Tagging(JobNode node, GroupsRequest request, Set<String> indices) {
    this.node = node;
    this.request = request;
    this.decider =
        StoredDecider.of(
            node.ingest(),
            request.field(),
            request.nearness().distance(request.field(), false),
            request.scope(),
            request.action().targetField(),
            indices);
    // What is decided keeps its place: an earlier decision is never changed for quality.
    request.orderFirstBy(new KeepField(decider.targetField() + ".seq", false));
  }

  private Heirs heirs() {
    return request.action().kind() == Kind.REPAIR ? Heirs.ofAll() : Heirs.none();
  }

  @Override
  public List<DocWriteRequest<?>> probe(String index) {
    return List.of(WriteProbe.update(index), WriteProbe.index(index));
  }

  /** Tags all documents: in the order of the replay, and then those that it had no need of. */
  @Override
  public void run(
      GroupsOutput output,
      GroupsTask task,
      int batch,
      MemoryAccount memory,
      ActionListener<Tally> listener) {
    int documents = Math.min(MAX_BATCH, batch);
    RankOrder.of(
        output.ranked(memory),
        documents,
        Listeners.then(
            listener,
            (ranks, next) -> {
              Tagger tagger = tagger(task, documents);
              tagger.run(
                  ranks,
                  Listeners.then(
                      next, (done, last) -> tagLone(output.lone(node, memory), tagger, last)));
            }));
  }

  private Tagger tagger(GroupsTask task, int documents) {
    return new Tagger(
        node.client(),
        node.threadPool(),
        decider,
        heirs(),
        task,
        request.requestsPerSecond(),
        documents);
  }

  private static void tagLone(LoneDocs lone, Tagger tagger, ActionListener<Tally> listener) {
    lone.forEachPage(
        (docs, next) -> tagger.run(docs, next),
        ActionListener.map(listener, done -> tagger.tally()));
  }
}
