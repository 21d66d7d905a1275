// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.pipeline.PipelineConfigs;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.request.Listeners;
import io.neardup.request.NodeWork;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BackoffPolicy;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.action.get.MultiGetResponse;
import org.opensearch.action.support.RetryableAction;
import org.opensearch.action.support.TransportActions;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexSettings;
import org.opensearch.threadpool.ThreadPool;

/**
 * The groups whose canonical a bulk is about to delete. Only indexes are looked at whose default
 * pipeline has {@code near_dup}.
 */
final class DeletedCanonicals {
  private static final Logger LOGGER = LogManager.getLogger(DeletedCanonicals.class);

  /** Groups at once. */
  private static final int MANY = 1_000;

  /** How long a deletion waits for shards that are away; it would wait for them itself. */
  private static final TimeValue READING = TimeValue.timeValueSeconds(10);

  /** How long it is tried to give groups a canonical. */
  private static final TimeValue PROMOTING = TimeValue.timeValueMinutes(5);

  private static final TimeValue PAUSE = TimeValue.timeValueMillis(100);

  private final NearDupService service;

  /** What may be deleted in a domain. */
  private record Deletes(DomainSpec spec, List<DocRef> refs) {}

  DeletedCanonicals(NearDupService service) {
    this.service = service;
  }

  /** Reads the documents that are deleted; answers with the groups that they lead. */
  void read(BulkRequest bulk, ActionListener<Map<DomainSpec, Set<Group>>> listener) {
    ActionListener<Map<DomainSpec, Set<Group>>> asking =
        ActionListener.delegateResponse(
            listener,
            (answer, e) -> {
              LOGGER.debug("it is not known whether canonicals are deleted", e);
              answer.onResponse(Map.of());
            });
    new NodeWork(service.threadPool())
        .asNode(asking, next -> Listeners.begin(next, l -> ask(bulk, l)));
  }

  private void ask(BulkRequest bulk, ActionListener<Map<DomainSpec, Set<Group>>> listener) {
    List<Deletes> deletes = service.enabled() ? deletes(bulk) : List.of();
    if (deletes.isEmpty()) {
      listener.onResponse(Map.of());
      return;
    }
    MultiGetRequest all = new MultiGetRequest().preference("_primary").realtime(true);
    for (Deletes one : deletes) {
      reader(one.spec).get(one.refs).request().getItems().forEach(all::add);
    }
    this.<MultiGetResponse>again(
        READING,
        TransportActions::isShardNotAvailableException,
        next -> service.client().multiGet(all, Listeners.then(next, DeletedCanonicals::complete)),
        ActionListener.map(listener, found -> groups(deletes, found.getResponses())));
  }

  private static void complete(MultiGetResponse found, ActionListener<MultiGetResponse> listener) {
    for (MultiGetItemResponse item : found) {
      if (item.isFailed()
          && TransportActions.isShardNotAvailableException(item.getFailure().getFailure())) {
        listener.onFailure(item.getFailure().getFailure());
        return;
      }
    }
    listener.onResponse(found);
  }

  /** Begins work once more for a while, if it failed for a reason that may pass. */
  private <T> void again(
      TimeValue patience,
      Predicate<Exception> passes,
      Consumer<ActionListener<T>> work,
      ActionListener<T> listener) {
    new RetryableAction<T>(
        LOGGER,
        service.threadPool(),
        PAUSE,
        patience,
        listener,
        BackoffPolicy.exponentialFullJitterBackoff(PAUSE.millis()),
        ThreadPool.Names.GENERIC) {
      @Override
      public void tryAction(ActionListener<T> answer) {
        Listeners.begin(answer, work::accept);
      }

      @Override
      public boolean shouldRetry(Exception e) {
        return passes.test(e);
      }
    }.run();
  }

