// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups.apply;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import io.neardup.plugin.SearchEffectsPlugin;
import io.neardup.plugin.groups.GroupsTestCase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.index.engine.DocumentMissingException;
import org.opensearch.index.engine.VersionConflictEngineException;
import org.opensearch.search.SearchHit;

/** {@code _near_dup/groups} with {@code delete}: what goes, and above all what stays. */
public class GroupsDeleteTests extends GroupsTestCase {
  private static final int POLL_NANOS = 50_000_000;
  private static final String FIELDS =
      "'print':{'type':'simhash'},'sign':{'type':'minhash'},'clicks':{'type':'integer'}";
  private static final int DOCUMENTS = 300;

  @Override
  protected void write() throws IOException {
    index("news", "'number_of_shards':3,'number_of_replicas':0", FIELDS);
    news("a", "0000000000000000", 1);
    news("b", "0000000000000001", 5);
    news("c", "0000000000000003", 3);
    news("d", "ffffffffffffffff", 9);
    document("news", "without", "{'clicks':7}");
  }

  private static void news(String id, String print, int clicks) throws IOException {
    document("news", id, "{'print':'" + print + "','clicks':" + clicks + "}");
  }

  private static Answer delete(String parameters) throws IOException {
    return post(
        "news/_near_dup/groups",
        "{'field':'print','action':'delete','verify':false" + parameters + "}");
  }

  private static void assertTally(Answer answer, int deleted, int changed) throws IOException {
    succeeded(answer);
    assertEquals(answer.toString(), deleted, answer.at("deleted"));
    assertEquals(answer.toString(), changed, answer.at("changed"));
    assertNull(answer.at("unchanged"));
  }

  /** What searches find, without a refresh by the test. */
  private Set<String> ids(String index) {
    Set<String> ids = new TreeSet<>();
    for (SearchHit hit : client().prepareSearch(index).setSize(10_000).get().getHits()) {
      ids.add(hit.getId());
    }
    return ids;
  }

  public void testTheCanonicalStaysAndSoDoTheRecords() throws IOException {
    Answer answer = delete(",'keep':[{'clicks':'desc'}],'dest':'record'");
    assertTally(answer, 2, 0);
    assertEquals(2, answer.at("duplicates"));
    assertEquals(3, answer.at("written"));
    assertEquals(Set.of("b", "d", "without"), ids("news"));
    succeeded(post("record/_refresh", null));
    Answer records =
        succeeded(post("record/_search", "{'query':{'term':{'status':'duplicate'}},'sort':'id'}"));
    assertEquals("a", records.at("hits.hits.0._source.id"));
    assertEquals("c", records.at("hits.hits.1._source.id"));
    assertEquals("b", records.at("hits.hits.1._source.of.id"));
    assertTally(delete(",'dest':'second'"), 0, 0);
    assertEquals(Set.of("b", "d", "without"), ids("news"));
  }

