// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups.apply;

import static org.hamcrest.Matchers.containsString;

import io.neardup.ingest.neardup.NearDupIngest;
import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import io.neardup.plugin.groups.GroupsTestCase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.opensearch.action.admin.indices.refresh.RefreshRequest;

/** {@code _near_dup/groups} with {@code tag}: what it writes, and that {@code near_dup} goes on. */
public class GroupsTagTests extends GroupsTestCase {
  private static final String DECISIONS =
      "'near_dup':{'properties':{'group':{'type':'keyword'},'status':{'type':'keyword'},"
          + "'seq':{'type':'long'},'scope':{'type':'keyword'}}}";
  private static final String FIELDS =
      "'print':{'type':'simhash'},'clicks':{'type':'integer'},'team':{'type':'keyword'}";

  @Override
  protected void write() throws IOException {
    index("news", "'number_of_shards':3,'number_of_replicas':0", FIELDS + "," + DECISIONS);
    news("a", "0000000000000000", 1);
    news("b", "0000000000000001", 5);
    news("c", "0000000000000003", 3);
    news("d", "ffffffffffffffff", 9);
  }

  private static void news(String id, String print, int clicks) throws IOException {
    document("news", id, "{'print':'" + print + "','clicks':" + clicks + "}");
  }

  private static Answer tag(String index, String parameters) throws IOException {
    return post(index + "/_near_dup/groups", "{'field':'print','action':'tag'" + parameters + "}");
  }

  private static void assertTally(Answer answer, int tagged, int unchanged) throws IOException {
    succeeded(answer);
    assertEquals(answer.toString(), tagged, answer.at("tagged"));
    assertEquals(answer.toString(), unchanged, answer.at("unchanged"));
    assertEquals(answer.toString(), 0, answer.at("changed"));
  }

  private static Map<?, ?> decision(String index, String id) throws IOException {
    return (Map<?, ?>) source(index, id).get("near_dup");
  }

  private static long seq(String index, String id) throws IOException {
    return ((Number) decision(index, id).get("seq")).longValue();
  }

  private static void assertDuplicate(String index, String id, String of, int distance)
      throws IOException {
    assertDuplicate(index, id, index, of, distance);
  }

  private static void assertDuplicate(
      String index, String id, String ofIndex, String of, int distance) throws IOException {
    Map<?, ?> decision = decision(index, id);
    Map<?, ?> expected =
        Map.of(
            "group",
            decision(ofIndex, of).get("group"),
            "status",
            "duplicate",
            "matched_by",
            "print",
            "of",
            Map.of("index", ofIndex, "id", of),
            "distance",
            distance,
            "seq",
            decision.get("seq"));
    assertEquals(expected, decision);
    assertTrue(seq(ofIndex, of) < seq(index, id));
  }

  private static void assertNew(String index, String id) throws IOException {
    Map<?, ?> decision = decision(index, id);
    assertEquals(decision.toString(), 3, decision.size());
    assertEquals("new", decision.get("status"));
  }

  private static void nearDupPipeline(String more) throws IOException {
    pipeline(
        "dedup", "{'near_dup':{'stages':[{'simhash':'print','precomputed':true}]" + more + "}}");
  }

  private static void pipedThrough(String index) throws IOException {
    put(index + "/_settings", "{'index.default_pipeline':'dedup'}");
  }

  public void testTheProcessorGoesOnWithTheGroups() throws IOException {
    Answer answer = tag("news", ",'keep':[{'clicks':'desc'}]");
    assertTally(answer, 4, 0);
    assertEquals(1, answer.at("groups"));
    assertEquals(2, answer.at("duplicates"));
    assertNew("news", "b");
    assertNew("news", "d");
    assertDuplicate("news", "a", "b", 1);
    assertDuplicate("news", "c", "b", 1);
    assertEquals(1, source("news", "a").get("clicks"));
    nearDupPipeline(",'reveal':true");
    pipedThrough("news");
    news("e", "0000000000000101", 100);
    assertDuplicate("news", "e", "b", 1);
    news("f", "fffffffffffffffe", 100);
    assertDuplicate("news", "f", "d", 1);
    news("g", "00000000ffffffff", 100);
    assertNew("news", "g");
    assertTrue(seq("news", "c") < seq("news", "e"));
    // What the processor has decided stays, whatever is to be kept.
    Object before = decision("news", "e");
    assertTally(tag("news", ",'keep':[{'clicks':'desc'}]"), 0, 7);
    assertEquals(before, decision("news", "e"));
  }

