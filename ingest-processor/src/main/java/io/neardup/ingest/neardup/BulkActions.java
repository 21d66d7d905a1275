// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.Decision;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.update.UpdateRequest;

/**
 * The actions of a bulk, as far as they affect decisions: which documents it deletes, overwrites or
 * updates. Considers only the {@code _id}, since index names may be aliases; a document of another
 * index with the same {@code _id} is then needlessly treated as at risk. Immutable.
 */
final class BulkActions {
  private final int count;
  private final Set<String> requiredAliases = new HashSet<>();
  private final Map<String, Integer> byId = new HashMap<>();
  private final Set<String> updates = new HashSet<>();
  private final Set<String> parts = new HashSet<>();

  BulkActions(List<DocWriteRequest<?>> requests) {
    count = requests.size();
    for (DocWriteRequest<?> request : requests) {
      if (request.isRequireAlias()) {
        requiredAliases.add(request.index());
      }
      if (request.id() != null) {
        byId.merge(request.id(), 1, Integer::sum);
      }
      if (request instanceof UpdateRequest update) {
        (update.docAsUpsert() ? parts : updates).add(update.id());
      }
    }
  }

  /** Whether the bulk has a single action, so no other document is decided with it. */
  boolean single() {
    return count == 1;
  }

  /** Whether a name must be an alias, so that no index may be created for it. */
  boolean requiresAlias(String name) {
    return requiredAliases.contains(name);
  }

  /** Whether a matched document may be gone or have another text when the bulk is done. */
  boolean touch(Decision.Match match) {
    // A document of the bulk itself is written by one of its actions.
    return byId.getOrDefault(match.of().id(), 0) > (match.sameBulk() ? 1 : 0);
  }

  /** Whether the document is an upsert, written only if it does not exist yet. */
  boolean isUpdate(String id) {
    return updates.contains(id);
  }

  /** Whether the action has only a part of the document. */
  boolean isPart(String id) {
    return parts.contains(id);
  }
}
