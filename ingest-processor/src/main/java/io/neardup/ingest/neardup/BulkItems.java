// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import java.util.BitSet;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.cluster.metadata.IndexMetadata;

/**
 * The items of a bulk response. Core numbers items that ingest dropped or failed by their action,
 * but all others by their position among the remaining ones, and it merges them in the order in
 * which ingest finished with them. With drops and failures in one bulk, a result can therefore end
 * up in another document's place.
 */
final class BulkItems {
  private BulkItems() {}

  /** Whether ingest dropped it. */
  static boolean isDropped(BulkItemResponse item) {
    return item.isFailed() == false
        && item.getResponse().getResult() == DocWriteResponse.Result.NOOP
        && IndexMetadata.INDEX_UUID_NA_VALUE.equals(
            item.getResponse().getShardId().getIndex().getUUID());
  }

  private static boolean isFailedByIngest(BulkItemResponse item) {
    return item.isFailed()
        && item.getFailure().getSource() == BulkItemResponse.Failure.FailureSource.PIPELINE;
  }

  /** The same items, in the order of their actions. */
  static BulkResponse inOrder(BulkResponse response) {
    BulkItemResponse[] items = response.getItems();
    BulkItemResponse[] ordered = new BulkItemResponse[items.length];
    BitSet taken = new BitSet(items.length);
    int ingested = 0;
    for (BulkItemResponse item : items) {
      if (isDropped(item) || isFailedByIngest(item)) {
        int place = item.getItemId();
        if (place < 0 || place >= items.length || taken.get(place)) {
          return response;
        }
        taken.set(place);
        ordered[place] = item;
        ingested++;
      }
    }
    return ingested == 0 || fill(items, ordered, taken) == false
        ? response
        : new BulkResponse(ordered, response.getTook().millis(), response.getIngestTookInMillis());
  }

  /** Returns false if the numbers of the other items do not determine their places. */
  private static boolean fill(BulkItemResponse[] items, BulkItemResponse[] ordered, BitSet taken) {
    BulkItemResponse[] others = new BulkItemResponse[items.length - taken.cardinality()];
    for (BulkItemResponse item : items) {
      if (isDropped(item) == false && isFailedByIngest(item) == false) {
        int number = item.getItemId();
        if (number < 0 || number >= others.length || others[number] != null) {
          return false;
        }
        others[number] = item;
      }
    }
    int place = -1;
    for (BulkItemResponse item : others) {
      place = taken.nextClearBit(place + 1);
      ordered[place] = item;
    }
    return true;
  }
}
