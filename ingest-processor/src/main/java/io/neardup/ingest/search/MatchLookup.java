// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimedVersion;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Hit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.get.GetResponse;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.client.Client;

/**
 * Real-time lookup on the primaries, independent of refreshes: whether matches still exist, and
 * which ids are taken. One request per batch, and another one only for what was written since the
 * search: as long as a document has the number that the search saw, its source need not be read.
 */
public record MatchLookup(Client client, CanonicalReader reader) {
  /**
   * The result of a lookup.
   *
   * @param there whether versions are unchanged, for those that could be looked up
   * @param taken whether ids have a document, for those that could be looked up
   */
  public record Seen(Map<ClaimedVersion, Boolean> there, Map<DocRef, Boolean> taken) {}

  /** Looks up these versions, and whether these ids have a document. */
  public void look(
      Collection<Hit> versions, Collection<DocRef> ids, ActionListener<Seen> listener) {
    if (versions.isEmpty() && ids.isEmpty()) {
      listener.onResponse(new Seen(Map.of(), Map.of()));
      return;
    }
    List<Hit> hits = List.copyOf(versions);
    List<DocRef> refs = List.copyOf(ids);
    PrimaryGet get = new PrimaryGet();
    hits.forEach(
        hit ->
            get.add(
                hit.ref(),
                isNumbered(hit)
                    ? new String[0]
                    : reader.fields(List.of(hit.ref().index()), false)));
    get.addAll(refs);
    get.read(
        client,
        Listeners.then(
            listener,
            (found, next) -> {
              List<GetResponse> ofRefs = found.subList(hits.size(), found.size());
              Seen seen = new Seen(new HashMap<>(), taken(refs, ofRefs));
              List<Hit> written = new ArrayList<>();
              for (int i = 0; i < hits.size(); i++) {
                see(hits.get(i), found.get(i), seen, written);
              }
              read(written, seen, next);
            }));
  }

  private void see(Hit hit, @Nullable GetResponse now, Seen seen, List<Hit> written) {
    if (now == null) {
      return;
    }
    if (isNumbered(hit) == false) {
      seen.there.put(hit.version(), isSame(hit, now));
    } else if (now.isExists() == false || hasNumber(hit, now)) {
      seen.there.put(hit.version(), now.isExists());
    } else {
      written.add(hit);
    }
  }

  /** Something else of a document may have changed, which leaves it the version it was. */
  private void read(List<Hit> hits, Seen seen, ActionListener<Seen> listener) {
    if (hits.isEmpty()) {
      listener.onResponse(seen);
      return;
    }
    PrimaryGet get = reader.get(hits.stream().map(Hit::ref).toList(), false);
    get.read(
        client,
        ActionListener.map(
            listener,
            found -> {
              for (int i = 0; i < hits.size(); i++) {
                if (found.get(i) != null) {
                  seen.there.put(hits.get(i).version(), isSame(hits.get(i), found.get(i)));
                }
              }
              return seen;
            }));
  }

  private static Map<DocRef, Boolean> taken(List<DocRef> refs, List<GetResponse> found) {
    Map<DocRef, Boolean> taken = new HashMap<>();
    for (int i = 0; i < refs.size(); i++) {
      if (found.get(i) != null) {
        taken.put(refs.get(i), found.get(i).isExists());
      }
    }
    return taken;
  }

  /** A number is given twice if a primary is lost with writes that nobody has acknowledged. */
  private static boolean isNumbered(Hit hit) {
    return hit.indexSeqNo() >= 0 && hit.indexTerm() >= 0;
  }

  private static boolean hasNumber(Hit hit, GetResponse now) {
    return now.getSeqNo() == hit.indexSeqNo() && now.getPrimaryTerm() == hit.indexTerm();
  }

  private boolean isSame(Hit hit, GetResponse now) {
    if (now.isExists() == false) {
      return false;
    }
    Hit stored = reader.hit(hit.ref(), now.getSourceAsMap(), -1, -1);
    return stored != null && stored.seq() == hit.seq() && stored.keys().equals(hit.keys());
  }
}
