// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.opensearch.cluster.ClusterState;
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

  /** Milliseconds since a node was lost; very many if none was. */
  long sinceNodeLeft();

  /** Runs something after a short pause. */
  void later(Runnable work);

  /** Takes memory from the node's share; false when there is none left. */
  boolean take(long bytes);

  void release(long bytes);

  /**
   * Asks all nodes for the claims of a domain that are on their way.
   *
   * @param incarnation as in {@link CollectRequest}
   * @param each gets a node's id and its answer, one call after the other
   * @param all is told at the end whether all nodes have answered
   */
  void collect(
      String key,
      long incarnation,
      BiConsumer<String, CollectResponse> each,
      Consumer<Boolean> all);
}
