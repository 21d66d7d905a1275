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
 * What a bulk asks for, as far as it bears on decisions: which documents it deletes, overwrites or
 * updates. Looks at the {@code _id} alone, since names of indexes are aliases at times: of a
 * document of another index with the same {@code _id} a little less is then known to stay.
 * Immutable.
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

  /** Whether nothing else can come to be decided together with a document. */
  boolean single() {
    return count == 1;
  }

  /** Whether a name must be an alias, and must not be created as an index. */
  boolean requiresAlias(String name) {
    return requiredAliases.contains(name);
  }

  /** Whether a document may not be there, or not with its text, when the bulk is done. */
  boolean touch(Decision.Match match) {
    // One of the bulk itself is written by one action.
    return byId.getOrDefault(match.of().id(), 0) > (match.sameBulk() ? 1 : 0);
  }

  /** Whether the document is only written if another one is not there. */
  boolean isUpdate(String id) {
    return updates.contains(id);
  }

  /** Whether only a part of the document is given. */
  boolean isPart(String id) {
    return parts.contains(id);
  }
}
