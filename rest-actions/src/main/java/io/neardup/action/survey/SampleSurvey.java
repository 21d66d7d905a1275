// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.action.neardup.LimitedFetch;
import io.neardup.action.neardup.NearDupResult;
import io.neardup.action.survey.SurveyTable.Doc;
import io.neardup.action.survey.SurveyTable.Pair;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.HitBytes;
import io.neardup.request.Listeners;
import io.neardup.resolve.FingerprintSource.OfId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.Nullable;
import org.opensearch.common.document.DocumentField;
import org.opensearch.common.lucene.search.function.CombineFunction;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.mapper.SeqNoFieldMapper;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.index.query.functionscore.RandomScoreFunctionBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.bucket.filter.Filter;
import org.opensearch.search.aggregations.bucket.filter.Filters;
import org.opensearch.search.aggregations.bucket.filter.FiltersAggregator.KeyedFilter;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.tasks.Task;

/** Looks at the neighbors of a random sample, and with labels at which of them are the same. */
final class SampleSurvey extends Survey {
  /** Of the labels of a sample, on each shard. */
  private static final long LABEL_BYTES = 16 << 20;

  private static final String WITHOUT = "without";
  private static final String UNLABELED = "unlabeled";
  private static final String SAME = "same";

  private final Map<Doc, Sampled> sample = new LinkedHashMap<>();
  private long documents;
  private long without;
  private long unlabeled;
  private int gone;
  private long leftOut;

  /** How to ask about a document, and its label. */
  private record Sampled(OfId source, @Nullable Object label) {}

  SampleSurvey(
      On node, SurveyRequest request, SurveyedField field, Task task, MemoryAccount memory) {
    super(node, request, field, task, memory);
  }

  @Override
  void gather(ActionListener<Void> listener) {
    search(
        drawing(),
        Listeners.then(
            listener,
            (found, next) -> {
              draw(found);
              List<Map.Entry<Doc, Sampled>> all = List.copyOf(sample.entrySet());
              look(all, Listeners.then(next, (looked, last) -> countSame(last)));
            }));
  }

  /** The same documents for the same seed, as long as nothing is written. */
  private SearchSourceBuilder drawing() {
    QueryBuilder has = QueryBuilders.existsQuery(field.name());
    BoolQueryBuilder drawn = QueryBuilders.boolQuery().filter(has);
    SearchSourceBuilder source =
        refusingMasks()
            .query(
                QueryBuilders.functionScoreQuery(
                        QueryBuilders.matchAllQuery(),
                        new RandomScoreFunctionBuilder()
                            .seed(options.seed())
                            .setField(SeqNoFieldMapper.NAME))
                    .boostMode(CombineFunction.REPLACE))
            .postFilter(drawn)
            .size(options.size())
            .trackTotalHits(true)
            .fetchSource(false)
            .aggregation(
                AggregationBuilders.filter(WITHOUT, QueryBuilders.boolQuery().mustNot(has)));
    if (options.labels() != null) {
      QueryBuilder labeled = QueryBuilders.existsQuery(options.labels());
      drawn.filter(labeled);
      source
          .fetchField(options.labels())
          .ext(List.of(new LimitedFetch(LABEL_BYTES)))
          .aggregation(
              AggregationBuilders.filter(
                  UNLABELED, QueryBuilders.boolQuery().filter(has).mustNot(labeled)));
    }
    return source;
  }

  private void draw(SearchResponse found) {
    memory.take(HitBytes.of(found.getHits().getHits()));
    documents = found.getHits().getTotalHits().value();
    if (found.getAggregations() != null) {
      without = found.getAggregations().<Filter>get(WITHOUT).getDocCount();
      Filter rest = found.getAggregations().get(UNLABELED);
      unlabeled = rest == null ? 0 : rest.getDocCount();
    }
    if (options.labels() != null && documents == 0 && found.getTotalShards() > 0) {
      throw new IllegalArgumentException(
          "[labels] names no document: none with a value in ["
              + field.name()
              + "] has one in ["
              + options.labels()
              + "]; got ["
              + unlabeled
              + "] without");
    }
    for (SearchHit hit : found.getHits()) {
      if (LimitedFetch.isLeftOut(hit)) {
        throw new IllegalArgumentException(
            "[labels] must be short values, such as ids, but those of ["
                + options.labels()
                + "] take more than ["
                + LABEL_BYTES
                + "] bytes for ["
                + options.size()
                + "] documents; label by a shorter field, or survey fewer documents ([size])");
      }
      Object label = label(hit);
      if (options.labels() != null && label == null) {
        throw new IllegalArgumentException(
            "[labels] must be a field whose values the documents have in their source, but ["
                + options.labels()
                + "] of the document ["
                + hit.getId()
                + "] is in the index only");
      }
      sample.put(place(hit), new Sampled(source(hit), label));
    }
  }

