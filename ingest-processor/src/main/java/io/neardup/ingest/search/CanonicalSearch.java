// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.request.HitBytes;
import io.neardup.request.Listeners;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.GreedyReplay;
import io.neardup.sequencer.Hit;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.bucket.filter.Filter;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Searches the primaries for canonicals near documents, and for the groups of nearby members: one
 * request per batch. A request that is too large is split in halves, so that a document that cannot
 * be searched for at all does not affect the others.
 */
final class CanonicalSearch {
  private static final String MEMBERS = "members";

  private final DomainSearch search;
  private final List<ClaimDoc> docs;
  private final boolean withMembers;
  private final MemoryAccount memory;
  private final Map<DocRef, Hit> canonicals = new LinkedHashMap<>();
  private final Set<String> groups = new HashSet<>();
  private final BitSet failed = new BitSet();

  /** Documents near which there are too many of those that they are not compared with. */
  private final BitSet few = new BitSet();

  /**
   * @param docs of a batch, in order
   * @param withMembers whether to find the groups of members, too
   * @param memory charged with what is found
   */
  CanonicalSearch(
      DomainSearch search, List<ClaimDoc> docs, boolean withMembers, MemoryAccount memory) {
    this.search = search;
    this.docs = docs;
    this.withMembers = withMembers;
    this.memory = memory;
  }

  /** All canonicals near one of the documents. */
  List<Hit> canonicals() {
    return List.copyOf(canonicals.values());
  }

  /** Groups with members near a document, whether or not their canonical is near. */
  Set<String> groups() {
    return groups;
  }

  /** Documents, by position in the batch, that could not be searched for. */
  BitSet failed() {
    return failed;
  }

  /** Fails only for transient problems, such as a missing shard or a busy node. */
  void run(ActionListener<Void> listener) {
    run(0, docs.size(), size(docs.size()), listener);
  }

  private int size(int asked) {
    return Math.min(search.maxHits(), 100 + asked);
  }

  private void run(int from, int to, int size, ActionListener<Void> listener) {
    DomainSpec spec = search.spec();
    NearQuery query = new NearQuery(search);
    if (query.isTooLarge(to - from)) {
      less(from, to, listener);
      return;
    }
    boolean again = to - from == 1 && few.get(from);
    BoolQueryBuilder near = query.orReplaced(docs.subList(from, to), again);
    if (near == null) {
      listener.onResponse(null);
      return;
    }
    SearchSourceBuilder source =
        search.source(size).query(near).sort(again ? spec.field("seq") : "_doc");
    if (withMembers) {
      near.filter(QueryBuilders.termsQuery(spec.field("status"), "new", "duplicate"));
      source
          .postFilter(QueryBuilders.termQuery(spec.field("status"), "new"))
          .aggregation(
              AggregationBuilders.filter(
                      MEMBERS, QueryBuilders.termQuery(spec.field("status"), "duplicate"))
                  .subAggregation(search.groupsOf(DomainSearch.MAX_HITS)));
    } else {
      near.filter(QueryBuilders.termQuery(spec.field("status"), "new"));
    }
    search.run(
        source,
        ActionListener.delegateResponse(
            Listeners.then(
                listener,
                (SearchResponse response, ActionListener<Void> next) ->
                    read(from, to, size, response, next)),
            (step, e) -> failed(from, to, e, listener)));
  }

  private void read(
      int from, int to, int size, SearchResponse response, ActionListener<Void> listener) {
    long total = response.getHits().getTotalHits().value();
    Set<String> found = withMembers ? members(response) : Set.of();
    if (total > search.maxHits() || found == null) {
      if (to - from == 1) {
        // There may be nearer ones, but no more than these are looked at.
        keep(response);
      }
      less(from, to, listener);
    } else if (total > size) {
      run(from, to, search.maxHits(), listener);
    } else {
      keep(response);
      groups.addAll(found);
      listener.onResponse(null);
    }
  }

  private void keep(SearchResponse response) {
    try (MemoryAccount sources = memory.part()) {
      sources.take(HitBytes.of(response.getHits().getHits()));
      for (Hit hit : search.hits(response)) {
        memory.take(GreedyReplay.bytes(hit.keys()));
        canonicals.put(hit.ref(), hit);
      }
    }
  }

  /** Null if there were too many for one search. */
  private static Set<String> members(SearchResponse response) {
    Filter members = response.getAggregations().get(MEMBERS);
    return DomainSearch.groups(members.getAggregations());
  }

  private void less(int from, int to, ActionListener<Void> listener) {
    if (to - from == 1) {
      if (few.get(from) || search.spec().differs().isEmpty()) {
        failed.set(from);
        listener.onResponse(null);
      } else {
        few.set(from);
        run(from, to, size(1), listener);
      }
      return;
    }
    int middle = (from + to) >>> 1;
    int size = size(to - from);
    run(from, middle, size, Listeners.then(listener, (done, next) -> run(middle, to, size, next)));
  }

  private void failed(int from, int to, Exception e, ActionListener<Void> listener) {
    if (NearQuery.isRefused(e)) {
      less(from, to, listener);
    } else {
      listener.onFailure(e);
    }
  }
}
