// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.ComparedFields;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.lost.IndexDocFreqs;
import io.neardup.request.Listeners;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Hit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import java.util.Set;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.Nullable;
import org.opensearch.common.document.DocumentField;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.index.query.RangeQueryBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.aggregations.AggregationBuilder;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.Aggregations;
import org.opensearch.search.aggregations.bucket.terms.Terms;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.Transports;
import org.opensearch.transport.client.Client;

/**
 * One search of a domain, either complete or failed: on the primaries, without search pipelines,
 * with the fields that a decision needs.
 */
public final class DomainSearch {
  /** The default of {@code index.max_result_window}, which limits one search. */
  static final int MAX_HITS = 10_000;

  private static final String PRIMARY = "_primary";
  private static final String NO_PIPELINE = "_none";
  private static final String GROUPS = "groups";

  private final Client client;
  private final DomainSpec spec;
  private final IndexFields indexFields;
  private final CanonicalReader reader;
  private final List<String> indices;
  private final TimeValue timeout;

  /**
   * @param indexFields what the indexes compare
   * @param indices concrete names; without any, nothing can be searched
   * @param timeout after which a search is cancelled
   */
  public DomainSearch(
      Client client,
      DomainSpec spec,
      IndexFields indexFields,
      List<String> indices,
      TimeValue timeout) {
    this.client = client;
    this.spec = spec;
    this.indexFields = indexFields;
    this.reader = new CanonicalReader(spec, indexFields);
    this.indices = indices;
    this.timeout = timeout;
  }

  /** How many hits one search returns. */
  int maxHits() {
    return indexFields.resultWindow(indices, MAX_HITS);
  }

  /** Leaves out what is too old, or too new, for all of these documents, if it is a date. */
  void limit(BoolQueryBuilder query, List<ClaimDoc> docs) {
    if (spec.window().field() == null) {
      return;
    }
    LongSummaryStatistics times =
        docs.stream().mapToLong(doc -> doc.claim().keys().time()).summaryStatistics();
    long from = times.getMin() - spec.window().age();
    long to = times.getMax() + spec.window().age();
    if (indexFields.isDate(spec.window().field(), searched(), from, to)) {
      RangeQueryBuilder range =
          QueryBuilders.rangeQuery(spec.window().field()).format("epoch_millis").gte(from);
      query.filter(spec.window().both() ? range.lte(to) : range);
    }
  }

  DomainSpec spec() {
    return spec;
  }

  /** Names of what is searched. */
  public List<String> indices() {
    return indices;
  }

  /** How many terms a query of all indexes may have, at most this many. */
  int terms(int many) {
    return indexFields.terms(indices, many);
  }

  /** How many groups a search may be about and count, at most this many. */
  int buckets(int many) {
    return indexFields.buckets(terms(many));
  }

  /** The type to sort by a field as, where it is not mapped. */
  String sortedAs(String field) {
    return indices.stream()
        .map(index -> compared(index).sortedAs(field))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("long");
  }

  /** What documents of an index are compared by. */
  ComparedFields compared(String index) {
    return indexFields.ofStored(spec, index);
  }

  /** Reads the keys of documents. */
  KeysReader keys() {
    return new KeysReader(spec, indexFields);
  }

  /** Looks up documents that were found. */
  MatchLookup lookup() {
    return new MatchLookup(client, reader);
  }

  /** A source that fetches this many documents with the fields that a decision needs. */
  SearchSourceBuilder source(int size) {
    return source(size, false);
  }

  /** The same, also with what is looked at to tell what would be lost. */
  SearchSourceBuilder source(int size, boolean text) {
    return new SearchSourceBuilder()
        .size(size)
        .trackTotalHits(true)
        .fetchSource(reader.fields(indices, text), null)
        .seqNoAndPrimaryTerm(true);
  }

  /** The groups of the matching documents, which {@link #groups} reads. */
  AggregationBuilder groupsOf(int size) {
    return AggregationBuilders.terms(GROUPS)
        .field(spec.field("group"))
        .size(size)
        // Otherwise ordinals of all groups would be built after each refresh.
        .executionHint("map");
  }

  /** Those that may have decisions. */
  private List<String> searched() {
    return indexFields.decided(spec, indices);
  }

