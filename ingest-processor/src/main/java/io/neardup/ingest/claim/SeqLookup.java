// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.ingest.search.DomainSearch;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.metrics.Max;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Searches the primaries of a domain for numbers of claims; sees what is refreshed. */
record SeqLookup(HomeContext context, DomainSpec spec) {
  private static final String GREATEST = "greatest";

  /** Finds the greatest number; -1 if there is none. */
  void greatest(long millis, ActionListener<Long> listener) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .size(0)
            .aggregation(AggregationBuilders.max(GREATEST).field(spec.field("seq")));
    search(
        source,
        millis,
        ActionListener.map(
            listener,
            response -> {
              Max max = response == null ? null : response.getAggregations().get(GREATEST);
              boolean none = max == null || Double.isFinite(max.getValue()) == false;
              // Numbers are below 2^53.
              return none ? -1L : (long) max.getValue();
            }));
  }

  /** How many numbers can be looked for at once, at most this many. */
  int most(int many) {
    IndexFields fields = context.domains().fields();
    List<String> indices = context.domains().indexNames(spec, context.state());
    return fields.resultWindow(indices, fields.terms(indices, many));
  }

  /** Finds the index of each of these numbers, at most {@link #most}. */
  void find(Collection<Long> seqs, long millis, ActionListener<Map<Long, String>> listener) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .size(seqs.size())
            .query(QueryBuilders.termsQuery(spec.field("seq"), seqs))
            .fetchSource(spec.field("seq"), null);
    search(
        source,
        millis,
        ActionListener.map(
            listener,
            response -> {
              Map<Long, String> found = new HashMap<>();
              if (response != null) {
                for (SearchHit hit : response.getHits()) {
                  found.put(CanonicalReader.seq(hit.getSourceAsMap(), spec), hit.getIndex());
                }
              }
              return found;
            }));
  }

  /** Answers with null if the domain has no open index. */
  private void search(
      SearchSourceBuilder source, long millis, ActionListener<SearchResponse> listener) {
    DomainSearch search = context.search(spec, millis);
    if (search.indices().isEmpty()) {
      listener.onResponse(null);
    } else {
      search.run(source, context.within(millis, listener));
    }
  }
}
