// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.block.ClusterBlockLevel;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.common.Nullable;
import org.opensearch.common.regex.Regex;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;

/** Where the documents of a domain are, according to a cluster state. */
public record Domains(IndexNameExpressionResolver resolver, IndexFields fields) {
  /** What an index compares of documents that are written to it; nothing of one that is none. */
  public ComparedFields compared(DomainSpec spec, @Nullable Index index, ClusterState state) {
    return index == null
        ? ComparedFields.NONE
        : fields.of(spec, index.getName(), field -> wanted(spec, field, state));
  }

  /** The name of a target with dates resolved, which may be that of a backing index. */
  public String named(String target) {
    return resolver.resolveDateMathExpression(target);
  }

  /** The data stream of a backing index, otherwise the name itself, with dates resolved. */
  public String written(String target, ClusterState state) {
    String name = named(target);
    IndexAbstraction abstraction = state.metadata().getIndicesLookup().get(name);
    return abstraction != null && abstraction.getParentDataStream() != null
        ? abstraction.getParentDataStream().getName()
        : name;
  }

  /** The domain of documents that are written to {@code written}. */
  public DomainSpec spec(NearDupOptions options, String written, ClusterState state) {
    DomainNames names = names(state);
    return DomainSpec.of(
        options,
        options.indices().isEmpty()
            ? List.of(names.written(written))
            : names.canonical(options.indices()));
  }

  private DomainNames names(ClusterState state) {
    return new DomainNames(
        state.metadata().getIndicesLookup(), resolver::resolveDateMathExpression);
  }

  /** The open indexes of a domain, the oldest first. */
  public List<Index> indices(DomainSpec spec, ClusterState state) {
    Index[] open = indices(spec, state, IndicesOptions.lenientExpandOpenHidden());
    // Names and aliases may also stand for closed indexes.
    return Arrays.stream(open)
        .filter(index -> isOpen(index, state))
        .sorted(
            Comparator.comparingLong((Index index) -> metadata(state, index).getCreationDate())
                .thenComparing(Index::getName))
        .toList();
  }

  /** Their names. */
  public List<String> indexNames(DomainSpec spec, ClusterState state) {
    return indices(spec, state).stream().map(Index::getName).toList();
  }

  /** How an index of a domain is to map a field that it lacks, by which documents are compared. */
  public Map<String, Object> wanted(DomainSpec spec, String field, ClusterState state) {
    return fields.wanted(spec, field, indexNames(spec, state));
  }

  /** Whether a closed index may have documents of a domain. */
  public boolean isPartlyClosed(DomainSpec spec, ClusterState state) {
    return Arrays.stream(indices(spec, state, IndicesOptions.lenientExpandHidden()))
        .anyMatch(index -> isOpen(index, state) == false);
  }

  /**
   * Refuses (HTTP 400) to look for what leads groups in these indexes alone, if it may be in others
   * of the domain.
   */
  public void requireWhole(DomainSpec spec, Collection<String> named, ClusterState state) {
    Set<String> missing = new TreeSet<>(fields.decided(spec, indexNames(spec, state)));
    missing.removeAll(named);
    if (missing.isEmpty() == false || isPartlyClosed(spec, state)) {
      throw new IllegalArgumentException(
          "[index] must name all indexes of the domain "
              + spec.indices()
              + " that have decisions, and none of its indexes may be closed, or [search_only],"
              + " since what leads a group may be in any of them, got "
              + new TreeSet<>(named)
              + (missing.isEmpty() ? " and a closed or [search_only] one" : " without " + missing));
    }
  }

  private Index[] indices(DomainSpec spec, ClusterState state, IndicesOptions options) {
    return resolver.concreteIndices(state, options, true, spec.indices().toArray(String[]::new));
  }

  private static IndexMetadata metadata(ClusterState state, Index index) {
    return state.metadata().getIndexSafe(index);
  }

  /** The concrete index of a write; null if there is none yet. */
  public Index writeIndex(String written, ClusterState state) {
    IndexAbstraction abstraction = state.metadata().getIndicesLookup().get(written);
    return abstraction == null || abstraction.getWriteIndex() == null
        ? null
        : abstraction.getWriteIndex().getIndex();
  }

  /** Whether an index is the write target or part of it. */
  public boolean writes(ClusterState state, String written, String index) {
    IndexAbstraction abstraction = state.metadata().getIndicesLookup().get(written);
    return abstraction != null
        && abstraction.getIndices().stream()
            .anyMatch(part -> part.getIndex().getName().equals(index));
  }

  /** Whether whoever writes to an index may, and can, change documents of another one. */
  public boolean changes(ClusterState state, String index, String other) {
    return takesWrites(state, other)
        && (index.equals(other) || writes(state, names(state).written(index), other));
  }

  /** Whether nothing blocks writes to an index. */
  public static boolean takesWrites(ClusterState state, String index) {
    return state.blocks().indexBlocked(ClusterBlockLevel.WRITE, index) == false;
  }

  /** Whether the domain's searches find documents that are written there. */
  public boolean contains(
      DomainSpec spec, NearDupOptions options, String written, Index writeIndex) {
    return options.indices().isEmpty()
        || Regex.simpleMatch(spec.indices().toArray(String[]::new), written)
        || Regex.simpleMatch(spec.indices().toArray(String[]::new), writeIndex.getName());
  }

  /** The shard whose primary hosts the home of a domain with these indexes. */
  public static ShardId home(List<Index> indices) {
    return new ShardId(indices.get(0), 0);
  }

  /** The node with the primary; null if there is none. */
  public static DiscoveryNode node(ShardId home, ClusterState state) {
    if (state.routingTable().hasIndex(home.getIndex()) == false) {
      return null;
    }
    ShardRouting primary = state.routingTable().shardRoutingTable(home).primaryShard();
    return primary == null || primary.active() == false
        ? null
        : state.nodes().get(primary.currentNodeId());
  }

  /**
   * Identifies the primaries of these indexes; if this changes, a search may see less than before
   * until the next refresh. Null while one is missing.
   */
  public static String primaries(List<Index> indices, ClusterState state) {
    StringBuilder text = new StringBuilder();
    for (Index index : indices) {
      if (state.routingTable().hasIndex(index) == false) {
        return null;
      }
      for (int i = 0; i < metadata(state, index).getNumberOfShards(); i++) {
        ShardRouting primary =
            state.routingTable().shardRoutingTable(new ShardId(index, i)).primaryShard();
        if (primary == null || primary.active() == false) {
          return null;
        }
        text.append(primary.allocationId().getId())
            .append('@')
            .append(metadata(state, index).primaryTerm(i))
            .append(' ');
      }
    }
    return text.toString();
  }

  /** Whether an index exists and can be refreshed: one that is only searched has no primaries. */
  public static boolean isOpen(Index index, ClusterState state) {
    IndexMetadata found = state.metadata().index(index);
    return found != null
        && found.getState() == IndexMetadata.State.OPEN
        && IndexMetadata.INDEX_BLOCKS_SEARCH_ONLY_SETTING.get(found.getSettings()) == false;
  }

  /** The shards of those indexes that exist. */
  public static List<ShardId> shards(List<Index> indices, ClusterState state) {
    List<ShardId> shards = new ArrayList<>();
    for (Index index : indices) {
      if (state.routingTable().hasIndex(index)) {
        for (int i = 0; i < metadata(state, index).getNumberOfShards(); i++) {
          shards.add(new ShardId(index, i));
        }
      }
    }
    return shards;
  }
}
