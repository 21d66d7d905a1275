// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.verdicts;

import io.neardup.request.Listeners;
import io.neardup.verdicts.ContentPair;
import io.neardup.verdicts.Verdict;
import io.neardup.verdicts.VerdictIndex;
import java.util.Map;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.transport.client.Client;

/** Writes pairs to the index of a list, in the order of the lines: of two, the later one wins. */
final class WrittenVerdicts {
  private static final int BULK = 5_000;

  private final Client client;
  private final ClusterService clusterService;
  private final WriteVerdictsRequest request;
  private final SaidPairs said;
  private final WriteVerdictsResponse response;
  private int done;

  WrittenVerdicts(
      Client client, ClusterService clusterService, WriteVerdictsRequest request, SaidPairs said) {
    this.client = client;
    this.clusterService = clusterService;
    this.request = request;
    this.said = said;
    this.response = new WriteVerdictsResponse(request.name(), request.deletes());
  }

  /**
   * Writes all of them, and makes them seen by what obeys the list.
   *
   * @param uuid of its index
   */
  void write(String uuid, ActionListener<WriteVerdictsResponse> listener) {
    Listeners.repeat(
        ActionListener.map(listener, all -> response),
        more -> {
          requireIndex(uuid);
          int from = done;
          int to = Math.min(said.size(), from + BULK);
          BulkRequest bulk = new BulkRequest();
          for (int line = from; line < to; line++) {
            bulk.add(change(line));
          }
          if (to == said.size()) {
            bulk.setRefreshPolicy(RefreshPolicy.IMMEDIATE);
          }
          client.bulk(
              bulk,
              ActionListener.map(
                  more,
                  answer -> {
                    count(from, answer, uuid);
                    done = to;
                    return to < said.size();
                  }));
        });
  }

  private DocWriteRequest<?> change(int line) {
    String id = said.pair(line).toString();
    return request.deletes()
        ? new DeleteRequest(request.name(), id)
        : new UpdateRequest(request.name(), id)
            .doc(Map.of(VerdictIndex.PAIR, id, Verdict.NAME, said.verdict(line).toString()))
            .docAsUpsert(true);
  }

  private void count(int from, BulkResponse answer, String uuid) {
    BulkItemResponse[] items = answer.getItems();
    for (int i = 0; i < items.length; i++) {
      if (items[i].isFailed()) {
        throw ExceptionsHelper.convertToRuntime(items[i].getFailure().getCause());
      }
      DocWriteResponse written = items[i].getResponse();
      if (written.getShardId().getIndex().getUUID().equals(uuid) == false) {
        throw gone();
      }
      ContentPair pair = said.pair(from + i);
      response.count(pair, written.getResult());
    }
  }

  /** A bulk would create it anew, as no list. */
  private void requireIndex(String uuid) {
    IndexMetadata index = clusterService.state().metadata().index(request.name());
    if (index == null || index.getIndexUUID().equals(uuid) == false) {
      throw gone();
    }
  }

  private OpenSearchStatusException gone() {
    return new OpenSearchStatusException(
        "[verdicts] must be a list that stays, and [{}] was deleted after [{}] of [{}] lines; send"
            + " all of them again",
        RestStatus.GONE,
        request.name(),
        done,
        said.size());
  }
}
