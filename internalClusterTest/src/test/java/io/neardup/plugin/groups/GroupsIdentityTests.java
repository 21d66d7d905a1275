// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.Answer;
import io.neardup.plugin.SearchEffectsPlugin;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.opensearch.action.bulk.BulkRequestBuilder;

/**
 * A job reads and writes the documents of the indexes that it was asked about, as they are at one
 * moment: not others of the same names, whatever becomes of these meanwhile.
 */
public class GroupsIdentityTests extends GroupsTestCase {
  private static final String FIELDS =
      "'print':{'type':'simhash'},'at':{'type':'date','format':'epoch_millis'},"
          + "'near_dup':{'properties':{'group':{'type':'keyword'},"
          + "'status':{'type':'keyword'},'seq':{'type':'long'}}}";
  private static final String ONE_SHARD = "'number_of_shards':1,'number_of_replicas':0";
  private static final int DOCUMENTS = 40;

  @Override
  protected void write() throws IOException {
    documents("old", 10);
  }

  /** Some documents with the same text, of which so many have the same fingerprint. */
  private void documents(String text, int equal) throws IOException {
    index("news", ONE_SHARD, FIELDS);
    BulkRequestBuilder bulk = client().prepareBulk();
    for (int i = 0; i < DOCUMENTS; i++) {
      String print = Fingerprint.toHex((i / equal) * 0x0123456789abcdefL);
      bulk.add(
          client()
              .prepareIndex("news")
              .setId(String.format(Locale.ROOT, "d%02d", i))
              .setSource("print", print, "text", text));
    }
    assertFalse(bulk.get().hasFailures());
    post("news/_refresh", null);
  }

  /** Others of the same names, written in the same order. */
  private void recreate() throws IOException {
    succeeded(call("DELETE", "news", null));
    documents("new", 1);
  }

  private static String request(String parameters) {
    return "{'field':'print','max_distance':0" + parameters + "}";
  }

  private static Answer groups(String parameters) throws IOException {
    return post("news/_near_dup/groups", request(parameters));
  }

  private static CompletableFuture<HttpResponse<String>> startGroups(String parameters) {
    return start("news/_near_dup/groups", request(parameters));
  }

