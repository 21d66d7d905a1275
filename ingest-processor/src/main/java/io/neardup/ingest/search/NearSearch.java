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
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.CheckedBiConsumer;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.bucket.filter.Filter;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.collapse.CollapseBuilder;
import org.opensearch.search.sort.SortOrder;

/**
 * Searches the primaries for what is near the documents of a batch: first for canonicals and for
 * the groups of members, by one request. Then for the members that stand in for canonicals that are
 * deleted, rewritten or gone with their index: it sends no request if every group has its
 * canonical, and one small request if members are found whose canonical is too far away.
 *
 * <p>A request that is too large is split in halves, so that a document that cannot be searched for
 * at all does not affect the others.
 */
final class NearSearch {
  private static final String MEMBERS = "members";

  private final DomainSearch search;
  private final DomainSpec spec;
  private final NearQuery near;
  private final List<ClaimDoc> docs;
  private final boolean withMembers;
  private final MemoryAccount memory;
  private final Map<DocRef, Hit> canonicals = new LinkedHashMap<>();
  private final List<Hit> standIns = new ArrayList<>();
  private final BitSet failed = new BitSet();

  /** Groups with members near a document; in the end those that have no canonical. */
  private final Set<String> groups = new HashSet<>();

  /** Documents near which there are too many of those that they are not compared with. */
  private final BitSet few = new BitSet();

  /**
   * @param docs of a batch, in order
   * @param withMembers whether to find the members of groups without a canonical, too
   * @param memory charged with what is found
   */
  NearSearch(DomainSearch search, List<ClaimDoc> docs, boolean withMembers, MemoryAccount memory) {
    this.search = search;
    this.spec = search.spec();
    this.near = new NearQuery(search);
    this.docs = docs;
    this.withMembers = withMembers;
    this.memory = memory;
  }

  /** All canonicals near one of the documents. */
  List<Hit> canonicals() {
    return List.copyOf(canonicals.values());
  }

  /** The members near one of the documents that stand in for canonicals. */
  List<Hit> standIns() {
    return standIns;
  }

  /** Documents, by position in the batch, that could not be searched for. */
  BitSet failed() {
    return failed;
  }

  /** Fails only for transient problems, such as a missing shard or a busy node. */
  void run(ActionListener<Void> listener) {
    canonicals(0, docs.size(), Listeners.then(listener, (done, next) -> standIns(next)));
  }

  private void canonicals(int from, int to, ActionListener<Void> listener) {
    if (near.isTooLarge(to - from)) {
      less(this::canonicals, from, to, listener);
      return;
    }
    boolean again = to - from == 1 && few.get(from);
    BoolQueryBuilder query = near.orReplaced(docs.subList(from, to), again);
    if (query == null) {
      listener.onResponse(null);
      return;
    }
    SearchSourceBuilder source =
        search
            .source(Math.min(search.maxHits(), 100 + docs.size()))
            .query(query)
            .sort(again ? spec.field("seq") : "_doc");
    if (withMembers) {
      query.filter(QueryBuilders.termsQuery(spec.field("status"), "new", "duplicate"));
      source
          .postFilter(QueryBuilders.termQuery(spec.field("status"), "new"))
          .aggregation(
              AggregationBuilders.filter(
                      MEMBERS, QueryBuilders.termQuery(spec.field("status"), "duplicate"))
                  .subAggregation(search.groupsOf(search.buckets(DomainSearch.MAX_HITS))));
    } else {
      query.filter(QueryBuilders.termQuery(spec.field("status"), "new"));
    }
    canonicals(from, to, source, listener);
  }

