// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.ingest.domain.Mark;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortOrder;
import org.opensearch.transport.client.Client;

/**
 * Finds duplicates that were to be deleted, and the canonicals of their groups: page by page in the
 * order of their decisions, so that those which stay do not hide the others.
 */
public final class RemovableSearch {
  private final DomainSpec spec;
  private final DomainSearch search;

  /**
   * @param indexFields what the indexes compare
   * @param indices concrete names; at least one
   */
  public RemovableSearch(
      Client client,
      DomainSpec spec,
      IndexFields indexFields,
      List<String> indices,
      TimeValue timeout) {
    this.spec = spec;
    this.search = new DomainSearch(client, spec, indexFields, indices, timeout);
  }

  /**
   * Some of them.
   *
   * @param groups of all of them
   * @param canonicals of duplicates that have one
   * @param last where the next page begins; null if this is the last one
   */
  public record Page(Set<Group> groups, Map<Hit, Hit> canonicals, @Nullable Object last) {}

  /**
   * Answers with those after another page.
   *
   * @param after where that ended; null for the first ones
   */
  public void find(@Nullable Object after, ActionListener<Page> listener) {
    SearchSourceBuilder source =
        search
            .source(search.maxHits())
            .query(QueryBuilders.termsQuery(spec.field("checked"), Mark.ALL))
            .sort(spec.field("seq"), SortOrder.ASC);
    if (after != null) {
      source.searchAfter(new Object[] {after});
    }
    search.run(
        source,
        Listeners.then(
            listener,
            (response, next) -> {
              Object last = last(response);
              List<Hit> duplicates = search.hits(response);
              if (duplicates.isEmpty()) {
                next.onResponse(new Page(Set.of(), Map.of(), last));
              } else {
                Set<Group> groups = duplicates.stream().map(Hit::group).collect(Collectors.toSet());
                canonicals(
                    duplicates, ActionListener.map(next, found -> new Page(groups, found, last)));
              }
            }));
  }

  @Nullable private Object last(SearchResponse response) {
    int size = response.getHits().getHits().length;
    return size < search.maxHits() ? null : response.getHits().getAt(size - 1).getSortValues()[0];
  }

  private void canonicals(List<Hit> duplicates, ActionListener<Map<Hit, Hit>> listener) {
    Set<String> groups =
        duplicates.stream().map(hit -> hit.group().toString()).collect(Collectors.toSet());
    search.run(
        search.source(search.maxHits()).query(search.members(groups, "new")),
        ActionListener.map(
            listener,
            response -> {
              Map<Group, Hit> byGroup = new HashMap<>();
              search.hits(response).forEach(hit -> byGroup.put(hit.group(), hit));
              Map<Hit, Hit> found = new LinkedHashMap<>();
              for (Hit duplicate : duplicates) {
                Hit canonical = byGroup.get(duplicate.group());
                if (canonical != null) {
                  found.put(duplicate, canonical);
                }
              }
              return found;
            }));
  }
}
