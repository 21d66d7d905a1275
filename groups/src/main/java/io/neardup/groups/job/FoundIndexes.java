// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.bucket.terms.IncludeExclude;
import org.opensearch.search.aggregations.bucket.terms.Terms;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Which of some indexes there are documents of: what is only read need not be open to writes.
 *
 * @param field with the name of an index
 * @param uuids of all of them, by name
 */
public record FoundIndexes(String field, Map<String, String> uuids) {
  /** Those that a search finds documents of, with their UUIDs. */
  public Map<String, String> of(
      QueryBuilder query, Function<SearchSourceBuilder, SearchResponse> search) {
    Map<String, String> found = new TreeMap<>();
    if (uuids.isEmpty()) {
      return found;
    }
    String[] names = uuids.keySet().toArray(String[]::new);
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(query)
            .size(0)
            .trackTotalHits(false)
            .aggregation(
                AggregationBuilders.terms(field)
                    .field(field)
                    .includeExclude(new IncludeExclude(names, null))
                    .size(names.length));
    Terms terms = search.apply(source).getAggregations().get(field);
    terms
        .getBuckets()
        .forEach(bucket -> found.put(bucket.getKeyAsString(), uuids.get(bucket.getKeyAsString())));
    return found;
  }
}