  private void canonicals(
      int from, int to, SearchSourceBuilder source, ActionListener<Void> listener) {
    search(
        this::canonicals,
        from,
        to,
        source,
        (response, next) -> {
          long total = response.getHits().getTotalHits().value();
          Set<String> found = withMembers ? members(response) : Set.of();
          if (total > search.maxHits() || found == null) {
            if (to - from == 1) {
              // There may be nearer ones, but no more than these are looked at.
              keep(response);
            }
            less(this::canonicals, from, to, next);
          } else if (total > source.size()) {
            canonicals(from, to, source.size(search.maxHits()), next);
          } else {
            keep(response);
            groups.addAll(found);
            next.onResponse(null);
          }
        },
        listener);
  }

  private void keep(SearchResponse response) {
    read(response).forEach(hit -> canonicals.put(hit.ref(), hit));
  }

  private List<Hit> read(SearchResponse response) {
    try (MemoryAccount sources = memory.part()) {
      sources.take(HitBytes.of(response.getHits().getHits()));
      List<Hit> hits = search.hits(response);
      hits.forEach(hit -> memory.take(GreedyReplay.bytes(hit.keys())));
      return hits;
    }
  }

  /** Null if there were too many for one search. */
  private static Set<String> members(SearchResponse response) {
    Filter members = response.getAggregations().get(MEMBERS);
    return DomainSearch.groups(members.getAggregations());
  }

  private void standIns(ActionListener<Void> listener) {
    canonicals.values().forEach(hit -> groups.remove(hit.group().toString()));
    if (groups.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    search.led(
        groups,
        Listeners.then(
            listener,
            (led, next) -> {
              groups.removeAll(led);
              if (groups.isEmpty()) {
                next.onResponse(null);
              } else {
                standIns(0, docs.size(), next);
              }
            }));
  }

  private void standIns(int from, int to, ActionListener<Void> listener) {
    if (near.isTooLarge(to - from)) {
      less(this::standIns, from, to, listener);
      return;
    }
    QueryBuilder query = near.of(docs.subList(from, to));
    if (query == null) {
      listener.onResponse(null);
      return;
    }
    SearchSourceBuilder source =
        search
            .source(search.maxHits())
            .query(search.members(groups, "duplicate").filter(query))
            .sort(spec.field("seq"), SortOrder.ASC);
    search(
        this::standIns,
        from,
        to,
        source,
        (response, next) -> {
          if (response.getHits().getTotalHits().value() <= search.maxHits()) {
            standIns.addAll(read(response));
            next.onResponse(null);
          } else if (to - from > 1 || groups.size() > search.maxHits()) {
            less(this::standIns, from, to, next);
          } else {
            firstStandIns(source, next);
          }
        },
        listener);
  }

  /** More members than one search can return: considers only the first of each group. */
  private void firstStandIns(SearchSourceBuilder source, ActionListener<Void> listener) {
    search.run(
        source.collapse(new CollapseBuilder(spec.field("group"))),
        ActionListener.map(
            listener,
            response -> {
              standIns.addAll(read(response));
              return null;
            }));
  }

  /** Searches for some of the documents. */
  private interface Part {
    void run(int from, int to, ActionListener<Void> listener);
  }

  private void search(
      Part part,
      int from,
      int to,
      SearchSourceBuilder source,
      CheckedBiConsumer<SearchResponse, ActionListener<Void>, Exception> read,
      ActionListener<Void> listener) {
    search.run(
        source,
        ActionListener.delegateResponse(
            Listeners.then(listener, read),
            (step, e) -> {
              if (NearQuery.isRefused(e)) {
                less(part, from, to, listener);
              } else {
                listener.onFailure(e);
              }
            }));
  }

  /**
   * Searches for each half by itself; for a single document once more, with what it differs from.
   */
  private void less(Part part, int from, int to, ActionListener<Void> listener) {
    if (to - from > 1) {
      int middle = (from + to) >>> 1;
      part.run(from, middle, Listeners.then(listener, (done, next) -> part.run(middle, to, next)));
    } else if (few.get(from) || spec.differs().isEmpty()) {
      failed.set(from);
      listener.onResponse(null);
    } else {
      few.set(from);
      part.run(from, to, listener);
    }
  }
}
