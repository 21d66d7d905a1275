// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.groups.dest.DestState.Stage;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.pit.WholeSearch;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.ingest.claim.NodeWork;
import io.neardup.request.Listeners;
import java.util.Map;
import java.util.Set;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.ResourceAlreadyExistsException;
import org.opensearch.action.admin.indices.create.CreateIndexAction;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.opensearch.action.bulk.BulkAction;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.engine.VersionConflictEngineException;
import org.opensearch.index.seqno.SequenceNumbers;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * The index that records are written to: an index of its own, new or empty, and mapped as records
 * are. Its mapping tells how far the run is. All else is done and asked as the user.
 */
public final class DestIndex {
  private static final Logger LOGGER = LogManager.getLogger(DestIndex.class);

  /**
   * Of an index that is created. Nobody searches it before all is written, and then it is
   * refreshed; each refresh before costs a segment in which the id of every later record is looked
   * up. Measured by {@code -Drun=groups --only=dest}.
   */
  private static final Map<String, Object> SETTINGS = Map.of("index.refresh_interval", "30s");

  private final Client client;
  private final ClusterService clusterService;
  private final ThreadPool threadPool;
  private final GroupsRequest request;
  private final String name;
  private final GroupsTask task;
  private final TaskId parent;

  /** As it stands in the mapping, once it does. */
  private DestState state;

  /**
   * @param state as it stands in the mapping; null if that is not known yet
   */
  public DestIndex(
      JobNode node,
      GroupsRequest request,
      GroupsTask task,
      TaskId parent,
      @Nullable DestState state) {
    this.client = node.client();
    this.clusterService = node.clusterService();
    this.threadPool = node.threadPool();
    this.request = request;
    this.state = state;
    this.name = request.dest();
    this.task = task;
    this.parent = parent;
  }

  /**
   * Makes sure that records can be written: creates the index if there is none, removes what an
   * attempt that is resumed has left, and has a write refused that cannot be done, so that the user
   * is known to be allowed to write.
   *
   * @param sources what is grouped
   */
  public void prepare(Set<ShardId> sources, ActionListener<Void> listener) {
    requireIndex();
    if (sources.stream().anyMatch(shard -> shard.getIndexName().equals(name))) {
      throw new IllegalArgumentException(
          "[dest] must not be one of the indexes that are grouped, got [" + name + "]");
    }
    state = DestState.begun(request, sources.stream().map(ShardId::getIndex).toList());
    if (request.isResumed()) {
      resume(DestState.unfinished(clusterService.state(), name), listener);
    } else if (index() == null) {
      create(Listeners.then(listener, (ok, next) -> probe(next)));
    } else {
      probe(Listeners.then(listener, (ok, next) -> begin(next)));
    }
  }

  private void requireIndex() {
    IndexAbstraction seen = clusterService.state().metadata().getIndicesLookup().get(name);
    if (seen != null && seen.getType() != IndexAbstraction.Type.CONCRETE_INDEX) {
      throw new IllegalArgumentException(
          "[dest] must be the name of an index, got ["
              + name
              + "], which is "
              + (seen.getType() == IndexAbstraction.Type.ALIAS ? "an alias" : "a data stream"));
    }
  }

  /** What is written stays if it is all there is, and goes otherwise. */
  private void resume(DestState earlier, ActionListener<Void> listener) {
    if (earlier.stage() == Stage.WRITTEN) {
      state = earlier;
      listener.onResponse(null);
      return;
    }
    ActionListener<Void> removed = Listeners.then(listener, (gone, next) -> begin(next));
    probe(
        Listeners.then(
            removed,
            (ok, next) -> new DestRecords(client, threadPool, name, parent).remove(task, next)));
  }

  private void begin(ActionListener<Void> listener) {
    requireUsable(Listeners.then(listener, (ok, next) -> put(state, next)));
  }

  private void create(ActionListener<Void> listener) {
    CreateIndexRequest create =
        new CreateIndexRequest(name).settings(SETTINGS).mapping(DestMapping.of(state));
    create.setParentTask(parent);
    client.execute(
        CreateIndexAction.INSTANCE,
        create,
        ActionListener.delegateResponse(
            ActionListener.map(listener, created -> null), DestIndex::explain));
  }

