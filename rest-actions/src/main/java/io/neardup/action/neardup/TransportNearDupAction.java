// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.resolve.DocProcessors;
import io.neardup.action.resolve.DocumentTexts;
import io.neardup.action.stats.NearDupCounters;
import io.neardup.request.Listeners;
import io.neardup.request.NearDupLimits;
import io.neardup.request.RequestTask;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.ResolveFingerprintsAction;
import io.neardup.resolve.ResolveFingerprintsRequest;
import io.neardup.target.TargetKind;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.search.TransportSearchAction;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.HandledTransportAction;
import org.opensearch.action.support.TimeoutTaskCancellationUtility;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.ingest.IngestService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Resolves the questions to fingerprints, then searches for them through the node's client with the
 * caller's permissions: everything that applies to a search, from aliases to document-level
 * security, applies here. All steps are children of this task and end with it.
 */
public final class TransportNearDupAction
    extends HandledTransportAction<NearDupRequest, NearDupResponse> {
  private final ClusterService clusterService;
  private final NodeClient client;
  private final CircuitBreaker breaker;
  private final NearDupLimits limits;
  private final NearDupCounters counters;
  private final DocumentTexts.Node node;
  private final Executor executor;

  @Inject
  public TransportNearDupAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      NodeClient client,
      CircuitBreakerService breakers,
      NearDupLimits limits,
      NearDupCounters counters,
      IndexNameExpressionResolver resolver,
      IngestService ingestService,
      DocProcessors docProcessors,
      ThreadPool threadPool) {
    super(NearDupAction.NAME, transportService, actionFilters, NearDupRequest::new);
    this.clusterService = clusterService;
    this.client = client;
    this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
    this.limits = limits;
    this.counters = counters;
    this.executor = threadPool.executor(ThreadPool.Names.SEARCH);
    this.node =
        new DocumentTexts.Node(
            clusterService,
            resolver,
            transportService.getRemoteClusterService(),
            ingestService,
            docProcessors);
  }

  @Override
  protected void doExecute(
      Task task, NearDupRequest request, ActionListener<NearDupResponse> listener) {
    long start = System.nanoTime();
    try {
      limits.checkHashes("[near_dup]", request.entries().size());
      limits.checkResults(request.entries().size(), request.examined());
    } catch (IllegalArgumentException e) {
      listener.onFailure(e);
      return;
    }
    RequestTask cancellable = (RequestTask) task;
    resolve(
        request,
        cancellable,
        start,
        TimeoutTaskCancellationUtility.wrapWithCancellationListener(
            client,
            cancellable,
            clusterService
                .getClusterSettings()
                .get(TransportSearchAction.SEARCH_CANCEL_AFTER_TIME_INTERVAL_SETTING),
            listener,
            late -> {}));
  }

  private void resolve(
      NearDupRequest request,
      RequestTask task,
      long start,
      ActionListener<NearDupResponse> listener) {
    client.execute(
        ResolveFingerprintsAction.INSTANCE,
        request.resolve(id(task)),
        Listeners.then(
            listener,
            (resolved, next) ->
                search(request, Question.of(request, resolved), task, start, next)));
  }

  private void search(
      NearDupRequest request,
      List<Question> questions,
      RequestTask task,
      long start,
      ActionListener<NearDupResponse> listener) {
    List<Question> asked = questions.stream().filter(Question::isAsked).toList();
    ActionListener<List<NearDupResult>> answered =
        Listeners.then(listener, (found, next) -> answer(request, questions, found, start, next));
    ExpandingSearch search = new ExpandingSearch(client, request, id(task), breaker);
    if (request.texts() == null) {
      search.run(asked, answered);
    } else {
      search.run(
          asked,
          Listeners.then(
              answered, (found, next) -> verifier(request, task).verify(asked, found, next)));
    }
  }

  private TextVerifier verifier(NearDupRequest request, RequestTask task) throws Exception {
    String pipeline =
        request.entries().stream()
            .map(entry -> entry.source() instanceof OfDoc doc ? doc.pipeline() : null)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    ResolveFingerprintsRequest field = request.resolve(id(task));
    return new TextVerifier(
        DocumentTexts.of(node, field, pipeline), client, request, task, id(task), executor);
  }

  private TaskId id(RequestTask task) {
    return new TaskId(clusterService.localNode().getId(), task.getId());
  }

  private void answer(
      NearDupRequest request,
      List<Question> questions,
      List<NearDupResult> found,
      long start,
      ActionListener<NearDupResponse> listener) {
    Iterator<NearDupResult> next = found.iterator();
    List<NearDupResult> results =
        questions.stream()
            .map(question -> question.isAsked() ? next.next() : question.unasked())
            .toList();
    long took = System.nanoTime() - start;
    count(results, took);
    if (request.single() && results.get(0).failure() != null) {
      listener.onFailure(results.get(0).failure());
      return;
    }
    listener.onResponse(
        new NearDupResponse(
            TimeUnit.NANOSECONDS.toMillis(took), recall(request, questions), results));
  }

  /** Lookups of fingerprints find all, those of signatures a part that they promise. */
  private Double recall(NearDupRequest request, List<Question> questions) {
    boolean bySimilarity =
        questions.stream()
            .anyMatch(
                question -> question.isAsked() && question.target().kind() == TargetKind.MINHASH);
    return bySimilarity
        ? PromisedRecall.of(request, clusterService.state(), node.resolver())
        : null;
  }

  private void count(List<NearDupResult> results, long took) {
    long failed = results.stream().filter(result -> result.failure() != null).count();
    long matches = results.stream().mapToLong(NearDupResult::matches).sum();
    counters.countRequest(results.size(), failed, matches, took);
  }
}