  /** What one round has demoted, the query does not find in the next one. */
  public void testOfWhatIsNew() throws IOException {
    nearDupPipeline("");
    index("piped", "'index.default_pipeline':'dedup'", FIELDS + "," + DECISIONS);
    document("piped", "1", "{'print':'00000000000000ff'}");
    document("piped", "2", "{'print':'000000000000000f'}");
    pipeline(
        "dedup",
        "{'near_dup':{'stages':[{'simhash':'print','max_distance':4,'precomputed':true}]}}");
    Answer answer = tag("piped", ",'max_distance':4,'query':{'term':{'near_dup.status':'new'}}");
    assertTally(answer, 1, 1);
    assertEquals(answer.toString(), 2, answer.at("documents"));
    assertEquals(answer.toString(), 1, answer.at("groups"));
    assertEquals(answer.toString(), 1, answer.at("duplicates"));
  }

  public void testWhatTheProcessorHasTaggedStays() throws IOException {
    nearDupPipeline("");
    index("piped", "'index.default_pipeline':'dedup'", FIELDS + "," + DECISIONS);
    document("piped", "1", "{'print':'00000000000000ff'}");
    document("piped", "2", "{'print':'00000000000000fe'}");
    document("piped", "3", "{'print':'00000000000000fc'}");
    document("piped", "4", "{'print':'ff00000000000000'}");
    long version = ((Number) get("piped/_doc/2").at("_seq_no")).longValue();
    assertTally(tag("piped", ""), 0, 4);
    assertEquals(version, ((Number) get("piped/_doc/2").at("_seq_no")).longValue());
    // One that bypassed the pipeline is decided after them.
    document("piped", "0?pipeline=_none", "{'print':'00000000000000ff'}");
    assertTally(tag("piped", ""), 1, 4);
    assertDuplicate("piped", "0", "1", 0);
  }

  /** A group whose canonical is gone gets another one; what it has no part in stays. */
  public void testCanonicalIsGone() throws IOException {
    assertTally(tag("news", ""), 4, 0);
    assertDuplicate("news", "b", "a", 1);
    Object other = decision("news", "d");
    succeeded(call("DELETE", "news/_doc/a?refresh=true", null));
    assertTally(tag("news", ""), 2, 1);
    Map<?, ?> b = decision("news", "b");
    assertEquals("new", b.get("status"));
    assertNull(b.get("of"));
    Map<?, ?> c = decision("news", "c");
    assertEquals("duplicate", c.get("status"));
    assertEquals(b.get("group"), c.get("group"));
    assertEquals(Map.of("index", "news", "id", "b"), c.get("of"));
    assertEquals(other, decision("news", "d"));
    assertTally(tag("news", ""), 0, 3);
  }

  public void testScopeAndTargetField() throws IOException {
    index(
        "scoped",
        "",
        FIELDS + "," + DECISIONS.replace("'near_dup':{", "'meta':{'properties':{'dup':{") + "}}");
    document("scoped", "1", "{'print':'00000000000000ff','team':'red','meta':{'x':1}}");
    document("scoped", "2", "{'print':'00000000000000ff','team':'blue','meta':{'x':2}}");
    document("scoped", "3", "{'print':'00000000000000fe','team':'blue'}");
    String parameters = ",'scope':'team','target_field':'meta.dup'";
    assertTally(tag("scoped", parameters), 3, 0);
    Answer second = succeeded(get("scoped/_doc/2"));
    assertEquals(2, second.at("_source.meta.x"));
    Answer third = succeeded(get("scoped/_doc/3"));
    assertEquals("new", third.at("_source.meta.dup.status"));
    assertEquals("3", second.at("_source.meta.dup.of.id"));
    assertEquals(third.at("_source.meta.dup.scope"), second.at("_source.meta.dup.scope"));
    assertTally(tag("scoped", parameters), 0, 3);
  }

  public void testIndexesOfAnAlias() throws IOException {
    index("other", "", FIELDS + "," + DECISIONS);
    document("other", "x", "{'print':'8000000000000000'}");
    succeeded(post("_aliases", "{'actions':[{'add':{'indices':['news','other'],'alias':'all'}}]}"));
    Answer both = tag("all", ",'dest':'found'");
    assertTally(both, 5, 0);
    assertEquals(4, both.at("written"));
    assertDuplicate("other", "x", "news", "a", 1);
    assertTally(tag("all", ""), 0, 5);
  }

