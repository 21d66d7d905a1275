// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.sequencer.DocRef;
import java.util.Arrays;
import java.util.List;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.transport.client.Client;

/** A real-time get of documents from the primaries, independent of refreshes. */
public final class PrimaryGet {
  private final MultiGetRequest request =
      new MultiGetRequest().preference("_primary").realtime(true);

  /** Adds a document, with these fields of its source; without fields, only whether it exists. */
  PrimaryGet add(DocRef ref, String... fields) {
    request.add(
        new MultiGetRequest.Item(ref.index(), ref.id())
            .routing(ref.routing())
            .fetchSourceContext(new FetchSourceContext(fields.length > 0, fields, new String[0])));
    return this;
  }

  /** The same for several documents. */
  public PrimaryGet addAll(List<DocRef> refs, String... fields) {
    refs.forEach(ref -> add(ref, fields));
    return this;
  }

  /** What is asked for. */
  public MultiGetRequest request() {
    return request;
  }

  /**
   * Reads them, and answers elsewhere than where other nodes answer: in order, with null for what
   * could not be looked up.
   */
  public void read(Client client, ActionListener<List<GetResponse>> listener) {
    client.multiGet(
        request,
        DomainSearch.away(
            client, ActionListener.map(listener, found -> documents(found.getResponses()))));
  }

  private static List<GetResponse> documents(MultiGetItemResponse... items) {
    return Arrays.stream(items).map(MultiGetItemResponse::getResponse).toList();
  }
}
