// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.job.Tally;
import io.neardup.groups.request.GroupsRequest;
import java.util.List;
import java.util.Set;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;

/** What a job does to the documents themselves once their groups are known. */
interface Change {
  /** What is asked for; null if documents stay as they are. */
  static @Nullable Change of(JobNode node, GroupsRequest request, Set<String> indices) {
    return switch (request.action().kind()) {
      case REPORT -> null;
      case TAG, REPAIR -> new Tagging(node, request, indices);
      case DELETE -> new Deleting(node, request);
    };
  }

  /** Writes of its kinds that change nothing, and fail in another way if they are not allowed. */
  List<DocWriteRequest<?>> probe(String index);

  /**
   * Changes the documents.
   *
   * @param batch documents to read at a time
   * @param memory takes what is held besides
   */
  void run(
      GroupsOutput output,
      GroupsTask task,
      int batch,
      MemoryAccount memory,
      ActionListener<Tally> listener);
}
