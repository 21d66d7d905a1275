// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.action.DocumentRights;
import io.neardup.request.Listeners;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.ingest.IngestService;
import org.opensearch.transport.client.Client;

/**
 * Finds out whether the user may change documents, by changing and getting one of each index that
 * does not exist: what refuses that for another reason would refuse each change.
 *
 * @param changes of a document of this index
 */
public record WriteProbe(
    Client client, Function<String, List<DocWriteRequest<?>>> changes, TaskId parent) {
  private static final String NOBODY = "near_dup probe";
  private static final String HIDDEN =
      "documents are not changed for a user from whom documents or fields are hidden, or masked,"
          + " since what cannot be read would be lost or left out; send the request as a user who"
          + " may read all of them";

  /** An update of no document. */
  public static DocWriteRequest<?> update(String index) {
    return new UpdateRequest(index, NOBODY)
        .routing(NOBODY)
        .setIfSeqNo(0)
        .setIfPrimaryTerm(1)
        .doc(Map.of());
  }

  /** A new version of no document. */
  public static DocWriteRequest<?> index(String index) {
    return new IndexRequest(index)
        .id(NOBODY)
        .routing(NOBODY)
        .setIfSeqNo(0)
        .setIfPrimaryTerm(1)
        .setPipeline(IngestService.NOOP_PIPELINE_NAME)
        .setFinalPipeline(IngestService.NOOP_PIPELINE_NAME)
        .setSystemIngestPipeline(IngestService.NOOP_PIPELINE_NAME)
        .isPipelineResolved(true)
        .source(Map.of());
  }

  /** A deletion of no document: none has been written so often. */
  public static DocWriteRequest<?> delete(String index) {
    return new DeleteRequest(index, NOBODY)
        .routing(NOBODY)
        .setIfSeqNo(Long.MAX_VALUE)
        .setIfPrimaryTerm(1);
  }

  /** Answers if documents of all these indexes may be changed; otherwise fails as that would. */
  public void run(Set<String> indices, ActionListener<Void> listener) {
    BulkRequest bulk = new BulkRequest();
    for (String index : new TreeSet<>(indices)) {
      changes.apply(index).forEach(bulk::add);
    }
    bulk.setParentTask(parent);
    client.bulk(
        bulk,
        Listeners.then(
            DocumentRights.explained(listener, HIDDEN),
            (answer, next) -> {
              requireMissing(answer);
              read(indices, next);
            }));
  }

  /** Documents that change meanwhile are read again. */
  private void read(Set<String> indices, ActionListener<Void> listener) {
    MultiGetRequest get = new MultiGetRequest();
    for (String index : new TreeSet<>(indices)) {
      get.add(new MultiGetRequest.Item(index, NOBODY).routing(NOBODY));
    }
    get.setParentTask(parent);
    client.multiGet(
        get,
        Listeners.then(
            listener,
            (answer, next) -> {
              for (MultiGetItemResponse item : answer.getResponses()) {
                if (item.isFailed()) {
                  throw item.getFailure().getFailure();
                }
              }
              next.onResponse(null);
            }));
  }

  private static void requireMissing(BulkResponse answer) throws Exception {
    for (BulkItemResponse item : answer.getItems()) {
      if (item.isFailed() && isMissing(item) == false) {
        throw item.getFailure().getCause();
      }
    }
  }

  private static boolean isMissing(BulkItemResponse item) {
    return switch (item.getFailure().getStatus()) {
      case NOT_FOUND, CONFLICT -> true;
      // An index may require fields, as that of a data stream does.
      case BAD_REQUEST -> item.getOpType() == DocWriteRequest.OpType.INDEX;
      default -> false;
    };
  }
}
