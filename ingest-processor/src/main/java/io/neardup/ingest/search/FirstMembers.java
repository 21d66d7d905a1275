// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.SearchHit;
import org.opensearch.search.collapse.CollapseBuilder;
import org.opensearch.search.sort.SortOrder;
import org.opensearch.transport.client.Client;

/** Finds the first member of each group that has no canonical in the index. */
public final class FirstMembers {
  private final DomainSpec spec;
  private final KeysReader reader;
  private final IndexFields indexFields;
  private final DomainSearch search;

  /**
   * @param indexFields what the indexes compare
   * @param indices concrete names; at least one
   */
  public FirstMembers(
      Client client,
      DomainSpec spec,
      IndexFields indexFields,
      List<String> indices,
      TimeValue timeout) {
    this.spec = spec;
    this.reader = new KeysReader(spec);
    this.indexFields = indexFields;
    this.search = new DomainSearch(client, spec, indexFields, indices, timeout);
  }

  /**
   * A member that is to lead its group.
   *
   * @param hit the version that was found
   * @param doc its claim
   * @param source the decision, and what is compared
   */
  public record Member(Hit hit, ClaimDoc doc, Map<String, Object> source) {}

  /**
   * What was found.
   *
   * @param led groups that have a canonical
   * @param members the first ones of others, if they have any
   */
  public record Found(Set<Group> led, List<Member> members) {}

  /** Looks these groups up. */
  public void find(Collection<Group> groups, ActionListener<Found> listener) {
    Set<String> asked = new TreeSet<>();
    groups.forEach(group -> asked.add(group.toString()));
    search.led(
        asked,
        Listeners.then(
            listener,
            (names, next) -> {
              Set<Group> led = new HashSet<>();
              names.forEach(name -> led.add(Group.parse(name)));
              asked.removeAll(names);
              if (asked.isEmpty()) {
                next.onResponse(new Found(led, List.of()));
                return;
              }
              search.run(
                  search
                      .source(asked.size())
                      .query(search.members(asked, "duplicate"))
                      .sort(spec.field("seq"), SortOrder.ASC)
                      .collapse(new CollapseBuilder(spec.field("group"))),
                  ActionListener.map(next, response -> new Found(led, members(response))));
            }));
  }

  private List<Member> members(SearchResponse response) {
    Map<Object, Map<String, Object>> sources = new HashMap<>();
    for (SearchHit hit : response.getHits()) {
      sources.put(List.of(hit.getIndex(), hit.getId()), hit.getSourceAsMap());
    }
    List<Member> members = new ArrayList<>();
    for (Hit hit : search.hits(response)) {
      Map<String, Object> source = sources.get(List.of(hit.ref().index(), hit.ref().id()));
      List<List<String>> terms =
          reader.read(source, indexFields.ofStored(spec, hit.ref().index())).terms();
      Claim claim = new Claim(hit.ref(), true, hit.keys(), hit.group());
      members.add(new Member(hit, new ClaimDoc(claim, terms), source));
    }
    return members;
  }
}
