// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lost;

import io.neardup.request.SearchMemory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.opensearch.search.aggregations.Aggregator;
import org.opensearch.search.aggregations.InternalAggregation;
import org.opensearch.search.aggregations.LeafBucketCollector;
import org.opensearch.search.aggregations.metrics.MetricsAggregator;
import org.opensearch.search.internal.SearchContext;

/**
 * Counts the documents of each query that the search matches as well, in the reader that the user
 * sees: without deleted documents and without hidden ones. Where there are neither, Lucene knows
 * the count of a term.
 */
final class DocFreqsAggregator extends MetricsAggregator {
  private static final int QUERIES_BETWEEN_CHECKS = 64;

  private final List<Query> queries;

  DocFreqsAggregator(
      String name,
      List<Query> queries,
      SearchContext context,
      Aggregator parent,
      Map<String, Object> metadata)
      throws IOException {
    super(name, context, parent, metadata);
    this.queries = queries;
  }

  @Override
  protected LeafBucketCollector getLeafCollector(
      LeafReaderContext context, LeafBucketCollector sub) {
    throw new CollectionTerminatedException();
  }

  @Override
  public InternalAggregation buildEmptyAggregation() {
    return new InternalDocFreqs(name, metadata(), 0, new long[0]);
  }

  @Override
  public InternalAggregation buildAggregation(long owningBucketOrd) throws IOException {
    if (queries.isEmpty()) {
      return buildEmptyAggregation();
    }
    SearchMemory.of(context).take((long) Long.BYTES * queries.size());
    IndexSearcher searcher = new IndexSearcher(context.searcher().getIndexReader());
    // Each is asked once.
    searcher.setQueryCache(null);
    long[] counts = new long[queries.size()];
    for (int i = 0; i < counts.length; i++) {
      if (i % QUERIES_BETWEEN_CHECKS == 0) {
        checkCancelled();
      }
      counts[i] = searcher.count(matching(queries.get(i)));
    }
    return new InternalDocFreqs(name, metadata(), searcher.count(context.query()), counts);
  }

  private Query matching(Query query) {
    return context.query() instanceof MatchAllDocsQuery
        ? query
        : new BooleanQuery.Builder()
            .add(query, Occur.FILTER)
            .add(context.query(), Occur.FILTER)
            .build();
  }
}
