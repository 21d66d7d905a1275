// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Hit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.collapse.CollapseBuilder;
import org.opensearch.search.sort.SortOrder;

/**
 * Finds the members that stand in for canonicals that are deleted, rewritten or gone with their
 * index: for groups without a canonical, the members near documents. Sends no request if every
 * group has its canonical, and one small request if members are found whose canonical is too far
 * away.
 */
final class StandInSearch {
  private final DomainSearch search;
  private final List<ClaimDoc> docs;
  private final BitSet failed;
  private final List<Hit> members = new ArrayList<>();

  /**
   * @param failed gets documents, by position in the batch, that could not be searched for
   */
  StandInSearch(DomainSearch search, List<ClaimDoc> docs, BitSet failed) {
    this.search = search;
    this.docs = docs;
    this.failed = failed;
  }

  /**
   * Answers with the members.
   *
   * @param groups with members near a document
   * @param canonicals near a document, whose groups are excluded
   */
  void run(Set<String> groups, List<Hit> canonicals, ActionListener<List<Hit>> listener) {
    Set<String> asked = new HashSet<>(groups);
    canonicals.forEach(hit -> asked.remove(hit.group().toString()));
    if (asked.isEmpty()) {
      listener.onResponse(List.of());
      return;
    }
    search.led(
        asked,
        Listeners.then(
            listener,
            (led, next) -> {
              asked.removeAll(led);
              if (asked.isEmpty()) {
                next.onResponse(List.of());
              } else {
                members(asked, 0, docs.size(), ActionListener.map(next, done -> members));
              }
            }));
  }

  private void members(Set<String> groups, int from, int to, ActionListener<Void> listener) {
    NearQuery asked = new NearQuery(search);
    if (asked.isTooLarge(to - from)) {
      less(groups, from, to, listener);
      return;
    }
    QueryBuilder near = asked.of(docs.subList(from, to));
    if (near == null) {
      listener.onResponse(null);
      return;
    }
    SearchSourceBuilder source =
        search
            .source(search.maxHits())
            .query(search.members(groups, "duplicate").filter(near))
            .sort(search.spec().field("seq"), SortOrder.ASC);
    search.run(
        source,
        ActionListener.delegateResponse(
            Listeners.then(
                listener,
                (SearchResponse response, ActionListener<Void> next) ->
                    read(groups, from, to, source, response, next)),
            (step, e) -> {
              if (NearQuery.isRefused(e)) {
                less(groups, from, to, listener);
              } else {
                listener.onFailure(e);
              }
            }));
  }

  private void read(
      Set<String> groups,
      int from,
      int to,
      SearchSourceBuilder source,
      SearchResponse response,
      ActionListener<Void> listener) {
    if (response.getHits().getTotalHits().value() <= search.maxHits()) {
      members.addAll(search.hits(response));
      listener.onResponse(null);
    } else if (to - from > 1 || groups.size() > search.maxHits()) {
      less(groups, from, to, listener);
    } else {
      first(source, listener);
    }
  }

  private void less(Set<String> groups, int from, int to, ActionListener<Void> listener) {
    if (to - from == 1) {
      failed.set(from);
      listener.onResponse(null);
      return;
    }
    int middle = (from + to) >>> 1;
    members(
        groups,
        from,
        middle,
        Listeners.then(listener, (done, next) -> members(groups, middle, to, next)));
  }

  /** More members than one search can return: considers only the first of each group. */
  private void first(SearchSourceBuilder source, ActionListener<Void> listener) {
    search.run(
        source.collapse(new CollapseBuilder(search.spec().field("group"))),
        ActionListener.map(
            listener,
            response -> {
              members.addAll(search.hits(response));
              return null;
            }));
  }
}
