// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.write;

import io.neardup.action.DocumentRights;
import io.neardup.groups.job.Work;
import java.util.Map;
import java.util.Set;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.action.get.MultiGetResponse;
import org.opensearch.action.update.UpdateRequest;

/**
 * Finds out whether the user may change documents, by changing or getting one of each index that
 * does not exist: what refuses that for another reason would refuse each change.
 *
 * @param deletes whether documents are to be deleted, or else updated
 */
public record WriteProbe(Work work, boolean deletes) {
  private static final String NOBODY = "near_dup probe";

  /** No document has been written so often. */
  private static final long NEVER = Long.MAX_VALUE;

  private static final String HIDDEN =
      "documents are not changed for a user from whom documents or fields are hidden, or masked,"
          + " since what cannot be read would be lost or left out; send the request as a user who"
          + " may read all of them";

  private DocWriteRequest<?> change(String index) {
    return deletes
        ? new DeleteRequest(index, NOBODY).routing(NOBODY).setIfSeqNo(NEVER).setIfPrimaryTerm(1)
        : new UpdateRequest(index, NOBODY)
            .routing(NOBODY)
            .setIfSeqNo(NEVER)
            .setIfPrimaryTerm(1)
            .doc(Map.of());
  }

  /**
   * Throws what a change would, unless documents may be changed.
   *
   * @param changed the indexes that they are in
   * @param read the indexes that documents are read of
   */
  public void run(BoundIndexes changed, Set<String> read) {
    BulkRequest bulk = new BulkRequest();
    changed.uuids().keySet().forEach(index -> bulk.add(change(index)));
    if (bulk.numberOfActions() > 0) {
      requireMissing(
          work.task()
              .await(
                  changed.bind(
                      work,
                      listener ->
                          work.client().bulk(bulk, DocumentRights.explained(listener, HIDDEN)))));
    }
    MultiGetRequest get = new MultiGetRequest();
    read.forEach(index -> get.add(new MultiGetRequest.Item(index, NOBODY).routing(NOBODY)));
    // Documents that change meanwhile are read again.
    MultiGetResponse found = work.task().await(listener -> work.client().multiGet(get, listener));
    for (MultiGetItemResponse item : found.getResponses()) {
      if (item.isFailed()) {
        throw ExceptionsHelper.convertToRuntime(item.getFailure().getFailure());
      }
    }
  }

  private static void requireMissing(BulkResponse answer) {
    for (BulkItemResponse item : answer.getItems()) {
      if (item.isFailed() && isMissing(item) == false) {
        throw ExceptionsHelper.convertToRuntime(
            DocumentRights.explain(BulkWriter.unchecked(item), HIDDEN));
      }
    }
  }

  private static boolean isMissing(BulkItemResponse item) {
    return switch (item.getFailure().getStatus()) {
      case NOT_FOUND, CONFLICT -> true;
      default -> false;
    };
  }
}