  @Nullable private Object label(SearchHit hit) {
    DocumentField label = options.labels() == null ? null : hit.field(options.labels());
    if (label != null && label.getValues().size() > 1) {
      throw new IllegalArgumentException(
          "[labels] must be a field of one value, but ["
              + options.labels()
              + "] has ["
              + label.getValues().size()
              + "] in the document ["
              + hit.getId()
              + "]");
    }
    return label == null ? null : label.getValue();
  }

  private void look(List<Map.Entry<Doc, Sampled>> all, ActionListener<Void> listener) {
    inParts(
        "neighbors",
        all,
        batch,
        (some, taken) -> {
          SearchSourceBuilder source = new SearchSourceBuilder().size(neighbors);
          if (options.labels() != null) {
            source.fetchField(options.labels());
          }
          neighborsOf(
              some.stream().map(one -> one.getValue().source).toList(),
              source,
              ActionListener.map(
                  taken,
                  found -> {
                    for (int i = 0; i < some.size(); i++) {
                      count(some.get(i).getKey(), some.get(i).getValue(), found.get(i));
                    }
                    return null;
                  }));
        },
        listener);
  }

  private void count(Doc document, Sampled of, NearDupResult result) {
    if (result.failure() != null) {
      if (ExceptionsHelper.status(result.failure()) != RestStatus.NOT_FOUND) {
        throw failure(result);
      }
      gone++;
      return;
    }
    Float nearest = null;
    Float nearestBefore = null;
    SearchHit[] hits = result.search().getHits().getHits();
    leftOut += result.search().getHits().getTotalHits().value() - hits.length;
    for (SearchHit hit : hits) {
      Doc neighbor = place(hit);
      boolean before = neighbor.compareTo(document) < 0;
      nearest = nearest == null ? (Float) hit.getScore() : nearest;
      nearestBefore = nearestBefore == null && before ? (Float) hit.getScore() : nearestBefore;
      // A pair within the sample is found from both sides.
      if (before == false || sample.containsKey(neighbor) == false) {
        table.count(new Pair(document, neighbor, hit.getScore(), same(of.label, hit)));
      }
    }
    if (nearest != null) {
      table.count(nearest, nearestBefore);
    }
  }

  @Nullable private Boolean same(@Nullable Object label, SearchHit neighbor) {
    Object other = label == null ? null : label(neighbor);
    return other == null ? null : label.equals(other);
  }

  /** Counts the pairs of a document of the sample and another with its label, near or not. */
  private void countSame(ActionListener<Void> listener) {
    Map<Object, Long> inSample = new HashMap<>();
    sample.values().stream()
        .filter(one -> one.label != null)
        .forEach(one -> inSample.merge(one.label, 1L, Long::sum));
    inParts(
        "labels",
        List.copyOf(inSample.keySet()),
        batch,
        (some, taken) ->
            search(
                counting(some),
                ActionListener.map(
                    taken,
                    found -> {
                      Filters counts = found.getAggregations().get(SAME);
                      for (int i = 0; i < some.size(); i++) {
                        long all = counts.getBucketByKey(Integer.toString(i)).getDocCount();
                        long own = inSample.get(some.get(i));
                        // With the others of the sample each pair once, with all others each.
                        table.positives(own * (own - 1) / 2 + own * Math.max(0, all - own));
                      }
                      return null;
                    })),
        listener);
  }

  private SearchSourceBuilder counting(List<Object> labels) {
    List<KeyedFilter> filters = new ArrayList<>();
    for (Object label : labels) {
      filters.add(
          new KeyedFilter(
              Integer.toString(filters.size()), QueryBuilders.termQuery(options.labels(), label)));
    }
    return new SearchSourceBuilder()
        .query(QueryBuilders.boolQuery().filter(QueryBuilders.existsQuery(field.name())))
        .size(0)
        .trackTotalHits(false)
        .aggregation(AggregationBuilders.filters(SAME, filters.toArray(KeyedFilter[]::new)));
  }

  @Override
  SurveyResponse.Sample sample() {
    return new SurveyResponse.Sample(
        documents,
        without,
        options.labels() == null ? null : unlabeled,
        sample.size(),
        gone,
        leftOut);
  }
}
