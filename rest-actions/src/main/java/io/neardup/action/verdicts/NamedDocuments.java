// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.verdicts;

import io.neardup.action.verdicts.VerdictLine.Document;
import io.neardup.request.Listeners;
import io.neardup.resolve.FingerprintSource;
import io.neardup.resolve.ResolveFingerprintsRequest;
import io.neardup.resolve.ResolveFingerprintsResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.client.Client;

/** The documents that lines name, to be looked up as the caller, one index and field at a time. */
final class NamedDocuments {
  private final SaidPairs said;
  private final Map<Place, List<Asked>> asked = new LinkedHashMap<>();
  private int size;

  NamedDocuments(SaidPairs said) {
    this.said = said;
  }

  /** Where a document is looked up. */
  private record Place(String index, @Nullable String field) {}

  /** A document, and where its digest goes. */
  private record Asked(FingerprintSource source, int place) {}

  void add(Document document, int place) {
    asked
        .computeIfAbsent(new Place(document.index(), document.field()), all -> new ArrayList<>())
        .add(new Asked(document.id(), place));
    size++;
  }

  int size() {
    return size;
  }

  /** Sets the digests of all of them. */
  void find(Client client, ActionListener<Void> listener) {
    Iterator<Map.Entry<Place, List<Asked>>> places = asked.entrySet().iterator();
    Listeners.repeat(
        listener,
        more -> {
          if (places.hasNext() == false) {
            more.onResponse(false);
            return;
          }
          Map.Entry<Place, List<Asked>> next = places.next();
          client.execute(
              ResolveFingerprintsRequest.ACTION,
              request(next.getKey(), next.getValue()),
              ActionListener.map(
                  more,
                  found -> {
                    set(next.getValue(), found);
                    return true;
                  }));
        });
  }

  private static ResolveFingerprintsRequest request(Place place, List<Asked> documents) {
    return new ResolveFingerprintsRequest(
        new String[] {place.index},
        SearchRequest.DEFAULT_INDICES_OPTIONS,
        place.field == null ? List.of() : List.of(place.field),
        documents.stream().map(Asked::source).toList());
  }

  private void set(List<Asked> documents, ResolveFingerprintsResponse found) {
    for (int i = 0; i < documents.size(); i++) {
      Asked document = documents.get(i);
      ResolveFingerprintsResponse.Item item = found.items().get(i);
      String line = "[body] line " + said.line(document.place) + ": ";
      if (item.failure() != null) {
        throw new OpenSearchStatusException(
            line + item.failure().getMessage(),
            ExceptionsHelper.status(item.failure()),
            item.failure());
      }
      long[] digests = item.target().digests().toArray();
      if (digests.length != 1) {
        throw new IllegalArgumentException(
            line
                + "[pair] must have documents with a fingerprint, and ["
                + ((FingerprintSource.OfId) document.source).id()
                + "] has none; index it again through a processor [minhash] or [simhash]");
      }
      said.set(document.place, digests[0]);
    }
  }
}
