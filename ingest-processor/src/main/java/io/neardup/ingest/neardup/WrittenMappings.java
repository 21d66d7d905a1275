// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import static io.neardup.ingest.domain.MappedField.mapping;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.request.AwaitedState;
import io.neardup.request.Listeners;
import io.neardup.request.NodeWork;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.admin.cluster.health.ClusterHealthResponse;
import org.opensearch.action.admin.indices.mapping.put.AutoPutMappingAction;
import org.opensearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.opensearch.action.support.clustermanager.ClusterManagerNodeRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Priority;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.transport.client.Client;

/**
 * Has the indexes that documents are written to mapped as their decisions need it, as the user who
 * writes and by the action with which core adds the fields of documents.
 */
final class WrittenMappings {
  private static final int MAX_FIT = 10_000;

  /** As long as core waits for the cluster manager to take the request. */
  private static final TimeValue PATIENCE =
      ClusterManagerNodeRequest.DEFAULT_CLUSTER_MANAGER_NODE_TIMEOUT;

  private final Client client;
  private final ClusterService clusterService;
  private final Domains domains;

  /** How long to wait for nodes that do not answer. */
  private final Supplier<TimeValue> timeout;

  /** The versions of mappings that are as needed, on all nodes. */
  private final Map<Written, Long> fit = new ConcurrentHashMap<>();

  private record Written(DomainSpec spec, Set<String> unknown, Index index) {}

  WrittenMappings(
      Client client, ClusterService clusterService, Domains domains, Supplier<TimeValue> timeout) {
    this.client = client;
    this.clusterService = clusterService;
    this.domains = domains;
    this.timeout = timeout;
  }

  /** Whether the documents of an index are compared, and not only written there. */
  boolean isCompared(DomainSpec spec, Index index) {
    return domains.indices(spec, clusterService.state()).contains(index);
  }

  /**
   * Adds what the mapping of an index lacks, and rejects an index in which decisions could not be
   * found.
   *
   * @param unknown fields that are not added
   * @param listener fails with a message that says what to do
   */
  void require(DomainSpec spec, Set<String> unknown, Index index, ActionListener<Void> listener) {
    IndexMetadata metadata = clusterService.state().metadata().index(index);
    Written written = new Written(spec, unknown, index);
    Long known = fit.get(written);
    if (metadata == null || Objects.equals(known, metadata.getMappingVersion())) {
      listener.onResponse(null);
      return;
    }
    RequiredMapping required =
        new RequiredMapping(
            spec, mapping(metadata), field -> domains.wanted(spec, field, clusterService.state()));
    required.leaveOut(unknown);
    Map<String, Object> addition = required.addition(mapping(metadata));
    if (addition.isEmpty()) {
      required.check(index.getName(), mapping(metadata));
      Listeners.begin(
          listener,
          next ->
              awaitOthers(
                  known != null,
                  index,
                  Listeners.then(
                      next,
                      (everywhere, last) -> {
                        accept(required, written, metadata);
                        last.onResponse(null);
                      })));
      return;
    }
    Map<String, Object> mended = new HashMap<>(mapping(metadata));
    XContentHelper.mergeDefaults(mended, addition);
    check(required, spec, index.getName(), mended);
    Listeners.<Void>begin(
        Listeners.listener(
            done -> Listeners.begin(listener, next -> again(required, written, next)),
            e -> listener.onFailure(notAdded(required, metadata, e))),
        next ->
            put(
                index,
                addition,
                Listeners.then(next, (put, here) -> await(required, index, here))));
  }

  /** Nothing is added twice: what is still missing then, somebody else takes away. */
  private void again(RequiredMapping required, Written written, ActionListener<Void> listener) {
    IndexMetadata metadata = clusterService.state().metadata().index(written.index);
    if (metadata != null) {
      accept(required, written, metadata);
    }
    listener.onResponse(null);
  }

  private void accept(RequiredMapping required, Written written, IndexMetadata metadata) {
    check(required, written.spec, metadata.getIndex().getName(), mapping(metadata));
    if (fit.size() > MAX_FIT) {
      fit.clear();
    }
    fit.put(written, metadata.getMappingVersion());
  }

  private void check(
      RequiredMapping required, DomainSpec spec, String index, Map<String, Object> mapping) {
    required.check(index, mapping);
    new KeptSource(domains.fields().of(spec, index).sources()).check(index, mapping);
    domains.fields().requireMergeTargets(spec, index);
    domains.fields().requireOthers(spec, index, domains.indexNames(spec, clusterService.state()));
  }

  /**
   * Waits until the other nodes, too, have the mapping that this one has: a primary elsewhere would
   * map the fields in its own way. The cluster manager takes the next task when all nodes have the
   * last state.
   */
  private void awaitOthers(boolean known, Index index, ActionListener<Void> listener) {
    if (known || clusterService.state().nodes().getSize() == 1) {
      listener.onResponse(null);
      return;
    }
    ActionListener<ClusterHealthResponse> answered =
        Listeners.listener(done -> listener.onResponse(null), e -> listener.onResponse(null));
    new NodeWork(client.threadPool())
        .asNode(
            answered,
            next ->
                client
                    .admin()
                    .cluster()
                    .prepareHealth(index.getName())
                    .setWaitForEvents(Priority.IMMEDIATE)
                    .setTimeout(timeout.get())
                    .execute(next));
  }

  private void put(Index index, Map<String, Object> addition, ActionListener<Void> listener) {
    PutMappingRequest request = new PutMappingRequest();
    request.setConcreteIndex(index);
    request.source(addition);
    // Acknowledged by the nodes with the primaries, too: they must not map the fields themselves.
    request.timeout(timeout.get());
    client.execute(
        AutoPutMappingAction.INSTANCE, request, ActionListener.map(listener, done -> null));
  }

  private void await(RequiredMapping required, Index index, ActionListener<Void> listener) {
    AwaitedState.await(
        clusterService,
        client.threadPool(),
        state -> isMended(required, index, state),
        PATIENCE,
        ActionListener.map(listener, here -> null));
  }

  private static boolean isMended(RequiredMapping required, Index index, ClusterState state) {
    IndexMetadata metadata = state.metadata().index(index);
    return metadata == null || required.addition(mapping(metadata)).isEmpty();
  }

  /** What is missing, and why it is still missing. */
  private static Exception notAdded(
      RequiredMapping required, IndexMetadata metadata, Exception cause) {
    try {
      required.check(metadata.getIndex().getName(), mapping(metadata));
      return cause;
    } catch (IllegalArgumentException missing) {
      return new OpenSearchStatusException(
          "near_dup could not add fields ({}): {}",
          ExceptionsHelper.status(cause),
          cause,
          ExceptionsHelper.unwrapCause(cause).getMessage(),
          missing.getMessage());
    }
  }
}
