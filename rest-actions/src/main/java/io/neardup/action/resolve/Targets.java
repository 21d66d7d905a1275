// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.resolve.ResolveFingerprintsRequest;
import io.neardup.target.MappedFields;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.opensearch.action.OriginalIndices;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.routing.OperationRouting;
import org.opensearch.common.Nullable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.transport.RemoteClusterAware;
import org.opensearch.transport.RemoteClusterService;

/**
 * The indexes of a request, and what they must have in common to fingerprint a document, or look up
 * an id, for all of them.
 */
final class Targets {
  private final ClusterState state;
  private final IndexPipelines pipelines;
  private final List<String> written;
  private final List<String> local;
  private final List<String> remote;

  /** The type of what is searched, in those of this cluster that map it. */
  private final Map<String, String> types;

  /** These; or all of this cluster if none maps it. */
  private final List<String> mapping;

  private Targets(
      ClusterState state,
      List<String> written,
      List<String> local,
      List<String> remote,
      String searched) {
    this.state = state;
    this.pipelines = new IndexPipelines(state);
    this.written = written;
    this.local = local;
    this.remote = remote;
    this.types = types(searched);
    this.mapping = types.isEmpty() ? local : List.copyOf(types.keySet());
  }

  /**
   * @throws org.opensearch.index.IndexNotFoundException like a search of the same names
   */
  static Targets of(
      ResolveFingerprintsRequest request,
      ClusterState state,
      IndexNameExpressionResolver resolver,
      RemoteClusterService remoteClusters) {
    List<String> local = new ArrayList<>();
    List<String> remote = new ArrayList<>();
    remoteClusters
        .groupIndices(
            request.indicesOptions(),
            request.indices(),
            name -> resolver.hasIndexAbstraction(name, state))
        .forEach(
            (cluster, indices) -> {
              if (cluster.equals(RemoteClusterAware.LOCAL_CLUSTER_GROUP_KEY)) {
                local.addAll(concrete(indices, state, resolver));
              } else {
                for (String index : indices.indices()) {
                  remote.add(RemoteClusterAware.buildRemoteIndexName(cluster, index));
                }
              }
            });
    // Wildcards expand in any order, but messages must be stable.
    Collections.sort(local);
    return new Targets(
        state, Arrays.asList(request.indices()), local, remote, request.fields().get(0));
  }

  private static List<String> concrete(
      OriginalIndices indices, ClusterState state, IndexNameExpressionResolver resolver) {
    return Arrays.asList(
        resolver.concreteIndexNames(state, indices.indicesOptions(), true, indices.indices()));
  }

  /**
   * The only index; as the alias in the request, if there is one, since an alias may have the
   * routing of its documents.
   *
   * @throws IllegalArgumentException if there are several, or one in another cluster
   */
  String onlyIndex() {
    if (local.size() == 1 && remote.isEmpty()) {
      return written.size() == 1 && state.metadata().hasAlias(written.get(0))
          ? written.get(0)
          : local.get(0);
    }
    List<String> all = new ArrayList<>(local);
    all.addAll(remote);
    throw new IllegalArgumentException(
        "[id] is looked up in one index of this cluster, but the request is about "
            + (all.isEmpty() ? "none" : shown(all))
            + "; name the one that holds the document with [index]");
  }

  /**
   * The pipelines of documents written to the indexes that map what is searched, in order.
   *
   * @throws IllegalArgumentException if the indexes differ, or one is in another cluster
   */
  List<String> pipelines() {
    if (remote.isEmpty() == false) {
      throw new IllegalArgumentException(
          "[doc] cannot be fingerprinted for "
              + shown(remote)
              + ": the pipelines of another cluster are not known here; name one of this cluster"
              + " with [pipeline]");
    }
    Set<List<String>> different = new LinkedHashSet<>();
    mapping.forEach(index -> different.add(pipelines.of(index)));
    if (different.size() > 1) {
      throw new IllegalArgumentException(
          "[doc] cannot be fingerprinted for "
              + shown(mapping)
              + ": they have different pipelines, "
              + different
              + "; name one with [pipeline]");
    }
    return different.isEmpty() ? List.of() : different.iterator().next();
  }

  /**
   * Refuses a field of signatures that cannot confirm what is found in another one, because the
   * pipelines of an index make them of different features.
   *
   * @throws IllegalArgumentException if they do; what is written otherwise is not known
   */
  void requireSameFeatures(String searched, String signatures) {
    pipelines.requireSameFeatures(mapping, searched, signatures);
  }

  /** Whether patterns match nothing, so that nothing is searched. */
  boolean isEmpty() {
    return local.isEmpty() && remote.isEmpty();
  }

  /**
   * Refuses fields that cannot be what they are named for in any of the indexes.
   *
   * @throws IllegalArgumentException naming the parameter, and the type that the field has
   */
  void requireKinds(ResolveFingerprintsRequest request) {
    List<String> fields = request.fields();
    for (int place = 0; place < fields.size(); place++) {
      String named =
          "["
              + ResolveFingerprintsRequest.parameter(place)
              + "]: field ["
              + fields.get(place)
              + "]";
      if (place > 0) {
        requireKind(
            named, types(fields.get(place)).values(), List.of(TargetKind.MINHASH), "leave it out");
      } else {
        requireKind(
            named,
            types.values(),
            List.of(TargetKind.values()),
            request.needsField() ? "name another one" : null);
      }
    }
  }

  /** The types of a field in the indexes of this cluster, without those that do not map it. */
  private Map<String, String> types(String field) {
    MappedFields mapped = new MappedFields(state);
    Map<String, String> found = new TreeMap<>();
    for (String index : local) {
      String type = mapped.type(index, field);
      if (type != null) {
        found.put(index, type);
      }
    }
    return found;
  }

  /**
   * @param wayOut where no index of any cluster maps the field; null if that is no mistake
   */
  private void requireKind(
      String named, Collection<String> found, List<TargetKind> kinds, @Nullable String wayOut) {
    String wanted =
        kinds.stream().map(kind -> "[" + kind.type() + "]").collect(Collectors.joining(" or "));
    if (found.isEmpty() && wayOut != null && remote.isEmpty()) {
      throw new IllegalArgumentException(
          named + " is not mapped in " + this + ": map it as " + wanted + ", or " + wayOut);
    }
    if (found.isEmpty() == false && kinds.stream().noneMatch(kind -> found.contains(kind.type()))) {
      throw new IllegalArgumentException(
          named + " is of type [" + found.iterator().next() + "], not " + wanted + ", in " + this);
    }
  }

  /** Whether a document with this id, written to this index or alias, would be in this shard. */
  boolean isIn(ShardId shard, String index, String id, @Nullable String routing) {
    IndexMetadata concrete = state.metadata().index(shard.getIndex());
    return concrete != null
        && OperationRouting.generateShardId(
                concrete, id, state.metadata().resolveIndexRouting(routing, index))
            == shard.id();
  }

  /** The {@code _index} of documents in pipelines, since some processors read it. */
  String anyIndex() {
    return mapping.isEmpty() ? "_none" : mapping.get(0);
  }

  @Override
  public String toString() {
    return shown(local);
  }

  private static String shown(List<String> indices) {
    int most = 5;
    return indices.size() <= most
        ? indices.toString()
        : indices.subList(0, most) + " and " + (indices.size() - most) + " more";
  }
}
