// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.action.neardup.NearDupResult;
import io.neardup.action.survey.SurveyRequest.LabeledPair;
import io.neardup.action.survey.SurveyTable.Doc;
import io.neardup.action.survey.SurveyTable.Pair;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.HitBytes;
import io.neardup.request.Listeners;
import io.neardup.resolve.FingerprintSource.OfId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.tasks.Task;

/** Measures pairs that somebody has read, all of whose documents must be there. */
final class PairSurvey extends Survey {
  private static final String HAS = "has";

  /** How many missing ids an error names. */
  private static final int NAMED = 10;

  private final Map<String, Located> located = new HashMap<>();
  private int shards;

  /** Where a document is; has no field, has no neighbors. */
  private record Located(OfId source, boolean hasField) {}

  PairSurvey(On node, SurveyRequest request, SurveyedField field, Task task, MemoryAccount memory) {
    super(node, request, field, task, memory);
  }

  @Override
  void gather(ActionListener<Void> listener) {
    List<LabeledPair> pairs = options.pairs();
    List<String> ids =
        List.copyOf(
            new LinkedHashSet<>(
                pairs.stream().flatMap(pair -> Stream.of(pair.first(), pair.second())).toList()));
    table.positives(pairs.stream().filter(LabeledPair::same).count());
    locate(
        ids,
        Listeners.then(
            listener,
            (done, next) -> {
              if (shards == 0) {
                next.onResponse(null);
                return;
              }
              requireAll(ids);
              measure(next);
            }));
  }

  private void locate(List<String> ids, ActionListener<Void> listener) {
    inParts(
        "sample",
        ids,
        batch,
        (some, taken) ->
            search(
                refusingMasks()
                    .query(
                        QueryBuilders.boolQuery()
                            .filter(QueryBuilders.idsQuery().addIds(some.toArray(String[]::new)))
                            .should(QueryBuilders.existsQuery(field.name()).queryName(HAS)))
                    // One more is enough to see that some id is there twice.
                    .size(some.size() + 1)
                    .trackTotalHits(false)
                    .fetchSource(false),
                ActionListener.map(
                    taken,
                    found -> {
                      locate(found);
                      return null;
                    })),
        listener);
  }

  private void locate(SearchResponse found) {
    shards = found.getTotalShards();
    memory.take(HitBytes.of(found.getHits().getHits()));
    for (SearchHit hit : found.getHits()) {
      Located here = new Located(source(hit), List.of(hit.getMatchedQueries()).contains(HAS));
      Located other = located.put(hit.getId(), here);
      if (other != null) {
        throw new IllegalArgumentException(
            "[pairs] must name documents by ids that occur once, got ["
                + hit.getId()
                + "], which is in ["
                + other.source.index()
                + "] and ["
                + hit.getIndex()
                + "]; survey one index, and one shard of an id");
      }
    }
  }

  private void requireAll(List<String> ids) {
    List<String> missing = ids.stream().filter(id -> located.containsKey(id) == false).toList();
    if (missing.isEmpty() == false) {
      throw new IllegalArgumentException(
          "[pairs] must name documents of the indexes, but ["
              + missing.size()
              + "] of ["
              + ids.size()
              + "] ids name none: "
              + missing.stream().limit(NAMED).toList()
              + (missing.size() > NAMED ? " and others" : "")
              + "; leave their pairs out");
    }
  }

  private void measure(ActionListener<Void> listener) {
    List<LabeledPair> pairs =
        options.pairs().stream()
            .filter(pair -> hasField(pair.first()) && hasField(pair.second()))
            .toList();
    inParts(
        "neighbors",
        pairs,
        Math.min(batch, neighbors),
        (some, taken) -> {
          String[] seconds =
              some.stream().map(LabeledPair::second).distinct().toArray(String[]::new);
          List<String> firsts = some.stream().map(LabeledPair::first).distinct().toList();
          neighborsOf(
              firsts.stream().map(id -> located.get(id).source).toList(),
              new SearchSourceBuilder()
                  .size(seconds.length)
                  .query(QueryBuilders.idsQuery().addIds(seconds)),
              ActionListener.map(
                  taken,
                  found -> {
                    for (LabeledPair pair : some) {
                      count(pair, found.get(firsts.indexOf(pair.first())));
                    }
                    return null;
                  }));
        },
        listener);
  }

  private boolean hasField(String id) {
    return located.get(id).hasField;
  }

  private void count(LabeledPair pair, NearDupResult first) {
    if (first.failure() != null) {
      throw failure(first);
    }
    for (SearchHit hit : first.search().getHits()) {
      if (hit.getId().equals(pair.second())) {
        OfId here = located.get(pair.first()).source;
        table.count(
            new Pair(new Doc(here.index(), here.id()), place(hit), hit.getScore(), pair.same()));
      }
    }
  }

  @Override
  SurveyResponse.Sample sample() {
    long without = located.values().stream().filter(one -> one.hasField == false).count();
    return new SurveyResponse.Sample(null, without, null, options.pairs().size(), 0, 0);
  }
}
