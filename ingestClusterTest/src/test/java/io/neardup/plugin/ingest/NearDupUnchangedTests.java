// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import java.util.Map;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteResponse.Result;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.index.VersionType;

/** What is stored already just as it is sent is not written, and nothing else is skipped. */
public class NearDupUnchangedTests extends NearDupDocumentsTestCase {
  private static IndexRequest document(String id, long print, int number) {
    return document("news", id, print, Map.of("number", number, "list", new int[] {1, 2}));
  }

  private void begin(String more) throws Exception {
    pipeline(",'skip_unchanged':true" + more);
    news();
    written(document("x", A, 1), document("y", A, 1), document("v", B, 1));
    assertDuplicate("y", "x");
  }

  private void assertResults(BulkItemResponse[] items, Result... results) {
    for (int i = 0; i < results.length; i++) {
      assertFalse(items[i].getFailureMessage(), items[i].isFailed());
      assertEquals(items[i].getId(), results[i], items[i].getResponse().getResult());
    }
  }

  public void testUnchanged() throws Exception {
    begin("");
    assertResults(
        write(document("x", A, 1), document("y", A, 1), document("v", B, 1), document("w", C, 1)),
        Result.NOOP,
        Result.NOOP,
        Result.NOOP,
        Result.CREATED);
    for (String id : new String[] {"x", "y", "v", "w"}) {
      assertEquals(id, 1, get("news", id).getVersion());
    }
    assertNew("x", "v", "w");
    assertDuplicate("y", "x");
    written(document("z", A, 1));
    assertDuplicate("z", "x");
  }

  public void testChanged() throws Exception {
    begin("");
    assertResults(
        write(document("x", A, 2), document("y", B, 1), document("news", "v", B, Map.of())),
        Result.UPDATED,
        Result.UPDATED,
        Result.UPDATED);
    assertEquals(2, get("news", "x").getSource().get("number"));
    assertFalse(get("news", "v").getSource().containsKey("list"));
  }

  /** The same text, but what it was a duplicate of is gone. */
  public void testAnotherDecision() throws Exception {
    begin("");
    written(document("x", C, 1));
    // It may have been promoted before, and then it is unchanged.
    written(document("y", A, 1));
    assertSoon(() -> assertNew("y"));
  }

  /** Whatever else the bulk does with the document is done, in this order. */
  public void testOthersOfTheSameBulk() throws Exception {
    begin("");
    written(document("x", A, 5), document("x", A, 1));
    assertEquals(1, get("news", "x").getSource().get("number"));
    written(document("x", A, 1), document("x", A, 5));
    assertEquals(5, get("news", "x").getSource().get("number"));
    DocWriteRequest<?> delete = new DeleteRequest("news", "x");
    assertFalse(write(delete, document("x", A, 5))[1].isFailed());
    assertTrue(get("news", "x").isExists());
  }

  /** Nobody is told that a condition holds which was not looked at. */
  public void testConditions() throws Exception {
    begin("");
    assertTrue(write(document("x", A, 1).create(true))[0].isFailed());
    assertTrue(write(document("x", A, 1).setIfSeqNo(77).setIfPrimaryTerm(1))[0].isFailed());
    BulkItemResponse[] items =
        write(document("x", A, 1).version(9).versionType(VersionType.EXTERNAL));
    assertResults(items, Result.UPDATED);
    assertEquals(9, get("news", "x").getVersion());
  }

  public void testWrittenAgainAndAgain() throws Exception {
    begin(randomFrom("", ",'keep':[{'number':'desc'}]"));
    for (int i = 0; i < 20; i++) {
      int number = randomIntBetween(1, 2);
      written(document("x", A, number));
      assertEquals(number, get("news", "x").getSource().get("number"));
      assertSoon(() -> assertNew("x"));
    }
  }

  public void testOnlyIfAskedFor() throws Exception {
    begin("");
    pipeline("");
    assertResults(write(document("x", A, 1)), Result.UPDATED);
  }
}
