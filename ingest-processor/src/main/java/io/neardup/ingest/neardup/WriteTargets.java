// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.request.Listeners;
import org.opensearch.ExceptionsHelper;
import org.opensearch.ResourceAlreadyExistsException;
import org.opensearch.action.admin.indices.create.AutoCreateAction;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.support.AutoCreateIndex;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.transport.client.Client;

/** The indexes that documents are written to: found, or created. */
record WriteTargets(
    Client client, ClusterService clusterService, Domains domains, AutoCreateIndex autoCreate) {
  /** The data stream, alias or index that a name stands for. */
  String written(String target) {
    return domains.written(target, clusterService.state());
  }

  /**
   * Finds the concrete index of a target, as the user who writes; null if there is none and none
   * may be created.
   */
  void find(String written, boolean mayCreate, ActionListener<Index> listener) {
    ClusterState state = clusterService.state();
    Index index = domains.writeIndex(written, state);
    if (index != null || mayCreate == false || creatable(written, state) == false) {
      listener.onResponse(index);
      return;
    }
    client.execute(
        AutoCreateAction.INSTANCE,
        new CreateIndexRequest(written).cause("auto(near_dup)"),
        Listeners.listener(
            response -> listener.onResponse(domains.writeIndex(written, clusterService.state())),
            e -> {
              if (ExceptionsHelper.unwrap(e, ResourceAlreadyExistsException.class) != null) {
                listener.onResponse(domains.writeIndex(written, clusterService.state()));
              } else {
                listener.onFailure(e);
              }
            }));
  }

  private boolean creatable(String written, ClusterState state) {
    try {
      return autoCreate.shouldAutoCreate(written, state);
    } catch (IndexNotFoundException e) {
      // The bulk will report it.
      return false;
    }
  }

  /**
   * Rejects an index that the domain's searches would not find.
   *
   * @throws IllegalArgumentException with a message that says what to do
   */
  void requireWithin(DomainSpec spec, NearDupOptions options, String written, Index index) {
    ClusterState state = clusterService.state();
    if (state.metadata().index(index) != null
        && domains.contains(spec, options, written, index) == false
        && domains.indices(spec, state).contains(index) == false) {
      throw new IllegalArgumentException(
          "[indices] "
              + spec.indices()
              + " of near_dup must include the index that is written to, got ["
              + written
              + "]; add it, or write elsewhere");
    }
  }
}
