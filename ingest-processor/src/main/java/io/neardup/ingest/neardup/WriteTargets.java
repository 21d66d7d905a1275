// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.NearDupOptions;
import io.neardup.sequencer.Stage;
import java.util.List;
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
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.transport.client.Client;

/**
 * The indexes that documents are written to: made when they are missing, checked when they are
 * there.
 */
final class WriteTargets {
  private final Client client;
  private final ClusterService clusterService;
  private final Domains domains;
  private final AutoCreateIndex autoCreate;

  /** What was checked and is right. */
  private final Map<Checked, Boolean> checked = new ConcurrentHashMap<>();

  private record Checked(DomainSpec spec, Index index, long mappingVersion) {}

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
   * Finds the concrete index for a target, as the user who writes; null when there is none and none
   * may be made.
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
        ActionListener.wrap(
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
      // The bulk will say so.
      return false;
    }
  }

  /**
   * Refuses an index in which decisions could not be found again.
   *
   * @throws IllegalArgumentException that says what to do
   */
  void check(DomainSpec spec, NearDupOptions options, String written, Index index) {
    ClusterState state = clusterService.state();
    IndexMetadata metadata = state.metadata().index(index);
    if (metadata == null) {
      return;
    }
    Checked key = new Checked(spec, index, metadata.getMappingVersion());
    if (checked.containsKey(key)) {
      return;
    }
    if (domains.contains(spec, options, written, index) == false
        && domains.indices(spec, state).contains(index) == false) {
      throw new IllegalArgumentException(
          "[indices] "
              + spec.indices()
              + " of near_dup must include what is written to, got ["
              + written
              + "]; add it, or write elsewhere");
    }
    Map<String, Object> mapping =
        metadata.mapping() == null ? Map.of() : metadata.mapping().sourceAsMap();
    requireType(mapping, index, spec.field("status"), "keyword");
    requireType(mapping, index, spec.field("group"), "keyword");
    requireType(mapping, index, spec.field("seq"), "long");
    for (Stage stage : spec.stages()) {
      requireType(
          mapping, index, stage.field(), stage.kind() == Stage.Kind.EXACT ? "keyword" : "simhash");
    }
    if (checked.size() > 10_000) {
      checked.clear();
    }
    checked.put(key, true);
  }

  private static void requireType(
      Map<String, Object> mapping, Index index, String path, String type) {
    Object found = type(mapping, path);
    if (type.equals(found) == false) {
      throw new IllegalArgumentException(
          "field ["
              + path
              + "] of index ["
              + index.getName()
              + "] must be mapped as ["
              + type
              + "] for near_dup, got ["
              + (found == null ? "no mapping" : found)
              + "]; put it into the mapping or into a template before the first document");
    }
  }

  private static Object type(Map<String, Object> mapping, String path) {
    Object level = mapping;
    for (String part : List.of(path.split("\\."))) {
      Object properties = level instanceof Map<?, ?> map ? map.get("properties") : null;
      level = properties instanceof Map<?, ?> map ? map.get(part) : null;
    }
    return level instanceof Map<?, ?> field ? field.get("type") : null;
  }
}
