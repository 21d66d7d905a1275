// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.index.VersionType;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;
import org.opensearch.test.OpenSearchTestCase;

/** Which documents a bulk leaves alone. */
public class BulkActionsTests extends OpenSearchTestCase {
  private static List<IngestDocumentWrapper> documents(String... ids) {
    List<IngestDocumentWrapper> documents = new ArrayList<>();
    for (String id : ids) {
      IngestDocument document =
          new IngestDocument("news", id, null, null, VersionType.INTERNAL, new HashMap<>());
      documents.add(new IngestDocumentWrapper(documents.size(), 0, document, null));
    }
    return documents;
  }

  public void testPlain() {
    BulkActions actions =
        new BulkActions(List.of(new IndexRequest("news").id("1"), new IndexRequest("news")));
    assertTrue(actions.isPlain(documents("1", null)));
    assertFalse("others are not seen", actions.isPlain(documents("1")));
    assertFalse("the pipeline sets an id", actions.isPlain(documents("1", "2")));
    assertTrue(actions.names("1"));
    assertFalse(actions.names("2"));
    assertFalse(actions.single());
  }

  public void testDeletes() {
    BulkActions actions =
        new BulkActions(List.of(new IndexRequest("news"), new DeleteRequest("news", "1")));
    assertFalse(actions.isPlain(documents((String) null)));
    assertTrue(actions.names("1"));
  }

  /** What another action or the pipeline calls the same is not the document of the update. */
  public void testUpdates() {
    UpdateRequest upsert = new UpdateRequest("news", "1").doc(Map.of()).upsert(Map.of());
    UpdateRequest part = new UpdateRequest("news", "2").doc(Map.of()).docAsUpsert(true);
    IndexRequest other = new IndexRequest("news").id("2");
    BulkActions actions = new BulkActions(List.of(upsert, part, other));
    String one = upsert.upsertRequest().id();
    String two = part.doc().id();
    assertTrue(actions.mayBeUpsert(one));
    assertFalse(actions.mayBeUpsert(two));
    assertTrue("the pipeline sets an id", actions.mayBeUpsert("3"));
    actions.refusePart("news", one);
    actions.refusePart("news", "2");
    actions.refusePart(other.index(), "3");
    for (String id : new String[] {two, "3", null}) {
      expectThrows(IllegalArgumentException.class, () -> actions.refusePart("news", id));
    }
    expectThrows(IllegalArgumentException.class, () -> actions.refusePart(part.doc().index(), "3"));
    actions.know("3");
    actions.refusePart("news", "3");
    assertFalse(actions.mayBeUpsert("3"));
    assertEquals("2", two);
    assertFalse(new BulkActions(List.of(part)).mayBeUpsert("3"));
  }

  public void testRequiredAliases() {
    IndexRequest free = new IndexRequest("news");
    String id = randomFrom("1", null);
    IndexRequest alias = new IndexRequest("alias").id(id).setRequireAlias(true);
    IndexRequest same = new IndexRequest("alias").id(id).setRequireAlias(true);
    BulkActions actions = new BulkActions(List.of(free, alias, same));
    assertTrue(actions.mayCreate("news"));
    assertFalse("no action names it", actions.mayCreate("other"));
    assertFalse(actions.mayCreate("alias"));
    assertTrue(actions.requiresAlias());
    actions.reroute(alias.index(), id, randomBoolean());
    assertFalse(alias.isRequireAlias());
    assertTrue(same.isRequireAlias());
    actions.reroute("alias", id, randomBoolean());
    assertFalse(same.isRequireAlias());
    assertTrue(new BulkActions(List.of(free)).mayCreate("other"));
  }
}
