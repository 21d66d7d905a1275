// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;

/**
 * Asks the copies of primaries whether these are primaries still. A node that stood still, or was
 * cut off, has not been told yet that another copy was promoted: its home would go on deciding, and
 * nobody else would learn of it. Whoever asks within a short time is answered together.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class PrimaryChecks {
  private final NodeContext context;
  private final Map<ShardId, List<ActionListener<Void>>> waiting = new HashMap<>();

  PrimaryChecks(NodeContext context) {
    this.context = context;
  }

  /** Fails if another copy has been promoted, or one does not answer. */
  void require(ShardId shard, ActionListener<Void> listener) {
    IndexMetadata index = context.state().metadata().index(shard.getIndex());
    if (index != null && index.inSyncAllocationIds(shard.id()).size() <= 1) {
      // No other copy can be promoted.
      listener.onResponse(null);
      return;
    }
    synchronized (waiting) {
      List<ActionListener<Void>> others = waiting.get(shard);
      if (others != null) {
        others.add(listener);
        return;
      }
      waiting.put(shard, new ArrayList<>(List.of(listener)));
    }
    context.later(() -> ask(shard));
  }

  private void ask(ShardId shard) {
    List<ActionListener<Void>> all;
    synchronized (waiting) {
      all = waiting.remove(shard);
    }
    context.askCopies(
        shard,
        Listeners.listener(
            still -> ActionListener.onResponse(all, null), e -> ActionListener.onFailure(all, e)));
  }
}