  /** Has members promoted, once it can be seen that these are deleted. */
  void promote(Map<DomainSpec, Set<Group>> groups) {
    new NodeWork(service.threadPool()).asNode(() -> groups.forEach(this::promote));
  }

  private void promote(DomainSpec spec, Set<Group> groups) {
    this.<Set<Group>>again(
        PROMOTING,
        e -> service.enabled(),
        next -> refreshAndPromote(spec, groups, next),
        Listeners.listener(
            left -> {
              if (left.isEmpty() == false) {
                promote(spec, left);
              }
            },
            e -> LOGGER.warn("groups of [{}] remain without a canonical", spec.key(), e)));
  }

  private void refreshAndPromote(
      DomainSpec spec, Set<Group> groups, ActionListener<Set<Group>> listener) {
    String[] indices =
        service.domains().indices(spec, service.state()).stream()
            .map(Index::getName)
            .toArray(String[]::new);
    service
        .client()
        .admin()
        .indices()
        .prepareRefresh(indices)
        .execute(
            Listeners.then(
                listener,
                (refreshed, next) -> promote(spec, List.copyOf(groups), 0, new HashSet<>(), next)));
  }

  private void promote(
      DomainSpec spec,
      List<Group> groups,
      int from,
      Set<Group> again,
      ActionListener<Set<Group>> listener) {
    int to = Math.min(groups.size(), from + MANY);
    if (from == to) {
      listener.onResponse(again);
      return;
    }
    service
        .promoter()
        .promote(
            spec,
            groups.subList(from, to),
            Listeners.then(
                listener,
                (promoted, next) -> {
                  again.addAll(promoted.again());
                  promote(spec, groups, to, again, next);
                }));
  }

  private CanonicalReader reader(DomainSpec spec) {
    return new CanonicalReader(spec, service.domains().fields());
  }

  private Map<DomainSpec, Set<Group>> groups(List<Deletes> deletes, MultiGetItemResponse... found) {
    Map<DomainSpec, Set<Group>> groups = new HashMap<>();
    int place = 0;
    for (Deletes one : deletes) {
      CanonicalReader reader = reader(one.spec);
      for (DocRef ref : one.refs) {
        MultiGetItemResponse item = found[place++];
        Hit hit = item.isFailed() ? null : reader.canonical(ref, item.getResponse());
        if (hit != null) {
          groups.computeIfAbsent(one.spec, key -> new HashSet<>()).add(hit.group());
        }
      }
    }
    return groups;
  }

  private List<Deletes> deletes(BulkRequest bulk) {
    Map<String, List<DocRef>> byIndex = new HashMap<>();
    ClusterState state = service.state();
    for (DocWriteRequest<?> request : bulk.requests()) {
      if (request instanceof DeleteRequest && request.id() != null) {
        Index index = service.domains().writeIndex(request.index(), state);
        if (index != null) {
          String routing =
              state.metadata().resolveWriteIndexRouting(request.routing(), request.index());
          byIndex
              .computeIfAbsent(index.getName(), key -> new ArrayList<>())
              .add(new DocRef(index.getName(), request.id(), routing));
        }
      }
    }
    List<Deletes> deletes = new ArrayList<>();
    byIndex.forEach(
        (index, refs) -> specs(index, state).forEach(spec -> deletes.add(new Deletes(spec, refs))));
    return deletes;
  }

  private List<DomainSpec> specs(String index, ClusterState state) {
    IndexMetadata metadata = state.metadata().index(index);
    String pipeline = IndexSettings.DEFAULT_PIPELINE.get(metadata.getSettings());
    List<DomainSpec> specs = new ArrayList<>();
    new PipelineConfigs(state)
        .steps(pipeline, NearDupOptions.TYPE)
        .forEach(
            step -> {
              NearDupOptions options =
                  NearDupOptions.read(step.type(), null, new HashMap<>(step.config()));
              specs.add(
                  service.domains().spec(options, service.domains().written(index, state), state));
            });
    return specs;
  }
}
