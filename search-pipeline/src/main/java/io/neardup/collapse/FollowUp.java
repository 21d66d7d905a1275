// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.RemoteClusterAware;

/**
 * Asks once more about hits that a search has found: with the rights of its caller, in the same
 * copies of the shards, without a pipeline, and cancelled with it.
 */
final class FollowUp {
  private final CollapseNode node;
  private final SearchRequest request;
  private final int size;
  private final Supplier<ThreadContext.StoredContext> caller;

  /**
   * Asks for a search.
   *
   * @param size that the search has: documents that were routed by hand may share an id, so that
   *     there are more than the hits
   */
  FollowUp(CollapseNode node, SearchRequest search, int size) {
    this.node = node;
    this.size = size;
    this.request = search;
    this.caller = node.threadContext().newRestorableContext(true);
  }

  void ask(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
    SearchRequest again = new SearchRequest(request);
    if (request.source() != null) {
      source.pointInTimeBuilder(request.source().pointInTimeBuilder());
    }
    again
        .source(source.size(size).trackTotalHits(false))
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
    ThreadContext.StoredContext before = caller.get();
    try {
      CurrentSearch current = CurrentSearch.of(node.threadContext());
      if (current != null) {
        again.setParentTask(current.task());
      }
      node.client().search(again, listener);
    } finally {
      before.close();
    }
  }

  /**
   * What a second search has of the hits of the first one, in their order; null if they are gone.
   */
  static SearchHit[] inOrder(SearchHit[] first, SearchResponse second) {
    Map<Object, SearchHit> found = new HashMap<>();
    for (SearchHit hit : second.getHits().getHits()) {
      found.put(hit.getId() == null ? key(hit, hit.getSeqNo()) : key(hit, hit.getId()), hit);
    }
    return Arrays.stream(first)
        .map(hit -> found.getOrDefault(key(hit, hit.getId()), found.get(key(hit, hit.getSeqNo()))))
        .toArray(SearchHit[]::new);
  }

  /** Where ids are not asked for, a document is known by its number in its shard. */
  private static Object key(SearchHit hit, Object document) {
    Object shard = hit.getShard() == null ? hit.getIndex() : hit.getShard().getShardId();
    return Arrays.asList(hit.getClusterAlias(), shard, document);
  }

  /** Exactly these hits. */
  static QueryBuilder only(SearchHit... hits) {
    Map<String, List<String>> ids = new HashMap<>();
    for (SearchHit hit : hits) {
      String index = RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex());
      ids.computeIfAbsent(index, name -> new ArrayList<>()).add(hit.getId());
    }
    BoolQueryBuilder any = QueryBuilders.boolQuery();
    ids.forEach(
        (index, ofIndex) ->
            any.should(
                QueryBuilders.boolQuery()
                    .filter(QueryBuilders.termQuery("_index", index))
                    .filter(QueryBuilders.idsQuery().addIds(ofIndex.toArray(String[]::new)))));
    return any;
  }
}
