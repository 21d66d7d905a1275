// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.ClaimedVersion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.client.Client;

/** Real-time lookup of document versions, independent of refreshes: one request for many. */
public final class VersionLookup {
  private final Client client;
  private final CanonicalReader reader;

  public VersionLookup(Client client, DomainSpec spec) {
    this.client = client;
    this.reader = new CanonicalReader(spec);
  }

  /** Answers which of these versions the index has, except those that cannot be looked up. */
  public void written(
      List<ClaimedVersion> versions, ActionListener<Map<ClaimedVersion, Boolean>> listener) {
    if (versions.isEmpty()) {
      listener.onResponse(Map.of());
      return;
    }
    client.multiGet(
        new PrimaryGet()
            .addAll(versions.stream().map(ClaimedVersion::ref).toList(), reader.fields())
            .request(),
        ActionListener.map(
            listener,
            response -> {
              Map<ClaimedVersion, Boolean> written = new HashMap<>();
              for (int i = 0; i < versions.size(); i++) {
                MultiGetItemResponse item = response.getResponses()[i];
                if (item.isFailed() == false) {
                  written.put(versions.get(i), seq(item) == versions.get(i).seq());
                }
              }
              return written;
            }));
  }

  private long seq(MultiGetItemResponse item) {
    return item.getResponse().isExists() ? reader.seq(item.getResponse().getSourceAsMap()) : -1;
  }
}
