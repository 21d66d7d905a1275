// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.test.OpenSearchSingleNodeTestCase;

/** What has become of documents since a search saw them, or a claim. */
public class MatchLookupTests extends OpenSearchSingleNodeTestCase {
  private static final String PRINT = "0123456789abcdef";
  private static final Group GROUP = Group.parse("0000000000000001-0000000000000002");
  private static final DomainSpec SPEC = KeysReaderTestCase.spec("'field':'print'");

  private static final CanonicalReader READER =
      new CanonicalReader(SPEC, new IndexFields(null, null, MemoryAccount::unbounded));

  private final Map<String, Hit> hits = new HashMap<>();

  private static String document(String print, long seq) {
    return "{\"print\":\""
        + print
        + "\",\"near_dup\":{\"status\":\"new\",\"group\":\""
        + GROUP
        + "\",\"seq\":"
        + seq
        + "}}";
  }

  private DocWriteResponse write(String id, String source) {
    return client().prepareIndex("news").setId(id).setSource(source, XContentType.JSON).get();
  }

  /** As a search sees it. */
  private Hit seen(String id, long term) {
    DocWriteResponse written = write(id, document(PRINT, 7));
    return hit(id, written.getSeqNo(), term < 0 ? written.getPrimaryTerm() : term);
  }

  private Hit hit(String id, long seqNo, long term) {
    Map<String, Object> source = client().prepareGet("news", id).get().getSourceAsMap();
    Hit hit = READER.hit(new DocRef("news", id, null), source, seqNo, term);
    hits.put(id, hit);
    return hit;
  }

  private Boolean there(String id) {
    return look(List.of(hits.get(id))).there().get(hits.get(id).version());
  }

  private MatchLookup.Seen look(List<Hit> looked, DocRef... ids) {
    PlainActionFuture<MatchLookup.Seen> answer = new PlainActionFuture<>();
    new MatchLookup(client(), READER).look(looked, Arrays.asList(ids), answer);
    return answer.actionGet();
  }

  public void testUnchanged() {
    seen("a", -1);
    assertEquals(true, there("a"));
  }

  public void testRewrittenWithTheSameTextAndDecision() {
    seen("a", -1);
    client().prepareUpdate("news", "a").setDoc("clicks", 3).get();
    assertEquals(true, there("a"));
  }

  public void testRewrittenWithAnotherText() {
    seen("a", -1);
    write("a", document("0123456789abcdee", 7));
    assertEquals(false, there("a"));
  }

  public void testRewrittenWithAnotherDecision() {
    seen("a", -1);
    write("a", document(PRINT, 8));
    assertEquals(false, there("a"));
  }

  public void testDeleted() {
    seen("a", -1);
    client().prepareDelete("news", "a").get();
    assertEquals(false, there("a"));
  }

  public void testNumbersOfAnotherTermTellNothing() {
    Hit lost = seen("a", 9);
    DocWriteResponse now = write("a", document("0123456789abcdee", 7));
    hits.put("a", new Hit(lost.ref(), lost.seq(), GROUP, lost.keys(), now.getSeqNo(), 9, true));
    assertEquals("given anew after a failover", false, there("a"));
  }

  public void testWithoutNumber() {
    seen("a", -1);
    Hit claimed = hit("a", -1, -1);
    assertEquals(true, there("a"));
    write("a", document(PRINT, 8));
    assertEquals(false, look(List.of(claimed)).there().get(claimed.version()));
  }

  public void testManyAtOnceAndIds() {
    seen("same", -1);
    seen("other", -1);
    seen("gone", -1);
    seen("touched", -1);
    write("other", document("0123456789abcdee", 7));
    client().prepareDelete("news", "gone").get();
    client().prepareUpdate("news", "touched").setDoc("clicks", 3).get();
    DocRef free = new DocRef("news", "free", null);
    DocRef taken = new DocRef("news", "touched", null);
    DocRef nowhere = new DocRef("nowhere", "a", null);
    MatchLookup.Seen seen = look(List.copyOf(hits.values()), free, taken, nowhere);
    Map<String, Boolean> there = new HashMap<>();
    seen.there().forEach((version, is) -> there.put(version.ref().id(), is));
    assertEquals(Map.of("same", true, "other", false, "gone", false, "touched", true), there);
    assertEquals("one cannot be looked up", Map.of(free, false, taken, true), seen.taken());
  }

  public void testWhatCannotBeLookedUpIsNotKnown() {
    Hit hit = seen("a", -1);
    client().admin().indices().prepareDelete("news").get();
    assertNull(look(List.of(hit)).there().get(hit.version()));
  }
}
