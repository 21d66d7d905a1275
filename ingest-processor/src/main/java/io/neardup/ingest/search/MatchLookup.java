// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.ClaimedVersion;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Hit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.client.Client;

/**
 * Real-time lookup on the primaries, independent of refreshes: whether matches still exist, and
 * which ids are taken. One request per batch.
 */
final class MatchLookup {
  private final Client client;
  private final CanonicalReader reader;

  MatchLookup(Client client, DomainSpec spec) {
    this.client = client;
    this.reader = new CanonicalReader(spec);
  }

  /**
   * The result of a lookup.
   *
   * @param there whether versions are unchanged, for those that could be looked up
   * @param taken ids that have a document or could not be looked up
   */
  record Seen(Map<ClaimedVersion, Boolean> there, Set<DocRef> taken) {}

  /** Looks up these versions, and whether these ids have a document. */
  void look(Collection<Hit> versions, Collection<DocRef> ids, ActionListener<Seen> listener) {
    if (versions.isEmpty() && ids.isEmpty()) {
      listener.onResponse(new Seen(Map.of(), Set.of()));
      return;
    }
    List<Hit> hits = List.copyOf(versions);
    List<DocRef> refs = List.copyOf(ids);
    PrimaryGet get =
        new PrimaryGet().addAll(hits.stream().map(Hit::ref).toList(), reader.fields()).addAll(refs);
    client.multiGet(
        get.request(),
        ActionListener.map(listener, response -> seen(hits, refs, response.getResponses())));
  }

  private Seen seen(List<Hit> hits, List<DocRef> refs, MultiGetItemResponse[] items) {
    Map<ClaimedVersion, Boolean> there = new HashMap<>();
    for (int i = 0; i < hits.size(); i++) {
      if (items[i].isFailed() == false) {
        there.put(hits.get(i).version(), same(hits.get(i), items[i]));
      }
    }
    Set<DocRef> taken = new HashSet<>();
    for (int i = 0; i < refs.size(); i++) {
      MultiGetItemResponse item = items[hits.size() + i];
      if (item.isFailed() || item.getResponse().isExists()) {
        taken.add(refs.get(i));
      }
    }
    return new Seen(there, taken);
  }

  private boolean same(Hit hit, MultiGetItemResponse item) {
    if (item.getResponse().isExists() == false) {
      return false;
    }
    Hit stored = reader.hit(hit.ref(), item.getResponse().getSourceAsMap(), -1);
    return stored != null && stored.seq() == hit.seq() && stored.keys().equals(hit.keys());
  }
}