  public void testRefusedBeforeAnyWork() throws IOException {
    index("bare", "", FIELDS);
    document("bare", "1", "{'print':'00000000000000ff'}");
    Answer bare = tag("bare", "");
    assertEquals(bare.toString(), 400, bare.status());
    assertThat(
        bare.reason(),
        containsString(
            "index [bare] must map [near_dup] for near_dup,"
                + " got no mapping; add it here, and to the template of future indexes: PUT"
                + " bare/_mapping {"));
    put(
        "sourceless",
        "{'mappings':{'_source':{'enabled':false},'properties':{"
            + FIELDS
            + ","
            + DECISIONS
            + "}}}");
    Answer sourceless = tag("sourceless", "");
    assertEquals(400, sourceless.status());
    assertThat(sourceless.reason(), containsString("[_source] of index [sourceless] must keep"));
    index("named", "", FIELDS + ",'also':{'type':'alias','path':'print'}," + DECISIONS);
    assertRefused(
        400,
        "field [also] of index [named] must be mapped as [simhash] for near_dup, got [alias]; name"
            + " [print], which that is another name of",
        post("named/_near_dup/groups", "{'field':'also','action':'tag'}"));
    for (String part : List.of("'filter':{'term':{'_id':'a'}}", "'search_routing':'a'")) {
      String some = "{'index':'news','alias':'some'," + part + "}";
      succeeded(
          post(
              "_aliases",
              "{'actions':[{'add':" + some + "},{'add':{'index':'news','alias':'all'}}]}"));
      assertRefused(
          400,
          "[index] must not be an alias with a filter or a routing, got [some]: all documents of an"
              + " index count; name [news] itself",
          post("some/_near_dup/groups/_repair", "{'field':'print'}"));
      succeeded(post("some,all/_near_dup/groups/_repair", "{'field':'print'}"));
      succeeded(call("DELETE", "news/_alias/*", null));
    }
    nearDupPipeline(",'scope':'team'");
    pipedThrough("news");
    assertRefused(
        400,
        "[scope] must be [team] as in the near_dup of pipeline [dedup], which goes on with these"
            + " groups, got []",
        tag("news", ""));
    for (String scope : List.of("", ",'scope':'team'")) {
      succeeded(post("news/_near_dup/groups/_repair", "{'field':'print'" + scope + "}"));
    }
    assertRefused(
        400,
        "[scope] must be [team] as in the near_dup of pipeline [dedup], which goes on with these"
            + " groups, got [clicks]",
        post("news/_near_dup/groups/_repair", "{'field':'print','scope':'clicks'}"));
    assertRefused(
        400,
        "[max_distance] must be [3] as in the near_dup of pipeline [dedup], which goes on with"
            + " these groups, got [2]",
        tag("news", ",'scope':'team','max_distance':2"));
    index("other", "", FIELDS + "," + DECISIONS);
    Answer separate = tag("news,other", ",'scope':'team'");
    assertEquals(400, separate.status());
    assertThat(separate.reason(), containsString("one domain of near_dup, got [news, other]"));
    put("news/_settings", "{'index.default_pipeline':'_none','index.blocks.write':true}");
    assertEquals(403, tag("news", "").status());
    put("news/_settings", "{'index.blocks.write':false}");
    assertNull(source("news", "a").get("near_dup"));
  }

  /** Decisions that are not settled yet. */
  private void assertInFlight(int documents) throws Exception {
    assertBusy(
        () ->
            assertEquals(documents, getInstanceFromNode(NearDupIngest.class).service().inFlight()));
  }

  /** What would have been its duplicate has another one. */
  public void testCanonicalIsLostBetweenBatches() throws Exception {
    HeldRequestsPlugin.hold(HeldRequestsPlugin.writesOf("b"));
    CompletableFuture<HttpResponse<String>> answer =
        start(
            "news/_near_dup/groups",
            "{'field':'print','keep':[{'clicks':'desc'}],'action':'tag','requests_per_second':1}");
    assertBusy(() -> assertNotNull(source("news", "d").get("near_dup")));
    succeeded(call("DELETE", "news/_doc/b", null));
    assertInFlight(1);
    HeldRequestsPlugin.letGo();
    Answer done = succeeded(Answer.of(answer.get()));
    assertEquals(done.toString(), 3, done.at("tagged"));
    assertEquals(done.toString(), 1, done.at("changed"));
    assertNew("news", "c");
    assertDuplicate("news", "a", "c", 2);
    assertInFlight(0);
  }

