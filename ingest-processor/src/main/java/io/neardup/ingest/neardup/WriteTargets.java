// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.claim.NearDupIngestSettings;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.request.Listeners;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.ResourceAlreadyExistsException;
import org.opensearch.action.admin.indices.create.AutoCreateAction;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.support.AutoCreateIndex;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Nullable;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.transport.client.Client;

/** The indexes that documents are written to: created, mapped and checked. */
final class WriteTargets {
  private static final int MAX_CHECKED = 10_000;

  private final Client client;
  private final ClusterService clusterService;
  private final Domains domains;
  private final AutoCreateIndex autoCreate;
  private final MappingAdditions additions;

  /** Indexes that passed the check. */
  private final Map<Checked, Boolean> checked = new ConcurrentHashMap<>();

  /**
   * A mapping.
   *
   * @param compared whether documents of the index are compared, or only rerouted there
   */
  private record Checked(DomainSpec spec, Index index, long mappingVersion, boolean compared) {}

  /**
   * What a mapping must be.
   *
   * @param addition what it lacks; empty if nothing is missing or may be added
   * @param check throws if it is unfit
   */
  private record Demand(
      DomainSpec spec,
      Index index,
      boolean compared,
      UnaryOperator<Map<String, Object>> addition,
      Consumer<Map<String, Object>> check) {
    Checked checked(IndexMetadata metadata) {
      return new Checked(spec, index, metadata.getMappingVersion(), compared);
    }

    /**
     * What may be added to make it fit; empty if nothing is missing or may be added.
     *
     * @param mapping gets it, too
     * @throws IllegalArgumentException if it is still unfit then
     */
    Map<String, Object> mend(Map<String, Object> mapping) {
      Map<String, Object> lacking = addition.apply(mapping);
      if (lacking.isEmpty() == false) {
        XContentHelper.mergeDefaults(mapping, lacking);
        check.accept(mapping);
      }
      return lacking;
    }
  }

  WriteTargets(
      Client client,
      ClusterService clusterService,
      Domains domains,
      AutoCreateIndex autoCreate,
      NearDupIngestSettings settings) {
    this.client = client;
    this.clusterService = clusterService;
    this.domains = domains;
    this.autoCreate = autoCreate;
    this.additions = new MappingAdditions(client, clusterService, settings::timeout);
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
   * Adds what the mapping of an index lacks, and rejects an index in which decisions could not be
   * found.
   *
   * @param mayMap whether something may be added
   * @param listener fails with a message that says what to do
   */
  void require(
      DomainSpec spec,
      NearDupOptions options,
      String written,
      Index index,
      boolean mayMap,
      ActionListener<Void> listener) {
    ClusterState state = clusterService.state();
    if (state.metadata().index(index) != null
        && inDomain(spec, options, written, index, state) == false) {
      throw new IllegalArgumentException(
          "[indices] "
              + spec.indices()
              + " of near_dup must include the index that is written to, got ["
              + written
              + "]; add it, or write elsewhere");
    }
    require(compared(spec, index), mayMap, listener);
  }

  private static Demand compared(DomainSpec spec, Index index) {
    RequiredMapping required = new RequiredMapping(spec);
    return new Demand(
        spec, index, true, required::addition, mapping -> required.check(index.getName(), mapping));
  }

  private boolean inDomain(
      DomainSpec spec, NearDupOptions options, String written, Index index, ClusterState state) {
    return domains.contains(spec, options, written, index)
        || domains.indices(spec, state).contains(index);
  }

  private void require(Demand demand, boolean mayMap, ActionListener<Void> listener) {
    IndexMetadata metadata = clusterService.state().metadata().index(demand.index);
    if (metadata == null || checked.containsKey(demand.checked(metadata))) {
      listener.onResponse(null);
      return;
    }
    Map<String, Object> mapping = mapping(metadata);
    Map<String, Object> addition =
        mayMap ? demand.mend(new HashMap<>(mapping(metadata))) : Map.of();
    if (addition.isEmpty()) {
      demand.check.accept(mapping);
      remember(demand.checked(metadata));
      listener.onResponse(null);
      return;
    }
    additions.add(
        demand.index,
        addition,
        state -> isMended(demand, state),
        Listeners.listener(
            added -> Listeners.begin(listener, next -> require(demand, added == false, next)),
            e -> listener.onFailure(notAdded(demand, mapping, e))));
  }

  private static boolean isMended(Demand demand, ClusterState state) {
    IndexMetadata metadata = state.metadata().index(demand.index);
    return metadata == null || demand.addition.apply(mapping(metadata)).isEmpty();
  }

  /** What is missing, and why it is still missing. */
  private static Exception notAdded(Demand demand, Map<String, Object> mapping, Exception cause) {
    try {
      demand.check.accept(mapping);
      return cause;
    } catch (IllegalArgumentException missing) {
      return new OpenSearchStatusException(
          "near_dup could not add fields ({}): {}",
          ExceptionsHelper.status(cause),
          cause,
          ExceptionsHelper.unwrapCause(cause).getMessage(),
          missing.getMessage());
    }
  }

  private void remember(Checked fit) {
    if (checked.size() > MAX_CHECKED) {
      checked.clear();
    }
    checked.put(fit, true);
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
        Listeners.then(
            listener,
            (index, next) -> {
              if (index == null) {
                next.onResponse(null);
              } else {
                requireReroute(spec, from, index, mayCreate, next);
              }
            }));
  }

  private void requireReroute(
      DomainSpec spec, Index from, Index to, boolean mayMap, ActionListener<Void> listener) {
    ClusterState state = clusterService.state();
    IndexMetadata source = state.metadata().index(from);
    if (source == null) {
      listener.onResponse(null);
    } else if (domains.indices(spec, state).contains(to)) {
      require(compared(spec, to), mayMap, listener);
    } else {
      require(rerouted(spec, mapping(source), to), mayMap, listener);
    }
  }

  private static Demand rerouted(DomainSpec spec, Map<String, Object> source, Index to) {
    RequiredMapping required = new RequiredMapping(spec);
    return new Demand(
        spec,
        to,
        false,
        mapping -> required.targetAddition(mapping, source),
        mapping -> required.checkTarget(to.getName(), mapping, source));
  }
}