  private static void await(String phase, String figure) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < deadline) {
      try {
        if (tasks()
            .anyMatch(
                task ->
                    task.get("status") instanceof Map<?, ?> status
                        && phase.equals(status.get("phase"))
                        && (Integer) status.get(figure) > 0)) {
          return;
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    fail("no [" + figure + "] in [" + phase + "]");
  }

  private void cut(String phase, String figure, CompletableFuture<HttpResponse<String>> answer)
      throws Exception {
    await(phase, figure);
    succeeded(post("_tasks/_cancel?actions=" + GROUPS, null));
    assertCancelled(answer);
    assertBusy(() -> assertEquals(0, tasks().count()));
  }

  private static long count(String index) throws IOException {
    post(index + "/_refresh", null);
    return ((Number) succeeded(get(index + "/_count")).at("count")).longValue();
  }

  private static void assertGone(CompletableFuture<HttpResponse<String>> answer) throws Exception {
    Answer gone = Answer.of(answer.get(60, TimeUnit.SECONDS));
    assertEquals(gone.toString(), 410, gone.status());
  }

  private void assertOnlyNew() throws IOException {
    assertEquals(DOCUMENTS, count("news"));
    for (var hit : client().prepareSearch("news").setSize(DOCUMENTS).get().getHits()) {
      assertEquals("new", hit.getSourceAsMap().get("text"));
      assertNull(hit.getSourceAsMap().get("near_dup"));
    }
  }

  public void testRecreatedWhileItIsTagged() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        startGroups(",'action':'tag','requests_per_second':10");
    await("tag", "tagged");
    recreate();
    assertGone(answer);
    assertOnlyNew();
  }

  public void testDeletedWhileItIsTagged() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        startGroups(",'action':'tag','requests_per_second':10");
    await("tag", "tagged");
    succeeded(call("DELETE", "news", null));
    Answer gone = Answer.of(answer.get(60, TimeUnit.SECONDS));
    assertEquals(gone.toString(), 404, gone.status());
    assertEquals(404, get("news").status());
  }

  public void testRecreatedWhileItsDuplicatesAreDeleted() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        startGroups(",'action':'delete','verify':false,'dest':'record','requests_per_second':10");
    await("delete", "deleted");
    recreate();
    assertBusy(
        () -> {
          Answer ended = Answer.of(answer.get(60, TimeUnit.SECONDS));
          assertTrue(ended.toString(), ended.status() == 410 || ended.status() == 200);
        });
    assertOnlyNew();
  }

  public void testDestIsDeletedMeanwhile() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        startGroups(",'dest':'record','requests_per_second':10");
    await("write", "written");
    succeeded(call("DELETE", "record", null));
    assertGone(answer);
    assertEquals(404, get("record").status());
  }

  public void testDestBelongsToAnotherRunMeanwhile() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        startGroups(",'dest':'record','requests_per_second':10");
    await("write", "written");
    put("record/_mapping", "{'_meta':{}}");
    Answer taken = Answer.of(answer.get(60, TimeUnit.SECONDS));
    assertEquals(taken.toString(), 409, taken.status());
    assertTrue(count("record") < DOCUMENTS);
  }

  public void testRecordsOfAMomentAgo() throws Exception {
    cut("write", "written", startGroups(",'dest':'record','requests_per_second':10"));
    Answer second = groups(",'dest':'record'");
    assertEquals(second.toString(), 400, second.status());
    assertThat(second.reason(), startsWith("[dest] must be empty or not exist, got [record]"));
  }

  public void testPipelinesOfDest() throws IOException {
    pipeline("dropping", "{'drop':{}}");
    put(
        "_index_template/dropping",
        "{'index_patterns':['record*'],'template':{'settings':{"
            + "'index.default_pipeline':'dropping','index.final_pipeline':'dropping'}}}");
    try {
      assertEquals(DOCUMENTS, succeeded(groups(",'dest':'record'")).at("written"));
      assertEquals(DOCUMENTS, count("record"));
    } finally {
      succeeded(call("DELETE", "_index_template/dropping", null));
      succeeded(call("DELETE", "record", null));
    }
  }

  public void testOtherClusters() throws IOException {
    for (String action : List.of("'tag'", "'delete','dest':'record'")) {
      Answer refused = post("far:news/_near_dup/groups", request(",'action':" + action));
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(refused.reason(), startsWith("[index] must name indexes of this cluster"));
    }
  }

  /** Whoever owns dest must not have others delete what they may not delete themselves. */
  public void testRecordsOfAnotherIndex() throws Exception {
    index("payroll", ONE_SHARD, FIELDS);
    for (int i = 0; i < 2; i++) {
      document("payroll", "p" + i, "{'print':'00000000000000ff'}");
    }
    cut(
        "delete",
        "deleted",
        startGroups(",'action':'delete','verify':false,'dest':'record','requests_per_second':15"));
    forgedRecords(2);
    Answer resumed =
        post("_near_dup/groups/_resume", "{'dest':'record','requests_per_second':1000}");
    assertEquals(resumed.toString(), 400, resumed.status());
    assertThat(resumed.reason(), containsString("got one of [payroll] in [record]"));
    assertEquals(2, count("payroll"));
  }

  public void testDamagedState() throws Exception {
    cut("write", "written", startGroups(",'dest':'record','requests_per_second':10"));
    for (String[] damage :
        new String[][] {
          {"'sources':{}", "'sources':['a']"},
          {"'indices':['news']", "'indices':'news'"},
          {"'state':'writing'", "'state':5"},
          {"'options':{}", "'options':null"},
          {"'run':'r'", "'run':7"},
          {"'now':0", "'now':'0'"},
          {"'partial':false", "'partial':0"}
        }) {
      String state =
          "{'version':1,'state':'writing','indices':['news'],'options':{},'partial':false,'now':0,"
              + "'sources':{},'run':'r'}";
      put(
          "record/_mapping",
          "{'_meta':{'near_dup_groups':" + state.replace(damage[0], damage[1]) + "}}");
      Answer refused = post("_near_dup/groups/_resume", "{'dest':'record'}");
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(refused.reason(), containsString("whose state is as it was written"));
    }
  }

  public void testDateMath() throws Exception {
    cut("write", "written", startGroups(",'dest':'<record-{now/d}>','requests_per_second':10"));
    String name =
        "record-"
            + DateTimeFormatter.ofPattern("uuuu.MM.dd", Locale.ROOT)
                .format(LocalDate.now(ZoneOffset.UTC));
    Answer resumed =
        succeeded(
            post("_near_dup/groups/_resume", "{'dest':'" + name + "','requests_per_second':1000}"));
    assertEquals(name, resumed.at("dest"));
    assertEquals(DOCUMENTS, count(name));
  }

  /** A wildcard does not mean the index that the groups are written to. */
  public void testWildcardThatMeansDest() throws Exception {
    cut(
        "write",
        "written",
        start("n*/_near_dup/groups", request(",'dest':'n-record','requests_per_second':10")));
    Answer resumed =
        succeeded(
            post("_near_dup/groups/_resume", "{'dest':'n-record','requests_per_second':1000}"));
    assertEquals(DOCUMENTS, resumed.at("documents"));
    assertEquals(DOCUMENTS, count("n-record"));
    assertRefused(
        400,
        "[dest] must not be one of the indexes that are grouped, got [news]",
        groups(",'dest':'news'"));
  }

  public void testIdsWithZeroCharacters() throws IOException {
    index("odd", ONE_SHARD, FIELDS);
    for (List<String> doc : List.of(List.of("a", "1\0b"), List.of("a\0001", "b"))) {
      client()
          .prepareIndex("odd")
          .setRouting(doc.get(0))
          .setId(doc.get(1))
          .setSource("print", "00000000000000ff")
          .get();
    }
    post("odd/_refresh", null);
    Answer answer = succeeded(post("odd/_near_dup/groups", request(",'dest':'record'")));
    assertEquals(2, answer.at("written"));
    assertEquals(2, count("record"));
  }

  /** However long it reads, its searches are of one moment. */
  public void testNowIsOneMoment() throws IOException {
    long soon = System.currentTimeMillis() + 3_000;
    index("timed", ONE_SHARD, FIELDS);
    for (int i = 0; i < 4; i++) {
      long at = i < 2 ? 1_000 : soon;
      document("timed", "t" + i, "{'print':'00000000000000ff','at':" + at + "}");
    }
    Runnable later =
        () -> {
          while (System.currentTimeMillis() <= soon) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
          }
        };
    SearchEffectsPlugin.AFTER_QUERY.set(later);
    Answer queried =
        succeeded(
            post(
                "timed/_near_dup/groups",
                request(",'query':{'query_string':{'query':'at:[* TO now]'}}")));
    assertTrue(System.currentTimeMillis() > soon);
    assertEquals(2, queried.at("documents"));
    assertEquals(1, queried.at("duplicates"));
  }

  /** Core applies the filter of an alias anew in each search, at the moment of that. */
  public void testAliasOfNow() throws IOException {
    Map<String, String> filters =
        Map.of(
            "soon", "{'query_string':{'query':'_id:\\'a\\' AND at:[* TO now]'}}",
            "late", "{'bool':{'filter':{'range':{'at':{'gte':'now-1d'}}}}}",
            "daily", "{'term':{'at':'now/d'}}");
    for (String name : filters.keySet()) {
      index(name, ONE_SHARD, FIELDS);
      document(name, "a", "{'print':'0000000000000000','at':" + System.currentTimeMillis() + "}");
      String aliases =
          "{'actions':[{'add':{'index':'NAME','alias':'of-NAME','filter':FILTER}},"
              + "{'add':{'index':'NAME','alias':'other-NAME','filter':{'query_string':"
              + "{'query':'at:(0 1) state:now"
              + " OR _id:\\'a\\'".repeat(900)
              + "'}}}}]}";
      succeeded(
          post("_aliases", aliases.replace("NAME", name).replace("FILTER", filters.get(name))));
      assertRefused(
          400,
          "[index] must not be an alias whose filter has [now], which is another moment in each"
              + " search of a run, got [of-"
              + name
              + ", other-"
              + name
              + "]; name ["
              + name
              + "] itself, with the filter as [query]",
          post("of-" + name + "*,other-*/_near_dup/groups", request("")));
      succeeded(post("other-" + name + "/_near_dup/groups", request("")));
      assertEquals(1, succeeded(post(name + "/_near_dup/groups", request(""))).at("documents"));
    }
  }

  public void testDocumentsWithoutAValueComeLast() throws IOException {
    index(
        "kept",
        ONE_SHARD,
        FIELDS
            + ",'u':{'type':'unsigned_long'},'l':{'type':'long'},'i':{'type':'integer'},"
            + "'d':{'type':'double'}");
    document("kept", "without", "{'print':'0000000000000000'}");
    document(
        "kept",
        "with",
        "{'print':'0000000000000001','u':0,'l':" + Long.MAX_VALUE + ",'i':0,'d':0}");
    for (String keep :
        List.of("'u':'desc'", "'l':'asc'", "'u':'asc'", "'l':'desc'", "'i':'asc'", "'d':'desc'")) {
      Answer answer =
          succeeded(
              post(
                  "kept/_near_dup/groups",
                  "{'field':'print','max_distance':1,'keep':[{" + keep + "}]}"));
      assertEquals(keep, "with", answer.at("largest.0.of.id"));
    }
  }

  public void testNestedFingerprints() throws IOException {
    index("nested", ONE_SHARD, "'n':{'type':'nested','properties':{'print':{'type':'simhash'}}}");
    document("nested", "1", "{'n':[{'print':'00000000000000ff'}]}");
    Answer refused = post("nested/_near_dup/groups", "{'field':'n.print'}");
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(
        refused.reason(),
        startsWith("[field] must not be in an object of type [nested], got [n.print]"));
  }

  public void testRepairInSmallPages() throws IOException {
    succeeded(groups(",'action':'tag'"));
    clusterSetting("search.max_buckets", "2");
    put("news/_settings", "{'index.max_terms_count':2}");
    try {
      Answer repaired = succeeded(post("news/_near_dup/groups/_repair", request("")));
      assertEquals(4, repaired.at("groups"));
      assertEquals(0, repaired.at("without_canonical"));
    } finally {
      clusterSetting("search.max_buckets", "null");
    }
  }
}
