// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.neardup;

import io.neardup.mapper.FingerprintSource;
import io.neardup.mapper.FingerprintSource.OfId;
import io.neardup.mapper.NearDupLimits;
import io.neardup.mapper.ResolveFingerprintsAction;
import io.neardup.mapper.ResolveFingerprintsRequest;
import io.neardup.mapper.ResolveFingerprintsResponse;
import io.neardup.mapper.ResolveFingerprintsResponse.Item;
import io.neardup.rest.stats.NearDupCounters;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.search.MultiSearchAction;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.HandledTransportAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Resolves the questions to fingerprints, then runs one search for each through the node's client,
 * with the caller's rights: whatever holds for a search, from aliases to document-level security,
 * holds here. Both steps are children of this task and end with it.
 */
public final class TransportNearDupAction
    extends HandledTransportAction<NearDupRequest, NearDupResponse> {
  private final ClusterService clusterService;
  private final NodeClient client;
  private final NearDupLimits limits;
  private final NearDupCounters counters;

  @Inject
  public TransportNearDupAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      NodeClient client,
      NearDupLimits limits,
      NearDupCounters counters) {
    super(NearDupAction.NAME, transportService, actionFilters, NearDupRequest::new);
    this.clusterService = clusterService;
    this.client = client;
    this.limits = limits;
    this.counters = counters;
  }

  @Override
  protected void doExecute(
      Task task, NearDupRequest request, ActionListener<NearDupResponse> listener) {
    long start = System.nanoTime();
    TaskId parent = new TaskId(clusterService.localNode().getId(), task.getId());
    try {
      limits.checkHashes("[near_dup]", request.entries().size());
    } catch (IllegalArgumentException e) {
      listener.onFailure(e);
      return;
    }
    resolve(request, parent, start, listener);
  }

  private void resolve(
      NearDupRequest request, TaskId parent, long start, ActionListener<NearDupResponse> listener) {
    List<FingerprintSource> sources =
        request.entries().stream().map(NearDupEntry::source).filter(Objects::nonNull).toList();
    ResolveFingerprintsRequest resolve =
        new ResolveFingerprintsRequest(
            request.indices(), request.indicesOptions(), request.field(), sources);
    resolve.setParentTask(parent);
    client.execute(
        ResolveFingerprintsAction.INSTANCE,
        resolve,
        ActionListener.wrap(
            resolved -> search(request, questions(request, resolved), parent, start, listener),
            listener::onFailure));
  }

  /** An entry with its fingerprint, or with the reason why it has none. */
  private record Question(NearDupEntry entry, Long hash, Exception failure) {}

  private static List<Question> questions(
      NearDupRequest request, ResolveFingerprintsResponse resolved) {
    Iterator<Item> items = resolved.items().iterator();
    List<Question> questions = new ArrayList<>();
    for (NearDupEntry entry : request.entries()) {
      if (entry.source() == null) {
        questions.add(new Question(entry, entry.hash(), entry.failure()));
      } else {
        Item item = items.next();
        Long hash = item.failure() == null ? item.fingerprint() : null;
        questions.add(new Question(entry, hash, item.failure()));
      }
    }
    return questions;
  }

  private void search(
      NearDupRequest request,
      List<Question> questions,
      TaskId parent,
      long start,
      ActionListener<NearDupResponse> listener) {
    MultiSearchRequest searches = new MultiSearchRequest();
    searches.setParentTask(parent);
    questions.stream()
        .filter(question -> question.failure() == null)
        .forEach(question -> searches.add(search(request, question)));
    if (searches.requests().isEmpty()) {
      answer(request, questions, new MultiSearchResponse.Item[0], start, listener);
      return;
    }
    client.execute(
        MultiSearchAction.INSTANCE,
        searches,
        ActionListener.wrap(
            found -> answer(request, questions, found.getResponses(), start, listener),
            listener::onFailure));
  }

  private static SearchRequest search(NearDupRequest request, Question question) {
    SearchRequest search = new SearchRequest(request.search());
    // The distance is read off the score, which an index's default search pipeline might change.
    search.pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
    BoolQueryBuilder query = QueryBuilders.boolQuery().must(request.query(question.hash()));
    if (request.search().source().query() != null) {
      query.filter(request.search().source().query());
    }
    if (question.entry().source() instanceof OfId id) {
      query.mustNot(itself(id));
    }
    search.source(request.search().source().shallowCopy().query(query));
    return search;
  }

  /** A document is no duplicate of itself. */
  private static BoolQueryBuilder itself(OfId id) {
    BoolQueryBuilder itself =
        QueryBuilders.boolQuery().filter(QueryBuilders.idsQuery().addIds(id.id()));
    if (id.index() != null) {
      itself.filter(QueryBuilders.termQuery("_index", id.index()));
    }
    return itself;
  }

  private void answer(
      NearDupRequest request,
      List<Question> questions,
      MultiSearchResponse.Item[] found,
      long start,
      ActionListener<NearDupResponse> listener) {
    List<NearDupResult> results = new ArrayList<>();
    int next = 0;
    for (Question question : questions) {
      results.add(
          question.failure() == null
              ? result(question, found[next++])
              : new NearDupResult(question.entry().id(), null, null, question.failure()));
    }
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    count(results, took);
    if (request.single() && results.get(0).failure() != null) {
      listener.onFailure(results.get(0).failure());
      return;
    }
    listener.onResponse(new NearDupResponse(took, results));
  }

  private void count(List<NearDupResult> results, long took) {
    long failed = results.stream().filter(result -> result.failure() != null).count();
    long matches = results.stream().mapToLong(NearDupResult::matches).sum();
    counters.count(results.size(), failed, matches, took);
  }

  private static NearDupResult result(Question question, MultiSearchResponse.Item item) {
    return new NearDupResult(
        question.entry().id(), question.hash(), item.getResponse(), item.getFailure());
  }
}
