// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.fingerprint.FingerprintSet;
import io.neardup.mapper.NearDupQueryBuilder;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Hit;
import io.neardup.sequencer.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.document.DocumentField;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/** Asks the primaries which canonicals are near to claims: one request for a batch. */
final class CanonicalSearch {
  /** The default of {@code index.max_result_window}, which bounds one search. */
  private static final int MAX_HITS = 10_000;

  private static final String PRIMARY = "_primary";

  private static final String NO_PIPELINE = "_none";

  private final Client client;
  private final DomainSpec spec;
  private final CanonicalReader reader;

  CanonicalSearch(Client client, DomainSpec spec) {
    this.client = client;
    this.spec = spec;
    this.reader = new CanonicalReader(spec);
  }

  /** Every canonical in these indexes that is near to one of the documents, or a failure. */
  void search(
      List<String> indices,
      List<ClaimDoc> docs,
      TimeValue timeout,
      ActionListener<List<Hit>> listener) {
    BoolQueryBuilder near = near(docs);
    if (indices.isEmpty() || near.should().isEmpty()) {
      listener.onResponse(List.of());
      return;
    }
    search(indices, docs, near, Math.min(MAX_HITS, 100 + docs.size()), timeout, listener);
  }

  private void search(
      List<String> indices,
      List<ClaimDoc> docs,
      BoolQueryBuilder near,
      int size,
      TimeValue timeout,
      ActionListener<List<Hit>> listener) {
    SearchSourceBuilder search =
        new SearchSourceBuilder()
            .query(
                QueryBuilders.boolQuery()
                    .filter(QueryBuilders.termQuery(spec.field("status"), "new"))
                    .filter(near))
            .size(size)
            .sort("_doc")
            .trackTotalHits(true)
            .fetchSource(reader.fields(), null)
            .seqNoAndPrimaryTerm(true);
    SearchRequest request =
        new SearchRequest(indices.toArray(String[]::new))
            .indicesOptions(IndicesOptions.strictExpandOpen())
            .preference(PRIMARY)
            .allowPartialSearchResults(false)
            .requestCache(false)
            .source(search)
            // The one of an index is for its users, and may hide documents.
            .pipeline(NO_PIPELINE);
    request.setCancelAfterTimeInterval(timeout);
    client.search(
        request,
        ActionListener.wrap(
            response -> read(indices, docs, near, size, timeout, response, listener),
            listener::onFailure));
  }

  private void read(
      List<String> indices,
      List<ClaimDoc> docs,
      BoolQueryBuilder near,
      int size,
      TimeValue timeout,
      SearchResponse response,
      ActionListener<List<Hit>> listener) {
    if (response.isTimedOut() || response.getFailedShards() > 0) {
      listener.onFailure(new IllegalStateException("the search is incomplete: " + response));
    } else if (response.getHits().getTotalHits().value() <= size) {
      listener.onResponse(hits(response));
    } else if (size < MAX_HITS) {
      search(indices, docs, near, MAX_HITS, timeout, listener);
    } else {
      halves(indices, docs, timeout, listener);
    }
  }

  /** Too many matches for one search: nothing is cut off. */
  private void halves(
      List<String> indices,
      List<ClaimDoc> docs,
      TimeValue timeout,
      ActionListener<List<Hit>> listener) {
    if (docs.size() == 1) {
      listener.onFailure(
          new IllegalStateException(
              "more than " + MAX_HITS + " canonicals are near to a document"));
      return;
    }
    int middle = docs.size() / 2;
    search(
        indices,
        docs.subList(0, middle),
        timeout,
        ActionListener.wrap(
            first ->
                search(
                    indices,
                    docs.subList(middle, docs.size()),
                    timeout,
                    ActionListener.wrap(
                        second -> {
                          Map<DocRef, Hit> all = new LinkedHashMap<>();
                          first.forEach(hit -> all.put(hit.ref(), hit));
                          second.forEach(hit -> all.put(hit.ref(), hit));
                          listener.onResponse(List.copyOf(all.values()));
                        },
                        listener::onFailure)),
            listener::onFailure));
  }

  private BoolQueryBuilder near(List<ClaimDoc> docs) {
    BoolQueryBuilder near = QueryBuilders.boolQuery().minimumShouldMatch(1);
    int exact = 0;
    for (int i = 0; i < spec.stages().size(); i++) {
      Stage stage = spec.stages().get(i);
      if (stage.kind() == Stage.Kind.EXACT) {
        Set<String> keywords = new TreeSet<>();
        for (ClaimDoc doc : docs) {
          keywords.add(doc.keywords().get(exact));
        }
        keywords.remove("");
        if (keywords.isEmpty() == false) {
          near.should(QueryBuilders.termsQuery(stage.field(), keywords));
        }
        exact++;
      } else {
        int number = i;
        long[] fingerprints =
            docs.stream()
                .map(doc -> doc.claim().keys())
                .filter(keys -> keys.has(number))
                .mapToLong(keys -> keys.value(number))
                .toArray();
        if (fingerprints.length > 0) {
          near.should(
              new NearDupQueryBuilder(
                      stage.field(), FingerprintSet.of(fingerprints), stage.maxDistance())
                  .ignoreUnmapped(true));
        }
      }
    }
    return near;
  }

  private List<Hit> hits(SearchResponse response) {
    List<Hit> hits = new ArrayList<>();
    for (SearchHit found : response.getHits()) {
      DocumentField routing = found.field("_routing");
      DocRef ref =
          new DocRef(
              found.getIndex(),
              found.getId(),
              routing == null ? null : routing.<Object>getValue().toString());
      Hit hit = reader.hit(ref, found.getSourceAsMap(), found.getSeqNo());
      if (hit != null) {
        hits.add(hit);
      }
    }
    return hits;
  }
}
