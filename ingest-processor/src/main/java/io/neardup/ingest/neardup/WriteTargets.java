// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.request.Answers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.ExceptionsHelper;
import org.opensearch.ResourceAlreadyExistsException;
import org.opensearch.action.admin.indices.create.AutoCreateAction;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.support.AutoCreateIndex;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.transport.client.Client;

/** The indexes that documents are written to: created if missing, checked if they exist. */
final class WriteTargets {
  private static final int MAX_CHECKED = 10_000;

  private final Client client;
  private final ClusterService clusterService;
  private final Domains domains;
  private final AutoCreateIndex autoCreate;

  /** Indexes that passed the check. */
  private final Map<Checked, Boolean> checked = new ConcurrentHashMap<>();

  /**
   * A mapping.
   *
   * @param compared whether documents of the index are compared, or only rerouted there
   */
  private record Checked(DomainSpec spec, Index index, long mappingVersion, boolean compared) {}

  WriteTargets(
      Client client, ClusterService clusterService, Domains domains, AutoCreateIndex autoCreate) {
    this.client = client;
    this.clusterService = clusterService;
    this.domains = domains;
    this.autoCreate = autoCreate;
  }

  /** The data stream, alias or index that a name stands for. */
  String written(String target) {
    return domains.written(target, clusterService.state());
  }

  ClusterState state() {
    return clusterService.state();
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
        Answers.listener(
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
   * Rejects an index in which decisions could not be found.
   *
   * @throws IllegalArgumentException with a message that says what to do
   */
  void check(DomainSpec spec, NearDupOptions options, String written, Index index) {
    ClusterState state = clusterService.state();
    IndexMetadata metadata = state.metadata().index(index);
    if (metadata == null) {
      return;
    }
    if (inDomain(spec, options, written, index, state) == false) {
      throw new IllegalArgumentException(
          "[indices] "
              + spec.indices()
              + " of near_dup must include the index that is written to, got ["
              + written
              + "]; add it, or write elsewhere");
    }
    once(
        new Checked(spec, index, metadata.getMappingVersion(), true),
        () -> new RequiredMapping(spec).check(index.getName(), mapping(metadata)));
  }

  private boolean inDomain(
      DomainSpec spec, NearDupOptions options, String written, Index index, ClusterState state) {
    return domains.contains(spec, options, written, index)
        || domains.indices(spec, state).contains(index);
  }

  private void once(Checked key, Runnable check) {
    if (checked.containsKey(key)) {
      return;
    }
    check.run();
    if (checked.size() > MAX_CHECKED) {
      checked.clear();
    }
    checked.put(key, true);
  }

  private static Map<String, Object> mapping(IndexMetadata metadata) {
    return metadata.mapping() == null ? Map.of() : metadata.mapping().sourceAsMap();
  }

  /**
   * Finds the index that duplicates are rerouted to, like {@link #find}, and rejects it unless it
   * maps the fields of decisions.
   *
   * @param from the checked index of the original target; null if there is none
   */
  void findReroute(
      DomainSpec spec,
      NearDupOptions options,
      @Nullable Index from,
      boolean mayCreate,
      ActionListener<Void> listener) {
    if (options.to() == null || from == null) {
      listener.onResponse(null);
      return;
    }
    String to = written(options.to());
    find(
        to,
        mayCreate,
        ActionListener.map(
            listener,
            index -> {
              if (index != null) {
                checkReroute(spec, from, index);
              }
              return null;
            }));
  }

  private void checkReroute(DomainSpec spec, Index from, Index to) {
    ClusterState state = clusterService.state();
    IndexMetadata target = state.metadata().index(to);
    IndexMetadata source = state.metadata().index(from);
    if (target == null || source == null) {
      return;
    }
    boolean compared = domains.indices(spec, state).contains(to);
    once(
        new Checked(spec, to, target.getMappingVersion(), compared),
        () -> {
          RequiredMapping required = new RequiredMapping(spec);
          if (compared) {
            required.check(to.getName(), mapping(target));
          } else {
            required.checkTarget(to.getName(), mapping(target), mapping(source));
          }
        });
  }
}
