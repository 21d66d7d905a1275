// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.CollectRequest;
import io.neardup.ingest.claim.message.CollectResponse;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.ingest.search.DomainSearch;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.opensearch.cluster.ClusterState;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.transport.client.Client;

/** What homes need from their node. */
interface HomeContext extends GroupPromoter {
  /** Acts as the node, not as the user. */
  Client client();

  ClusterState state();

  Domains domains();

  NearDupIngestSettings settings();

  NearDupIngestCounters counters();

  /**
   * Searches the indexes that a domain has now.
   *
   * @param millis after which a search is cancelled
   */
  default DomainSearch search(DomainSpec spec, long millis) {
    return search(spec, domains().indices(spec, state()), millis);
  }

  /** The same of these indexes. */
  default DomainSearch search(DomainSpec spec, List<Index> indices, long millis) {
    return new DomainSearch(
        client(),
        spec,
        domains().fields(),
        indices.stream().map(Index::getName).toList(),
        TimeValue.timeValueMillis(millis));
  }

  /** Monotonic milliseconds. */
  long millis();

  /** Milliseconds since the epoch. */
  long wallMillis();

  /** A random number that no other home has. */
  long random();

  /**
   * Milliseconds since a node was lost, or since this one started, which cannot know of earlier
   * losses.
   */
  long sinceNodeLeft();

  /** Runs something after a short pause. */
  void later(Runnable work);

  /** Fails a listener that is not answered within this many milliseconds. */
  <T> ActionListener<T> within(long millis, ActionListener<T> listener);

  /** Takes memory from the node's share; returns false if none is left. */
  boolean take(long bytes);

  void release(long bytes);

  /** Refreshes the primary of a shard, and its replicas if they index documents themselves. */
  void refresh(ShardId shard, ActionListener<Void> listener);

  /**
   * Fails if another copy of a shard has been promoted, or one does not answer. The primary of this
   * node is asked, if it knows of no other one.
   */
  void requirePrimary(ShardId shard, ActionListener<Void> listener);

  /** Answers whether writes sent by a lost node are still in progress on another node. */
  void orphans(ActionListener<Boolean> listener);

  /**
   * Collects the claims in flight of a domain.
   *
   * @param epoch as in {@link CollectRequest}
   * @param except nodes to skip
   * @param each gets the ephemeral id of a node and its answer; called sequentially
   * @param all called at the end with whether all nodes have answered
   */
  void collect(
      DomainSpec spec,
      long epoch,
      Set<String> except,
      BiConsumer<String, CollectResponse> each,
      Consumer<Boolean> all);
}
