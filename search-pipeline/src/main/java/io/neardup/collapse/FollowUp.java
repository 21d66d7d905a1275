// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.collapse.lost.HitTexts;
import io.neardup.fingerprint.lost.DocFreqs;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lost.IndexDocFreqs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.Nullable;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.threadpool.ThreadPool;
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

  /** Null outside of searches. */
  @Nullable private final CurrentSearch current;

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
    this.current = CurrentSearch.of(node.threadContext());
  }

  /** In the time that the caller allows: the response tells whether that was enough. */
  void ask(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
    if (request.source() != null) {
      source.timeout(request.source().timeout());
    }
    askAll(source, listener);
  }

  private void askAll(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
    asCaller(() -> node.client().search(search(source.size(size)), listener));
  }

  private void asCaller(Runnable work) {
    ThreadContext.StoredContext before = caller.get();
    try {
      work.run();
    } finally {
      before.close();
    }
  }

  private SearchRequest search(SearchSourceBuilder source) {
    SearchRequest again = new SearchRequest(request);
    if (request.source() != null) {
      source.pointInTimeBuilder(request.source().pointInTimeBuilder());
    }
    if (source.ext().isEmpty()) {
      source.ext(ChargedFetch.of(request));
    }
    again.source(source.trackTotalHits(false)).pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
    if (current != null) {
      again.setParentTask(node.id(current.task()));
    }
    return again;
  }

  /** Ends work for a search that has been cancelled. */
  void checkCancelled() {
    if (current != null) {
      current.checkCancelled();
    }
  }

  /** Where hits are compared that takes long: not where the answers of other nodes arrive. */
  Executor executor() {
    return node.client().threadPool().executor(ThreadPool.Names.SEARCH);
  }

  /**
   * Whether another cluster may have asked for these hits, which need not know our summary: only
   * hits tell.
   */
  boolean mayBeOfOther(SearchHit... hits) {
    return SearchedFields.isRemote(request) == false
        && (hits.length == 0 || hits[0].getClusterAlias() != null);
  }

  /**
   * The texts of hits.
   *
   * @param memory charged with what is known of their words
   */
  HitTexts texts(List<String> fields, MemoryAccount memory) {
    IndexDocFreqs freqs = new IndexDocFreqs(node.client(), this::search, fields, memory);
    return new HitTexts() {
      @Override
      public void read(SearchHit[] hits, ActionListener<SearchHit[]> listener) {
        if (hits.length == 0) {
          listener.onResponse(hits);
          return;
        }
        SearchSourceBuilder source = new SearchSourceBuilder();
        source.query(QueryBuilders.constantScoreQuery(only(hits)));
        source.fetchSource(fields.toArray(String[]::new), null);
        askAll(source, ActionListener.map(listener, found -> inOrder(hits, found)));
      }

      @Override
      public void load(List<TextTerms> terms, ActionListener<Void> listener) {
        asCaller(() -> freqs.load(terms, listener));
      }

      @Override
      public DocFreqs freqs() {
        return freqs;
      }

      @Override
      public Executor executor() {
        return FollowUp.this.executor();
      }

      @Override
      public void checkCancelled() {
        FollowUp.this.checkCancelled();
      }
    };
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