  public void testCancelledBetweenBatches() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        start(
            "news/_near_dup/groups", "{'field':'print','action':'tag','requests_per_second':0.01}");
    assertBusy(
        () -> {
          Map<?, ?> status = (Map<?, ?>) task(GROUPS).get("status");
          assertEquals("tag", status.get("phase"));
          assertEquals(1, status.get("tagged"));
        });
    succeeded(post("_tasks/" + id(task(GROUPS)) + "/_cancel", null));
    assertCancelled(answer);
    assertInFlight(0);
    assertNew("news", "a");
    for (String id : List.of("b", "c", "d")) {
      assertNull(source("news", id).get("near_dup"));
    }
    // Another run goes on. It reads what searches see.
    post("news/_refresh", null);
    assertTally(tag("news", ""), 3, 1);
    assertDuplicate("news", "b", "a", 1);
  }

  /** A refresh goes on, which takes seconds after millions of writes; the job does not. */
  public void testCancelledInARefresh() throws Exception {
    for (String index : List.of("news", "groups")) {
      HeldRequestsPlugin.hold(
          request ->
              request instanceof RefreshRequest refresh
                  && Set.of(refresh.indices()).contains(index));
      CompletableFuture<HttpResponse<String>> answer =
          start("news/_near_dup/groups", "{'field':'print','action':'tag','dest':'groups'}");
      assertBusy(() -> assertEquals(1, HeldRequestsPlugin.HELD.get()));
      succeeded(post("_tasks/" + id(task(GROUPS)) + "/_cancel", null));
      assertCancelled(answer);
      assertEquals(1, HeldRequestsPlugin.HELD.get());
      HeldRequestsPlugin.letGo();
      assertBusy(() -> assertEquals(0, HeldRequestsPlugin.HELD.get()));
      assertInFlight(0);
      succeeded(call("DELETE", "groups", null));
    }
  }

  /** No duplicate of a duplicate, and each at the distance that it tells. */
  private static void assertConsistent(String index) throws IOException {
    for (String id : List.of("p", "x", "r")) {
      Map<?, ?> decision = (Map<?, ?>) source(index, id).get("near_dup");
      if ("duplicate".equals(decision.get("status"))) {
        String of = (String) ((Map<?, ?>) decision.get("of")).get("id");
        Map<String, Object> canonical = source(index, of);
        assertEquals("new", ((Map<?, ?>) canonical.get("near_dup")).get("status"));
        long between =
            Long.parseUnsignedLong((String) source(index, id).get("print"), 16)
                ^ Long.parseUnsignedLong((String) canonical.get("print"), 16);
        assertEquals(Long.bitCount(between), decision.get("distance"));
      }
    }
  }

  private static void three(String p, String x, String r) throws IOException {
    index("three", "", FIELDS + "," + DECISIONS);
    print("three", "p", p);
    print("three", "x", x);
    print("three", "r", r);
  }

  /** Of several canonicals that are one group now, none is a duplicate of another that is one. */
  public void testCanonicalsThatBecomeDuplicates() throws IOException {
    three("0000000000000000", "0000000000000007", "000000000000000b");
    succeeded(tag("three", ",'max_distance':1"));
    post("three/_refresh", null);
    Answer tagged = succeeded(tag("three", ",'max_distance':3"));
    assertEquals(tagged.toString(), 2, tagged.at("duplicates"));
    assertNew("three", "p");
    assertConsistent("three");
  }

  /** The home of the domain remembers the text that it had decided about. */
  public void testCanonicalWasEditedAMomentAgo() throws IOException {
    three("000000000000000f", "000000000000003f", "000000000000007f");
    succeeded(tag("three", ""));
    succeeded(post("three/_update/p?refresh=true", "{'doc':{'print':'0000000000000007'}}"));
    succeeded(tag("three", ""));
    assertConsistent("three");
    assertEquals("new", ((Map<?, ?>) source("three", "r").get("near_dup")).get("status"));
  }
}
