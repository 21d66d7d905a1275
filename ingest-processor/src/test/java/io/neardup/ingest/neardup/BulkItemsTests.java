// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.opensearch.action.DocWriteRequest.OpType;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexResponse;
import org.opensearch.action.update.UpdateResponse;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.test.OpenSearchTestCase;

/** Items as numbered by core; an _id is the position of its action. */
public class BulkItemsTests extends OpenSearchTestCase {
  private static BulkItemResponse written(int number, int place) {
    return new BulkItemResponse(
        number,
        OpType.INDEX,
        new IndexResponse(new ShardId("news", "uuid", 0), "" + place, 0, 1, 1, true));
  }

  private static BulkItemResponse dropped(int place) {
    return new BulkItemResponse(
        place,
        OpType.INDEX,
        new UpdateResponse(
            new ShardId("news", IndexMetadata.INDEX_UUID_NA_VALUE, 0),
            "" + place,
            0,
            0,
            1,
            DocWriteResponse.Result.NOOP));
  }

  private static BulkItemResponse failedByIngest(int place) {
    return new BulkItemResponse(
        place,
        OpType.INDEX,
        new BulkItemResponse.Failure(
            "news",
            "" + place,
            new IllegalArgumentException("x"),
            BulkItemResponse.Failure.FailureSource.PIPELINE));
  }

  private static BulkItemResponse failed(int number, int place) {
    return new BulkItemResponse(
        number,
        OpType.INDEX,
        new BulkItemResponse.Failure("news", "" + place, new IllegalArgumentException("x")));
  }

  private static BulkResponse response(List<BulkItemResponse> items) {
    return new BulkResponse(items.toArray(BulkItemResponse[]::new), 17, 3);
  }

  private static List<String> ids(BulkResponse response) {
    return Arrays.stream(response.getItems()).map(BulkItemResponse::getId).toList();
  }

  public void testWhatIngestDropped() {
    assertTrue(BulkItems.isDropped(dropped(0)));
    assertFalse(BulkItems.isDropped(written(0, 0)));
    assertFalse(BulkItems.isDropped(failed(0, 0)));
    assertFalse(BulkItems.isDropped(failedByIngest(0)));
    BulkItemResponse unchanged =
        new BulkItemResponse(
            0,
            OpType.UPDATE,
            new UpdateResponse(
                new ShardId("news", "uuid", 0), "0", 1, 1, 1, DocWriteResponse.Result.NOOP));
    assertFalse("an update that changes nothing", BulkItems.isDropped(unchanged));
  }

  public void testNothingToDo() {
    BulkResponse response = response(List.of(written(0, 0), failed(1, 1), written(2, 2)));
    assertSame(response, BulkItems.inOrder(response));
    BulkResponse empty = response(List.of());
    assertSame(empty, BulkItems.inOrder(empty));
  }

  /**
   * The actions that remain after ingest are renumbered, and their items come in any order among
   * the others.
   */
  public void testEachAtItsPlace() {
    for (int round = 0; round < 200; round++) {
      int size = randomIntBetween(1, 20);
      List<BulkItemResponse> byIngest = new ArrayList<>();
      List<BulkItemResponse> byShards = new ArrayList<>();
      List<String> wanted = new ArrayList<>();
      for (int place = 0; place < size; place++) {
        wanted.add("" + place);
        switch (randomIntBetween(0, 3)) {
          case 0 -> byIngest.add(dropped(place));
          case 1 -> byIngest.add(failedByIngest(place));
          case 2 -> byShards.add(failed(byShards.size(), place));
          default -> byShards.add(written(byShards.size(), place));
        }
      }
      List<BulkItemResponse> mixed = new ArrayList<>(byIngest);
      mixed.addAll(byShards);
      Collections.shuffle(mixed, random());
      BulkResponse ordered = BulkItems.inOrder(response(mixed));
      if (byIngest.isEmpty() == false) {
        assertEquals(wanted, ids(ordered));
        assertEquals(17, ordered.getTook().millis());
        assertEquals(3, ordered.getIngestTookInMillis());
      }
    }
  }

  /** Inconsistent numbers are left as they are: a wrong order is better than lost items. */
  public void testNumbersThatSayNothing() {
    for (List<BulkItemResponse> odd :
        List.of(
            List.of(dropped(1), dropped(1)),
            List.of(dropped(7), written(0, 0)),
            List.of(dropped(0), written(0, 1), written(0, 2)),
            List.of(dropped(0), written(5, 1)))) {
      BulkResponse response = response(odd);
      assertSame(response, BulkItems.inOrder(response));
    }
  }
}
