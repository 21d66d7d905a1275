// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.ingest.search.PrimaryGet;
import io.neardup.request.NodeWork;
import io.neardup.sequencer.DocRef;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.admin.indices.refresh.RefreshRequest;
import org.opensearch.action.admin.indices.refresh.RefreshResponse;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetResponse;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.SearchService;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/** What a task does on a node: it asks the server as its user, and waits for the answers. */
public class Work {
  /**
   * Of the copies, the one that has what was written a moment ago, once it is refreshed: others may
   * wait for segments.
   */
  public static final String PRIMARY = "_primary";

  private final JobNode node;
  private final WaitingTask task;

  public Work(JobNode node, WaitingTask task) {
    this.node = node;
    this.task = task;
  }

  public final JobNode node() {
    return node;
  }

  /** Whose thread waits. */
  public WaitingTask task() {
    return task;
  }

  /** Acts as the user. What it is asked for ends when the task is cancelled. */
  public final Client client() {
    return new ParentTaskAssigningClient(node.client(), node.clusterService().localNode(), task);
  }

  /**
   * Searches so that every shard of every cluster must answer, and answers as it is: neither from a
   * cache nor through the default search pipeline of an index.
   */
  public final SearchResponse search(SearchRequest search) {
    return beginSearch(search).get();
  }

  /** The same, to be waited for later. */
  public final WaitingTask.Answer<SearchResponse> beginSearch(SearchRequest search) {
    return task.ask(
        listener ->
            client()
                .execute(
                    SearchAction.INSTANCE,
                    whole(search),
                    ActionListener.map(listener, Work::ofAllClusters)));
  }

  /** Core answers for the others where the settings of a cluster allow that. */
  private static SearchResponse ofAllClusters(SearchResponse found) {
    int skipped = found.getClusters().getSkipped();
    if (skipped > 0) {
      throw new OpenSearchStatusException(
          "[index] must be of clusters that answer all searches of a run, and [{}] did not, which"
              + " core leaves out as [cluster.remote.*.skip_unavailable] has it, also if they have"
              + " no such index or refuse the user: correct its name, ask again when the cluster is"
              + " there, or leave its indexes out",
          RestStatus.SERVICE_UNAVAILABLE,
          skipped);
    }
    return found;
  }

  /** Has a search be such a one. */
  public final SearchRequest whole(SearchRequest search) {
    search.source().timeout(SearchService.NO_TIMEOUT);
    search
        .allowPartialSearchResults(false)
        .requestCache(false)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID)
        // A job ends when it is cancelled itself; the cluster's defaults are for searches of users.
        .setCancelAfterTimeInterval(SearchService.NO_TIMEOUT);
    return search;
  }

  /** The same of what was written, and refreshed, a moment ago. */
  public final SearchResponse searchWritten(SearchSourceBuilder source, String... indices) {
    return search(new SearchRequest(indices, source).preference(PRIMARY));
  }

  /** How many documents such a search finds. */
  public final long countWritten(SearchSourceBuilder source, String... indices) {
    return searchWritten(source.size(0).trackTotalHits(true), indices)
        .getHits()
        .getTotalHits()
        .value();
  }

  /**
   * Has searches find what was written, as the node: a user need not have the right to. A job that
   * is cancelled does not wait: a refresh after millions of writes takes longer than anybody should
   * wait for that, and nothing is wrong with it if it goes on.
   */
  public final void refresh(Set<String> indices) {
    RefreshRequest refresh =
        new RefreshRequest(indices.toArray(String[]::new))
            .indicesOptions(IndicesOptions.lenientExpandOpen());
    task.<RefreshResponse>await(
        listener ->
            new NodeWork(node.threadPool())
                .asNode(
                    listener,
                    restoring -> node.client().admin().indices().refresh(refresh, restoring)));
  }

  /** What documents are now, in real time, with these fields of their sources. */
  public final Map<DocRef, GetResponse> look(Collection<DocRef> documents, String... fields) {
    Map<DocRef, GetResponse> found = new HashMap<>();
    items(documents, fields)
        .forEach(
            (document, item) -> {
              if (item.isFailed()) {
                throw ExceptionsHelper.convertToRuntime(item.getFailure().getFailure());
              }
              found.put(document, item.getResponse());
            });
    return found;
  }

  /** The same of documents of which some cannot be read. */
  public final Map<DocRef, MultiGetItemResponse> items(
      Collection<DocRef> documents, String... fields) {
    Map<DocRef, MultiGetItemResponse> found = new HashMap<>();
    List<DocRef> order = documents.stream().distinct().toList();
    if (order.isEmpty()) {
      return found;
    }
    PrimaryGet get = new PrimaryGet().addAll(order, fields);
    MultiGetResponse answer = task.await(listener -> client().multiGet(get.request(), listener));
    for (int i = 0; i < order.size(); i++) {
      found.put(order.get(i), answer.getResponses()[i]);
    }
    return found;
  }
}
