// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.opensearch.cluster.ClusterState;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.transport.client.Client;

/** What homes of domains need of their node. */
interface HomeContext {
  /** Acts as the node, not as the user. */
  Client client();

  ClusterState state();

  Domains domains();

  NearDupIngestSettings settings();

  NearDupIngestCounters counters();

  /** Milliseconds that never go back. */
  long millis();

  /** Milliseconds since the epoch. */
  long wallMillis();

  /** A number that no other home has. */
  long random();

  /** Milliseconds since a node was lost, or since this one began, which cannot know of earlier. */
  long sinceNodeLeft();

  /** Runs something after a short pause. */
  void later(Runnable work);

  /** Fails a listener that was not answered for so many milliseconds. */
  <T> ActionListener<T> within(long millis, ActionListener<T> listener);

  /** Takes memory from the node's share; false when there is none left. */
  boolean take(long bytes);

  void release(long bytes);

  /** Refreshes the primary of a shard, and its copies where they index documents themselves. */
  void refresh(ShardId shard, ActionListener<Void> listener);

  /** Answers whether writes that a lost node had sent are still at work on some other node. */
  void orphans(ActionListener<Boolean> listener);

  /**
   * Asks nodes for the claims of a domain that are on their way.
   *
   * @param incarnation as in {@link CollectRequest}
   * @param except nodes not to ask
   * @param each gets the name of a run of a node, and its answer; one call after the other
   * @param all is told at the end whether all that were asked have answered
   */
  void collect(
      DomainSpec spec,
      long incarnation,
      Set<String> except,
      BiConsumer<String, CollectResponse> each,
      Consumer<Boolean> all);
}
