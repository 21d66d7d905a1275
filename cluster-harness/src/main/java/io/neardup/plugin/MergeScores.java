// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.util.Arrays;
import java.util.Comparator;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.opensearch.action.search.SearchPhaseContext;
import org.opensearch.action.search.SearchPhaseName;
import org.opensearch.action.search.SearchPhaseResults;
import org.opensearch.common.lucene.search.TopDocsAndMaxScore;
import org.opensearch.search.SearchPhaseResult;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.SearchPhaseResultsProcessor;
import org.opensearch.search.query.QuerySearchResult;

/**
 * Does to the hits of a search what the normalization of a hybrid query does: between query and
 * fetch it gives those of each shard other scores and another order. Here the worst become the
 * best.
 */
public final class MergeScores extends AbstractProcessor implements SearchPhaseResultsProcessor {
  public static final String TYPE = "merge_scores";

  MergeScores(String tag, String description, boolean ignoreFailure) {
    super(tag, description, ignoreFailure);
  }

  @Override
  public <R extends SearchPhaseResult> void process(
      SearchPhaseResults<R> results, SearchPhaseContext context) {
    for (R shard : results.getAtomicArray().asList()) {
      if (shard.queryResult() != null && shard.queryResult().isNull() == false) {
        merge(shard.queryResult());
      }
    }
  }

  private static void merge(QuerySearchResult shard) {
    TopDocs found = shard.topDocs().topDocs;
    ScoreDoc[] merged =
        Arrays.stream(found.scoreDocs)
            .map(hit -> new ScoreDoc(hit.doc, 1 / (1 + hit.score), hit.shardIndex))
            .sorted(Comparator.comparingDouble((ScoreDoc hit) -> -hit.score))
            .toArray(ScoreDoc[]::new);
    float best = merged.length == 0 ? Float.NaN : merged[0].score;
    shard.topDocs(
        new TopDocsAndMaxScore(new TopDocs(found.totalHits, merged), best),
        shard.sortValueFormats());
  }

  @Override
  public SearchPhaseName getBeforePhase() {
    return SearchPhaseName.QUERY;
  }

  @Override
  public SearchPhaseName getAfterPhase() {
    return SearchPhaseName.FETCH;
  }

  @Override
  public String getType() {
    return TYPE;
  }
}