  /** What the groups were found with is given back: the texts of those that go may need it. */
  public void testNothingIsHeldWhileDocumentsGo() throws Exception {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      bulk.append("{'index':{}}\n{'print':'00000000ffffffff'}\n");
    }
    succeeded(post("news/_bulk?refresh=true", bulk.toString()));
    HeldRequestsPlugin.hold(
        request ->
            request instanceof BulkRequest deletes
                && deletes.requests().stream()
                    .anyMatch(
                        write ->
                            write.opType() == DocWriteRequest.OpType.DELETE
                                && write.id().endsWith("probe") == false));
    CompletableFuture<HttpResponse<String>> answer =
        start(
            "news/_near_dup/groups",
            "{'field':'print','action':'delete','verify':false,'dest':'record'}");
    assertBusy(() -> assertTrue(HeldRequestsPlugin.HELD.get() > 0));
    CircuitBreakerService breakers = getInstanceFromNode(CircuitBreakerService.class);
    assertEquals(0, breakers.getBreaker(CircuitBreaker.REQUEST).getUsed());
    HeldRequestsPlugin.letGo();
    assertTally(Answer.of(answer.get(30, TimeUnit.SECONDS)), 2_001, 0);
  }

  /** Those that are canonical already stay, even if they are near each other. */
  public void testAgainst() throws IOException {
    news("e", "fffffffffffffffe", 3);
    Answer answer =
        delete(",'dest':'record','against':{'query':{'range':{'clicks':{'gte':3,'lte':5}}}}");
    assertTally(answer, 2, 0);
    assertEquals(Set.of("b", "c", "e", "without"), ids("news"));
  }

  public void testSameIdOfSeveralRoutings() throws IOException {
    put(
        "routed",
        "{'settings':{'number_of_shards':3},'mappings':{'_routing':{'required':true},'properties':{"
            + FIELDS
            + "}}}");
    for (int i = 0; i < 12; i++) {
      document("routed", "same?routing=r" + i, "{'print':'00000000000000ff'}");
    }
    Answer answer =
        succeeded(
            post(
                "routed/_near_dup/groups",
                "{'field':'print','action':'delete','verify':false,'dest':'routed-groups'}"));
    int documents = (Integer) answer.at("documents");
    assertTrue(documents > 1);
    assertTally(answer, documents - 1, 0);
    assertEquals(1, succeeded(get("routed/_count")).at("count"));
  }

  /** What was written after the job had read it is not what it compared. */
  public void testDuplicateChangesMeanwhile() throws IOException {
    afterRead(
        () ->
            client()
                .prepareIndex("news")
                .setId("b")
                .setSource("print", "00ff00ff00ff00ff", "clicks", 5)
                .get());
    assertTally(delete(",'dest':'record'"), 1, 1);
    assertEquals(200, get("news/_doc/b").status());
    assertEquals(404, get("news/_doc/c").status());
  }

  public void testDuplicateIsDeletedMeanwhile() throws IOException {
    afterRead(() -> client().prepareDelete("news", "b").get());
    assertTally(delete(",'dest':'record'"), 1, 1);
    assertEquals(404, get("news/_doc/b").status());
  }

  /** Otherwise the last document of a group could go. */
  public void testCanonicalIsDeletedMeanwhile() throws IOException {
    afterRead(() -> client().prepareDelete("news", "a").get());
    assertTally(delete(",'dest':'record'"), 0, 2);
    assertEquals(Set.of("b", "c", "d", "without"), ids("news"));
    assertTally(delete(",'dest':'second'"), 1, 0);
    assertEquals(Set.of("b", "d", "without"), ids("news"));
  }

  public void testCanonicalChangesMeanwhile() throws IOException {
    afterRead(() -> client().prepareUpdate("news", "a").setDoc("print", "00ff00ff00ff00ff").get());
    assertTally(delete(",'dest':'record'"), 0, 2);
    assertEquals(Set.of("a", "b", "c", "d", "without"), ids("news"));
  }

  private static void afterRead(Runnable change) {
    SearchEffectsPlugin.AFTER_QUERY.set(change);
  }

  public void testRefusedBeforeAnyWork() throws IOException {
    assertRefused(
        400,
        "[dest] is required where [action] is [delete]: the index for a record of each document"
            + " that is deleted, and of the one that stays in its place",
        delete(""));
    put("news/_settings", "{'index.blocks.write':true}");
    Answer blocked = delete(",'dest':'record'");
    assertEquals(blocked.toString(), 403, blocked.status());
    assertThat(blocked.reason(), containsString("FORBIDDEN/8/index write"));
    assertEquals(404, get("record/_count").status());
    put("news/_settings", "{'index.blocks.write':false}");
    assertEquals(5, ids("news").size());
  }

  public void testCancelledBetweenBatches() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        start(
            "news/_near_dup/groups",
            "{'field':'print','action':'delete','verify':false,'dest':'record','requests_per_second':0.5}");
    assertBusy(() -> task(GROUPS));
    // More often than assertBusy looks, which may miss the seconds in which it deletes.
    while ("delete".equals(((Map<?, ?>) task(GROUPS).get("status")).get("phase")) == false) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    succeeded(post("_tasks/" + id(task(GROUPS)) + "/_cancel", null));
    assertCancelled(answer);
    post("news/_refresh", null);
    int left = ids("news").size();
    assertTally(delete(",'dest':'second'"), left - 3, 0);
    assertEquals(3, ids("news").size());
  }

  /** Each document that goes is within the distance of one that stays; nobody's write is lost. */
  public void testManyWhileOthersWrite() throws Exception {
    BulkRequestBuilder bulk = client().prepareBulk();
    for (int i = 0; i < DOCUMENTS; i++) {
      long print = (1L << between(0, 3)) | ((long) between(0, 6) << 40);
      bulk.add(
          client()
              .prepareIndex("news")
              .setId("d" + i)
              .setSource("print", Fingerprint.toHex(print), "clicks", between(0, 9)));
    }
    assertFalse(bulk.get().hasFailures());
    post("news/_refresh", null);
    Set<String> written = ConcurrentHashMap.newKeySet();
    AtomicBoolean stop = new AtomicBoolean();
    int begin = between(0, DOCUMENTS - 1);
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; i < DOCUMENTS && stop.get() == false; i++) {
                String id = "d" + (begin + 7 * i) % DOCUMENTS;
                try {
                  client().prepareUpdate("news", id).setDoc("clicks", 100 + i).get();
                  written.add(id);
                } catch (VersionConflictEngineException | DocumentMissingException e) {
                  // The job came first, and this write did not happen.
                }
              }
            });
    // What is written from now on is not what the job reads.
    afterRead(writer::start);
    Answer answer;
    try {
      answer = delete(",'dest':'record','requests_per_second':100000");
    } finally {
      stop.set(true);
      writer.join();
    }
    int sum = (Integer) answer.at("deleted") + (Integer) answer.at("changed");
    assertEquals(answer.toString(), answer.at("duplicates"), sum);
    post("record/_refresh", null);
    post("news/_refresh", null);
    Set<String> left = ids("news");
    assertEquals(DOCUMENTS + 5, left.size() + (Integer) answer.at("deleted"));
    for (SearchHit hit : client().prepareSearch("record").setSize(10_000).get().getHits()) {
      Map<String, Object> record = hit.getSourceAsMap();
      Map<?, ?> of = (Map<?, ?>) record.get("of");
      assertTrue(record.toString(), left.contains(of == null ? record.get("id") : of.get("id")));
    }
    assertTrue(left.containsAll(written));
    Answer second = delete(",'dest':'second'");
    assertTally(second, (Integer) second.at("duplicates"), 0);
    Answer third = succeeded(post("news/_near_dup/groups", "{'field':'print'}"));
    assertEquals(0, third.at("duplicates"));
    assertEquals(ids("news").size() - 1, third.at("documents"));
  }
}
