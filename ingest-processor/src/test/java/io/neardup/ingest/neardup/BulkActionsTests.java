// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.Decision;
import io.neardup.sequencer.DocRef;
import java.util.List;
import java.util.Map;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.test.OpenSearchTestCase;

/** The effect of a bulk on the documents that its duplicates match. */
public class BulkActionsTests extends OpenSearchTestCase {
  private static Decision.Match match(String id, boolean sameBulk) {
    return new Decision.Match(new DocRef("news", id, null), 1, 0, 0, sameBulk);
  }

  public void testTouched() {
    BulkActions actions =
        new BulkActions(
            List.of(
                new DeleteRequest("news", "deleted"),
                new IndexRequest("news").id("written"),
                new IndexRequest("news").id("twice"),
                new IndexRequest("news").id("twice"),
                new IndexRequest("news")));
    assertTrue(actions.touch(match("deleted", false)));
    assertTrue("overwritten", actions.touch(match("written", false)));
    assertFalse("as it was matched", actions.touch(match("written", true)));
    assertTrue(actions.touch(match("twice", true)));
    assertFalse(actions.touch(match("other", false)));
    assertFalse(actions.touch(match("made", true)));
    assertFalse(actions.single());
  }

  public void testUpdates() {
    BulkActions actions =
        new BulkActions(
            List.of(
                new UpdateRequest("news", "1").doc(Map.of()).upsert(Map.of()),
                new UpdateRequest("news", "2").doc(Map.of()).docAsUpsert(true)));
    assertTrue(actions.isUpdate("1"));
    assertFalse(actions.isPart("1"));
    assertTrue(actions.isPart("2"));
    assertFalse(actions.isPart("3"));
  }

  public void testRequiredAliases() {
    BulkActions actions = new BulkActions(List.of(new IndexRequest("alias").setRequireAlias(true)));
    assertTrue(actions.requiresAlias("alias"));
    assertFalse(actions.requiresAlias("news"));
    assertTrue(actions.single());
  }
}
