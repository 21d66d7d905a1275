// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.verdicts;

import io.neardup.request.Listeners;
import io.neardup.request.LocalAction;
import io.neardup.request.NodeWork;
import java.util.List;
import org.opensearch.OpenSearchSecurityException;
import org.opensearch.action.ActionType;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.mapper.SeqNoFieldMapper;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.search.sort.SortOrder;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Answers from the node's memory where the list is as it was: two searches for its newest verdict
 * say so, one as the node, one as the user, who must see as much.
 */
public final class TransportVerdictsAction extends TransportAction<VerdictsRequest, Verdicts> {
  /** The name for roles to grant; the action group {@code read} contains it. */
  public static final String NAME = "indices:data/read/near_dup/verdicts";

  public static final ActionType<Verdicts> INSTANCE = LocalAction.of(NAME);

  private final ClusterService clusterService;
  private final NodeClient client;
  private final NodeWork work;
  private final VerdictCache cache;

  @Inject
  public TransportVerdictsAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      NodeClient client,
      VerdictCache cache) {
    super(NAME, actionFilters, transportService.getTaskManager());
    this.clusterService = clusterService;
    this.client = client;
    this.work = new NodeWork(transportService.getThreadPool());
    this.cache = cache;
  }

  @Override
  protected void doExecute(Task task, VerdictsRequest request, ActionListener<Verdicts> listener) {
    IndexMetadata index = VerdictIndex.require(clusterService.state(), request.name());
    TaskId parent = new TaskId(clusterService.localNode().getId(), task.getId());
    work.asNode(
        Listeners.<SearchResponse, Verdicts>then(
            listener,
            (all, found) ->
                client.execute(
                    SearchAction.INSTANCE,
                    newest(request.name(), parent),
                    Listeners.then(
                        found,
                        (seen, read) -> {
                          requireAll(request.name(), all, seen);
                          read(index, state(index, all), read);
                        }))),
        answer -> client.execute(SearchAction.INSTANCE, newest(request.name(), parent), answer));
  }

  private void read(
      IndexMetadata index, VerdictCache.State state, ActionListener<Verdicts> listener) {
    work.asNode(listener, answer -> cache.get(client, index.getIndex().getName(), state, answer));
  }

  /** Whatever is written later is newer, and whatever is only deleted leaves fewer. */
  private static SearchRequest newest(String name, TaskId parent) {
    SearchRequest search =
        new SearchRequest(name)
            .preference(VerdictIndex.PREFERENCE)
            .pipeline(SearchPipelineService.NOOP_PIPELINE_ID)
            .requestCache(false)
            .allowPartialSearchResults(false)
            .source(
                new SearchSourceBuilder()
                    .size(1)
                    .trackTotalHits(true)
                    .fetchSource(false)
                    .docValueField(VerdictIndex.PAIR)
                    .docValueField(Verdict.NAME)
                    .seqNoAndPrimaryTerm(true)
                    .sort(SeqNoFieldMapper.NAME, SortOrder.DESC));
    search.setParentTask(parent);
    return search;
  }

  private static VerdictCache.State state(IndexMetadata index, SearchResponse found) {
    SearchHit[] newest = found.getHits().getHits();
    return new VerdictCache.State(
        index.getIndexUUID(), total(found), newest.length == 0 ? -1 : newest[0].getSeqNo());
  }

  private static long total(SearchResponse found) {
    return found.getHits().getTotalHits().value();
  }

  /** A list that is not seen whole is not obeyed in part. */
  private static void requireAll(String name, SearchResponse all, SearchResponse seen) {
    boolean hidden = total(seen) == 0 && total(all) > 0;
    for (SearchHit hit : seen.getHits()) {
      hidden |= isVerdict(hit) == false;
    }
    if (hidden || (total(seen) < total(all) && newest(seen) <= newest(all))) {
      throw new OpenSearchSecurityException(
          "["
              + VerdictIndex.PARAMETER
              + "] must be a list of which the user may see all verdicts, got ["
              + name
              + "]; send the request as a user from whom nothing of it is hidden or masked",
          RestStatus.FORBIDDEN);
    }
  }

  private static long newest(SearchResponse found) {
    SearchHit[] hits = found.getHits().getHits();
    return hits.length == 0 ? -1 : hits[0].getSeqNo();
  }

  private static boolean isVerdict(SearchHit hit) {
    for (String field : List.of(VerdictIndex.PAIR, Verdict.NAME)) {
      if (hit.field(field) == null) {
        return false;
      }
    }
    return hit.getId().equals(hit.field(VerdictIndex.PAIR).getValue());
  }
}
