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
 * nobody else would learn of it. One question is on its way at a time; whoever asks meanwhile is
 * answered by the next one.
 */
final class PrimaryChecks {
  private final HomeContext context;

  /** While a question is on its way, those who need the next one. */
  private final Map<ShardId, List<ActionListener<Void>>> waiting = new HashMap<>();

  PrimaryChecks(HomeContext context) {
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
      waiting.put(shard, new ArrayList<>());
    }
    ask(shard, List.of(listener));
  }

  private void ask(ShardId shard, List<ActionListener<Void>> all) {
    ActionListener<Void> answered =
        ActionListener.runBefore(
            Listeners.listener(
                still -> ActionListener.onResponse(all, null),
                e -> ActionListener.onFailure(all, e)),
            () -> askAgain(shard));
    try {
      context.askCopies(shard, answered);
    } catch (Exception e) {
      answered.onFailure(e);
    }
  }

  private void askAgain(ShardId shard) {
    List<ActionListener<Void>> next;
    synchronized (waiting) {
      next = waiting.remove(shard);
      if (next.isEmpty()) {
        return;
      }
      waiting.put(shard, new ArrayList<>());
    }
    ask(shard, next);
  }
}
