// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import io.neardup.request.HitBytes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.LeafReaderContext;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.index.IndexModule;
import org.opensearch.index.query.MatchNoneQueryBuilder;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.ingest.ConfigurationUtils;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPipelinePlugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.search.SearchHit;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.fetch.FetchSubPhaseProcessor;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchPhaseResultsProcessor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;

/**
 * What a search may meet: a request processor that asks for nothing instead, response processors
 * that make all scores alike, turn the order round or drop hits, one that merges scores before they
 * are fetched, shards that take as long as a test wants, documents that change while it is under
 * way, and a count of the sources that it reads.
 */
public final class SearchEffectsPlugin extends Plugin
    implements SearchPipelinePlugin, SearchPlugin {
  /** Searches of shards wait until it is open. */
  public static volatile CountDownLatch gate = new CountDownLatch(0);

  /** How long searches of shards may take. */
  public static final Set<TimeValue> TIMEOUTS = ConcurrentHashMap.newKeySet();

  /** Run once, when a shard has found its matches. */
  public static final AtomicReference<Runnable> AFTER_QUERY = new AtomicReference<>();

  /** Hits whose source has been read. */
  public static final AtomicInteger SOURCES = new AtomicInteger();

  /** The most bytes of documents that one search has had of a shard. */
  public static final AtomicLong MOST_BYTES = new AtomicLong();

  @Override
  public List<FetchSubPhase> getFetchSubPhases(FetchPhaseConstructionContext context) {
    return List.of(search -> new SourceCounter());
  }

  /** Comes behind what reads them. */
  private static final class SourceCounter implements FetchSubPhaseProcessor {
    @Override
    public void setNextReader(LeafReaderContext readerContext) {}

    @Override
    public void process(FetchSubPhase.HitContext context) {
      if (context.hit().hasSource() || context.sourceLookup().internalSourceRef() != null) {
        SOURCES.incrementAndGet();
      }
    }
  }

  @Override
  public void onIndexModule(IndexModule indexModule) {
    indexModule.addSearchOperationListener(
        new SearchOperationListener() {
          @Override
          public void onPreQueryPhase(SearchContext context) {
            TIMEOUTS.add(context.timeout());
            passGate();
          }

          @Override
          public void onQueryPhase(SearchContext context, long tookInNanos) {
            Runnable change = AFTER_QUERY.getAndSet(null);
            if (change != null) {
              change.run();
            }
          }

          @Override
          public void onFetchPhase(SearchContext context, long tookInNanos) {
            SearchHit[] hits = context.fetchResult().hits().getHits();
            MOST_BYTES.accumulateAndGet(HitBytes.of(hits), Math::max);
          }
        });
  }

  private static void passGate() {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public Map<String, Processor.Factory<SearchResponseProcessor>> getResponseProcessors(
      Parameters parameters) {
    return Map.of(
        "flatten_scores",
        (factories, tag, description, ignoreFailure, config, context) ->
            new FlattenScores(tag, description, ignoreFailure),
        ReorderHits.REVERSE,
        (factories, tag, description, ignoreFailure, config, context) ->
            ReorderHits.reverse(tag, description, ignoreFailure),
        ReorderHits.FIRST,
        (factories, tag, description, ignoreFailure, config, context) ->
            ReorderHits.first(
                ConfigurationUtils.readIntProperty(ReorderHits.FIRST, tag, config, "size", 1),
                tag,
                description,
                ignoreFailure));
  }

  @Override
  public Map<String, Processor.Factory<SearchRequestProcessor>> getRequestProcessors(
      Parameters parameters) {
    return Map.of(
        "find_nothing",
        (factories, tag, description, ignoreFailure, config, context) ->
            new FindNothing(tag, description, ignoreFailure),
        "one_more",
        (factories, tag, description, ignoreFailure, config, context) ->
            new OneMore(tag, description, ignoreFailure));
  }

  @Override
  public Map<String, Processor.Factory<SearchPhaseResultsProcessor>>
      getSearchPhaseResultsProcessors(Parameters parameters) {
    return Map.of(
        MergeScores.TYPE,
        (factories, tag, description, ignoreFailure, config, context) ->
            new MergeScores(tag, description, ignoreFailure));
  }

  /** Asks for another hit. */
  private static final class OneMore extends AbstractProcessor implements SearchRequestProcessor {
    OneMore(String tag, String description, boolean ignoreFailure) {
      super(tag, description, ignoreFailure);
    }

    @Override
    public SearchRequest processRequest(SearchRequest request) {
      request.source().size(request.source().size() + 1);
      return request;
    }

    @Override
    public String getType() {
      return "one_more";
    }
  }

  private static final class FindNothing extends AbstractProcessor
      implements SearchRequestProcessor {
    FindNothing(String tag, String description, boolean ignoreFailure) {
      super(tag, description, ignoreFailure);
    }

    @Override
    public SearchRequest processRequest(SearchRequest request) {
      request.source().query(new MatchNoneQueryBuilder());
      return request;
    }

    @Override
    public String getType() {
      return "find_nothing";
    }
  }

  private static final class FlattenScores extends AbstractProcessor
      implements SearchResponseProcessor {
    FlattenScores(String tag, String description, boolean ignoreFailure) {
      super(tag, description, ignoreFailure);
    }

    @Override
    public SearchResponse processResponse(SearchRequest request, SearchResponse response) {
      response.getHits().forEach(hit -> hit.score(0.5f));
      return response;
    }

    @Override
    public String getType() {
      return "flatten_scores";
    }
  }
}
