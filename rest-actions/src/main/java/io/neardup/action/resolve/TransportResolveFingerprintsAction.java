// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.request.Listeners;
import io.neardup.resolve.FingerprintSource;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.resolve.ResolveFingerprintsRequest;
import io.neardup.resolve.ResolveFingerprintsResponse;
import io.neardup.resolve.ResolveFingerprintsResponse.Item;
import io.neardup.target.MappedFields;
import io.neardup.target.Target;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.util.concurrent.AtomicArray;
import org.opensearch.common.util.concurrent.CountDown;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.identity.IdentityService;
import org.opensearch.ingest.IngestService;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.RemoteClusterService;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Finds the fingerprints of ids and documents on the coordinating node. Ids cost one real-time
 * multi-get with the caller's permissions, and a search if that is not conclusive; documents cost
 * their analysis, on the search pool, since they are part of a search. Every source fails on its
 * own.
 */
public final class TransportResolveFingerprintsAction
    extends TransportAction<ResolveFingerprintsRequest, ResolveFingerprintsResponse> {
  private final ClusterService clusterService;
  private final IndexNameExpressionResolver resolver;
  private final RemoteClusterService remoteClusters;
  private final IngestService ingestService;
  private final ThreadPool threadPool;
  private final NodeClient client;
  private final DocProcessors docProcessors;
  private final UserContext user;

  @Inject
  public TransportResolveFingerprintsAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      IndexNameExpressionResolver resolver,
      IngestService ingestService,
      ThreadPool threadPool,
      NodeClient client,
      DocProcessors docProcessors,
      IdentityService identities) {
    super(ResolveFingerprintsRequest.NAME, actionFilters, transportService.getTaskManager());
    this.clusterService = clusterService;
    this.resolver = resolver;
    this.remoteClusters = transportService.getRemoteClusterService();
    this.ingestService = ingestService;
    this.threadPool = threadPool;
    this.client = client;
    this.docProcessors = docProcessors;
    this.user = new UserContext(identities, threadPool.getThreadContext());
  }

  @Override
  protected void doExecute(
      Task task,
      ResolveFingerprintsRequest request,
      ActionListener<ResolveFingerprintsResponse> listener) {
    threadPool
        .executor(ThreadPool.Names.SEARCH)
        .execute(ActionRunnable.wrap(listener, l -> resolve(task, inFields(request), l)));
  }

  /** Only here is the user known to be allowed to read these indexes. */
  private ResolveFingerprintsRequest inFields(ResolveFingerprintsRequest request) {
    ClusterState state = clusterService.state();
    return request.fields().isEmpty()
        ? request.in(
            new MappedFields(state)
                .onlyFingerprint(List.of(resolver.concreteIndexNames(state, request))))
        : request;
  }

  private void resolve(
      Task task,
      ResolveFingerprintsRequest request,
      ActionListener<ResolveFingerprintsResponse> listener) {
    Targets targets = Targets.of(request, clusterService.state(), resolver, remoteClusters);
    List<String> fields = request.fields();
    if (targets.isEmpty()) {
      int items = fields.size() * request.sources().size();
      listener.onResponse(new ResolveFingerprintsResponse(Collections.nCopies(items, Item.NONE)));
      return;
    }
    targets.requireKinds(request);
    fields.stream().skip(1).forEach(field -> targets.requireSameFeatures(fields.get(0), field));
    Collected collected = new Collected(fields.size(), request.sources().size(), listener);
    TaskId parent = new TaskId(clusterService.localNode().getId(), task.getId());
    DocSources docs =
        new DocSources(fields, targets, clusterService.state(), ingestService, docProcessors);
    MappedFields mapped = new MappedFields(clusterService.state());
    List<IdSources> ids =
        IntStream.range(0, fields.size())
            .mapToObj(place -> new IdSources(place, fields.get(place), targets, mapped))
            .toList();
    PipelineRight right =
        new PipelineRight(client, parent, threadPool.executor(ThreadPool.Names.SEARCH));
    for (int slot = 0; slot < request.sources().size(); slot++) {
      if (cancelled((CancellableTask) task, collected, slot)) {
        return;
      }
      FingerprintSource source = request.sources().get(slot);
      switch (source) {
        case OfDoc doc -> {
          ActionListener<List<Item>> answer = collected.inAllFields(slot);
          if (doc.pipeline() == null) {
            docs.fingerprint(doc, answer);
          } else {
            int place = slot;
            right.require(
                answer,
                () -> {
                  if (cancelled((CancellableTask) task, collected, place) == false) {
                    docs.fingerprint(doc, answer);
                  }
                });
          }
        }
        case OfId id -> {
          for (int field = 0; field < fields.size(); field++) {
            ids.get(field).add(id, collected.listener(field, slot));
          }
        }
      }
    }
    right.check();
    ids.forEach(one -> one.get(client, user, parent));
  }

  private static boolean cancelled(CancellableTask task, Collected collected, int slot) {
    if (task.isCancelled()) {
      collected.stop(slot);
    }
    return task.isCancelled();
  }

  /** Collects the answers of all sources, from any thread. */
  private static final class Collected {
    private final int fields;
    private final int sources;
    private final AtomicArray<Item> items;
    private final CountDown missing;
    private final ActionListener<ResolveFingerprintsResponse> listener;

    Collected(int fields, int sources, ActionListener<ResolveFingerprintsResponse> listener) {
      this.fields = fields;
      this.sources = sources;
      int size = fields * sources;
      this.items = new AtomicArray<>(size);
      this.missing = new CountDown(Math.max(1, size));
      this.listener = ActionListener.notifyOnce(listener);
      if (size == 0) {
        this.listener.onResponse(new ResolveFingerprintsResponse(List.of()));
      }
    }

    ActionListener<Target> listener(int field, int slot) {
      return Listeners.listener(
          target -> set(field, slot, target == null ? Item.NONE : Item.of(target)),
          failure -> set(field, slot, Item.failed(failure)));
    }

    /** For one answer with the items of all fields. */
    ActionListener<List<Item>> inAllFields(int slot) {
      return Listeners.listener(
          found -> setAll(slot, found),
          failure -> setAll(slot, Collections.nCopies(fields, Item.failed(failure))));
    }

    private void setAll(int slot, List<Item> found) {
      for (int field = 0; field < fields; field++) {
        set(field, slot, found.get(field));
      }
    }

    /** Answers that the task was cancelled before this source was processed. */
    void stop(int slot) {
      listener.onFailure(
          new TaskCancelledException(
              "cancelled after [" + slot + "] of [" + sources + "] ids and documents"));
    }

    private void set(int field, int slot, Item item) {
      items.set(field * sources + slot, item);
      if (missing.countDown()) {
        listener.onResponse(
            new ResolveFingerprintsResponse(
                Arrays.asList(items.toArray(new Item[items.length()]))));
      }
    }
  }
}