  private SearchRequest request(List<String> searched, SearchSourceBuilder source) {
    SearchRequest request =
        new SearchRequest(searched.toArray(String[]::new))
            .indicesOptions(IndicesOptions.strictExpandOpen())
            .preference(PRIMARY)
            .allowPartialSearchResults(false)
            .requestCache(false)
            .pipeline(NO_PIPELINE)
            .source(source);
    request.setCancelAfterTimeInterval(timeout);
    return request;
  }

  /** Searches the primaries; a search that is incomplete fails. */
  public void run(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
    client.search(
        request(searched(), source),
        ActionListener.map(
            away(client, listener),
            response -> {
              if (response.isTimedOut() || response.getFailedShards() > 0) {
                throw new IllegalStateException("the search is incomplete: " + response);
              }
              return response;
            }));
  }

  /** The documents of the domain that have a term in one of these fields. */
  IndexDocFreqs docFreqs(List<String> fields, MemoryAccount memory) {
    return new IndexDocFreqs(client, source -> request(indices, source), fields, memory);
  }

  /** Opens an account for what is read; the caller must close it. */
  MemoryAccount openAccount() {
    return indexFields.openAccount();
  }

  /** Reads documents in real time. */
  void multiGet(PrimaryGet get, ActionListener<List<GetResponse>> listener) {
    get.read(client, listener);
  }

  /** Answers elsewhere than where those of other nodes arrive: to read many texts takes a while. */
  public static <T> ActionListener<T> away(Client client, ActionListener<T> listener) {
    return Listeners.then(
        listener,
        (response, next) -> {
          if (Transports.isTransportThread(Thread.currentThread())) {
            client
                .threadPool()
                .generic()
                .execute(ActionRunnable.wrap(next, answered -> answered.onResponse(response)));
          } else {
            next.onResponse(response);
          }
        });
  }

  /** Runs what takes a while. */
  void execute(Runnable work) {
    client.threadPool().generic().execute(work);
  }

  /** Answers which of these groups have a canonical. */
  void led(Collection<String> asked, ActionListener<Set<String>> listener) {
    List<String> rest = List.copyOf(asked);
    int most = buckets(rest.size());
    SearchSourceBuilder heads =
        new SearchSourceBuilder()
            .size(0)
            .query(members(rest.subList(0, most), "new"))
            .aggregation(groupsOf(most));
    run(
        heads,
        Listeners.then(
            listener,
            (response, next) -> {
              Set<String> led = groups(response.getAggregations());
              Set<String> found = led == null ? new HashSet<>() : led;
              if (most == rest.size()) {
                next.onResponse(found);
              } else {
                led(
                    rest.subList(most, rest.size()),
                    ActionListener.map(
                        next,
                        others -> {
                          found.addAll(others);
                          return found;
                        }));
              }
            }));
  }

  /** The members of groups with one of these statuses. */
  BoolQueryBuilder members(Collection<String> asked, String... status) {
    return QueryBuilders.boolQuery()
        .filter(QueryBuilders.termsQuery(spec.field("group"), asked))
        .filter(QueryBuilders.termsQuery(spec.field("status"), status));
  }

  /** The hits, except documents without a decision of ours. */
  List<Hit> hits(SearchResponse response) {
    List<Hit> hits = new ArrayList<>();
    for (SearchHit found : response.getHits()) {
      Hit hit = hit(found);
      if (hit != null) {
        hits.add(hit);
      }
    }
    return hits;
  }

  /** Returns null for a document without a decision of ours. */
  @Nullable Hit hit(SearchHit found) {
    DocumentField routing = found.field("_routing");
    DocRef ref =
        new DocRef(
            found.getIndex(),
            found.getId(),
            routing == null ? null : routing.<Object>getValue().toString());
    return reader.hit(ref, found.getSourceAsMap(), found.getSeqNo(), found.getPrimaryTerm());
  }

  /** The groups of the aggregation; null if there were too many for one search. */
  static Set<String> groups(Aggregations counted) {
    Terms terms = counted.get(GROUPS);
    if (terms.getSumOfOtherDocCounts() > 0) {
      return null;
    }
    Set<String> groups = new HashSet<>();
    terms.getBuckets().forEach(bucket -> groups.add(bucket.getKeyAsString()));
    return groups;
  }
}
