// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.pit.MissingIndex;
import io.neardup.groups.request.GroupsRequest;
import org.apache.lucene.search.IndexSearcher;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.search.SearchPhaseExecutionException;
import org.opensearch.cluster.block.ClusterBlockException;
import org.opensearch.core.common.io.stream.NotSerializableExceptionWrapper;
import org.opensearch.search.SearchService;

/** Failures of which core names no parameter, and no way out. */
final class Explained {
  private Explained() {}

  /** The same failure if there is nothing to add. */
  static Exception failure(GroupsRequest request, Exception failure) {
    MissingIndex missing = MissingIndex.of(failure);
    if (missing != null) {
      return missing.explained(request.dest());
    }
    if (ExceptionsHelper.unwrapCause(failure) instanceof ClusterBlockException block
        && block.getMessage().startsWith("index [")) {
      return blocked(request, block);
    }
    return failure instanceof SearchPhaseExecutionException
            && ExceptionsHelper.unwrapCausesAndSuppressed(failure, Explained::isTooManyClauses)
                .isPresent()
        ? new IllegalArgumentException(
            "[query], with [against] and what a run adds, must have at most ["
                + IndexSearcher.getMaxClauseCount()
                + "] clauses, as ["
                + SearchService.INDICES_MAX_CLAUSE_COUNT_SETTING.getKey()
                + "] has it: leave some out, name many values by [terms], which is one clause, or"
                + " raise the setting",
            failure)
        : failure;
  }

  private static Exception blocked(GroupsRequest request, ClusterBlockException block) {
    OpenSearchStatusException explained =
        new OpenSearchStatusException(
            "[{}] must be open to reads, and to writes where a run writes, got: {} take the blocks"
                + " off by PUT <index>/_settings, and ask again",
            block.status(),
            block.getMessage().startsWith("index [" + request.dest() + "]") ? "dest" : "index",
            block.getMessage());
    explained.addSuppressed(block);
    return explained;
  }

  /** Also of another node, whose exception no other node knows. */
  private static boolean isTooManyClauses(Throwable cause) {
    return cause instanceof IndexSearcher.TooManyClauses
        || (cause instanceof NotSerializableExceptionWrapper
            && cause.getMessage().contains("too_many_"));
  }
}