  private static void explain(ActionListener<?> listener, Exception failure) {
    listener.onFailure(
        ExceptionsHelper.unwrapCause(failure) instanceof ResourceAlreadyExistsException
            ? new IllegalArgumentException("[dest] was created by somebody else meanwhile", failure)
            : failure);
  }

  /** A record for a version of a document that does not exist: refused, but as a conflict. */
  private void probe(ActionListener<Void> listener) {
    BulkRequest bulk = new BulkRequest();
    bulk.add(
        new IndexRequest(name)
            .id("probe")
            .setPipeline("_none")
            .source(Map.of("status", "probe"))
            .setIfSeqNo(0)
            .setIfPrimaryTerm(SequenceNumbers.UNASSIGNED_PRIMARY_TERM + 1));
    bulk.setParentTask(parent);
    client.execute(
        BulkAction.INSTANCE,
        bulk,
        Listeners.then(
            listener,
            (probed, next) -> {
              requireConflict(probed);
              next.onResponse(null);
            }));
  }

  private void requireConflict(BulkResponse probed) throws Exception {
    if (probed.getItems()[0].isFailed() == false) {
      throw new IllegalArgumentException("[dest] must be empty, got [" + name + "]");
    }
    Exception failure = probed.getItems()[0].getFailure().getCause();
    if (ExceptionsHelper.unwrapCause(failure) instanceof VersionConflictEngineException == false) {
      throw failure;
    }
  }

  private String wayOut() {
    DestState earlier = DestState.of(index());
    return earlier == null || earlier.stage() == Stage.DONE
        ? "delete it, or name another one"
        : "they are of a run that was cut short; POST _near_dup/groups/_resume goes on with it,"
            + " or name another one";
  }

  private IndexMetadata index() {
    return clusterService.state().metadata().index(name);
  }

  private void requireUsable(ActionListener<Void> listener) {
    DestMapping.require(index());
    SearchSourceBuilder any = new SearchSourceBuilder().size(0).trackTotalHitsUpTo(1);
    new WholeSearch(client, parent)
        .run(
            new SearchRequest(name).source(any),
            Listeners.then(
                listener,
                (found, next) -> {
                  if (found.getHits().getTotalHits().value() > 0) {
                    throw new IllegalArgumentException(
                        "[dest] must be empty or not exist, got ["
                            + name
                            + "], which has documents: "
                            + wayOut());
                  }
                  next.onResponse(null);
                }));
  }

  /** Answers when the mapping tells how far the run is. */
  private void put(DestState next, ActionListener<Void> listener) {
    Map<String, Object> mapping = Map.of("_meta", next.toMeta(index()));
    // As the node, since nothing of the user's is changed, and who may write need not map.
    new NodeWork(threadPool)
        .asNode(
            listener,
            restoring ->
                client
                    .admin()
                    .indices()
                    .putMapping(
                        new PutMappingRequest(name).source(mapping),
                        Listeners.then(
                            restoring,
                            (put, then) -> {
                              if (put.isAcknowledged() == false) {
                                throw new OpenSearchStatusException(
                                    "not all nodes know in time that [dest] is [{}]; POST"
                                        + " _near_dup/groups/_resume to go on",
                                    RestStatus.SERVICE_UNAVAILABLE,
                                    next.stage());
                              }
                              state = next;
                              then.onResponse(null);
                            })));
  }

  /** Whether an earlier attempt has written all records. */
  public boolean isWritten() {
    return state.stage() == Stage.WRITTEN;
  }

  /** Answers when it is known, whatever becomes of this node, that all records are written. */
  public void written(ActionListener<Void> listener) {
    put(state.at(Stage.WRITTEN), listener);
  }

  /** Answers when it is known that nothing is left to do, or cannot be: then it does no harm. */
  public void done(ActionListener<Void> listener) {
    put(
        state.at(Stage.DONE),
        Listeners.listener(
            listener::onResponse,
            e -> {
              LOGGER.warn("[{}] does not tell that its groups are done", name, e);
              listener.onResponse(null);
            }));
  }
}
