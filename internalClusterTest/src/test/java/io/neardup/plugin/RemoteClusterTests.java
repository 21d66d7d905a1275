// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.After;
import org.junit.Before;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.search.CreatePitRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.TransportService;

/** Indexes of another cluster, which here is the same one by another name. */
public class RemoteClusterTests extends NodeTestCase {
  private static final String A = "00000000000000ff";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    Collection<Class<? extends Plugin>> plugins = super.getPlugins();
    plugins.add(HeldRequestsPlugin.class);
    return plugins;
  }

  @Before
  public void connectClusters() throws IOException {
    connectEast(here());
    index("news", null);
    print("news", "1", A);
    print("news", "2", "00000000000000fe");
    pipeline("p", simHash(""));
    document("news", "storm?pipeline=p", STORM);
  }

  private String here() {
    return getInstanceFromNode(TransportService.class).boundAddress().publishAddress().toString();
  }

  private static void connectEast(String address) throws IOException {
    clusterSetting("cluster.remote.east.seeds", "['" + address + "']");
  }

  @After
  public void forgetCluster() throws IOException {
    clusterSetting("cluster.remote.east.*", "null");
  }

  public void testHashes() throws IOException {
    Answer answer = succeeded(nearDup("east:news", "'hash':'" + A + "'"));
    assertEquals(List.of("1", "2"), answer.ids());
    assertEquals("east:news", answer.at("results.0.hits.0._index"));
    assertEquals(4, nearDup("east:*,news", "'hash':'" + A + "'").at("results.0.total.value"));
    assertEquals(List.of("1", "2"), search("east:news", "'hash':'" + A + "'").found());
  }

  public void testDocsNeedAPipelineOfThisCluster() throws IOException {
    for (String indexes : List.of("east:news", "news,east:news")) {
      String doc = "'doc':" + STORM;
      String reason =
          "[doc] cannot be fingerprinted for [east:news]: the pipelines of another cluster are not"
              + " known here; name one of this cluster with [pipeline]";
      assertRefused(400, reason, nearDup(indexes, doc));
      assertRefused(400, reason, search(indexes, doc));
    }
    assertEquals(
        List.of("storm"), succeeded(nearDup("east:news", "'pipeline':'p','doc':" + STORM)).ids());
  }

  public void testIdsNeedAnIndexOfThisCluster() throws IOException {
    assertRefused(
        400,
        "[id] is looked up in one index of this cluster, but the request is about [east:news]; name"
            + " the one that holds the document with [index]",
        nearDup("east:news", "'id':'1'"));
    assertRefused(
        400,
        "[id] is looked up in one index of this cluster, but the request is about [news,"
            + " east:news]; name the one that holds the document with [index]",
        nearDup("east:news,news", "'id':'1'"));
    assertEquals(
        "the one over there is another document",
        List.of("1", "2"),
        succeeded(nearDup("east:news", "'id':'1','index':'news'")).ids());
  }

  public void testCollapsedSearchesCompareHitsOfAllClusters() throws IOException {
    index("more", null);
    print("more", "3", "00000000000000fc");
    print("more", "4", "ff000000000000ff");
    for (boolean oneRoundTrip : List.of(true, false)) {
      Answer answer =
          post(
              "news,east:more/_search?ccs_minimize_roundtrips=" + oneRoundTrip,
              "{'query':{'exists':{'field':'print'}},'sort':['_index','_doc'],"
                  + "'ext':{'near_dup_collapse':{'field':'print'}}}");
      assertEquals(3, succeeded(answer).found().size());
      assertTrue(answer.toString(), answer.found().containsAll(List.of("4", "storm")));
      String shown = answer.toString();
      assertEquals(2, shown.split("distance=", -1).length - 1);
      assertThat(shown, containsString("_index=news"));
      assertThat(shown, containsString("_index=east:more"));
    }
  }

  public void testCollapsedSearchesOfTheOtherClusterAlone() throws IOException {
    index("more", "", "'print':{'type':'simhash'},'n':{'type':'integer'},'when':{'type':'date'}");
    String[] days = {"2026-01-02", "2026-01-03", "2026-01-01"};
    for (int i = 0; i < days.length; i++) {
      document("more", "m" + i, "{'print':'" + A + "','n':" + i + ",'when':'" + days[i] + "'}");
    }
    String keep = ",'keep':{'field':'when'}";
    String pipeline =
        "'request_processors':[{'near_dup_oversample':{'field':'print'}}],"
            + "'response_processors':[{'near_dup_collapse':{'field':'print'"
            + keep
            + "}}]";
    for (String collapse :
        List.of(
            "'ext':{'near_dup_collapse':{'field':'print'" + keep + "}}",
            "'search_pipeline':{" + pipeline + "}")) {
      for (boolean oneRoundTrip : List.of(true, false)) {
        Answer answer =
            succeeded(
                post(
                    "east:more/_search?ccs_minimize_roundtrips=" + oneRoundTrip,
                    "{'sort':[{'n':'asc'}]," + collapse + "}"));
        assertEquals("the newest", List.of("m1"), answer.found());
        assertEquals(
            "east:more", answer.at("hits.hits.0.fields.near_dup_collapsed.0.hits.0._index"));
        assertEquals(2, answer.at("hits.hits.0.fields.near_dup_collapsed.0.count"));
        assertNull("borrowed", answer.at("hits.hits.0.fields.when"));
      }
    }
  }

  /** Collapsed over there first, and what it left out is told here. */
  public void testTheDefaultPipelineOfTheOtherCluster() throws IOException {
    index("more", null);
    print("more", "3", "00000000000000fc");
    print("more", "4", "ff000000000000ff");
    print("more", "5", "00000000000000fc");
    put(
        "_search/pipeline/there",
        "{'request_processors':[{'near_dup_oversample':{'field':'print'}}],"
            + "'response_processors':[{'near_dup_collapse':{'field':'print'}}]}");
    try {
      put("more/_settings", "{'index.search.default_pipeline':'there'}");
      String ext = "'ext':{'near_dup_collapse':{'field':'print'}}";
      String body = "{'query':{'exists':{'field':'print'}},'sort':['_index','_id']";
      Answer alone = succeeded(post("east:more/_search", body + "}"));
      assertEquals(List.of("3", "4"), alone.found());
      Answer both = succeeded(post("news,east:more/_search", body + "," + ext + "}"));
      assertEquals(3, both.found().size());
      String shown = both.toString();
      assertThat(shown, containsString("_id=3"));
      assertThat(shown, containsString("_id=5"));
    } finally {
      succeeded(call("DELETE", "_search/pipeline/there", null));
    }
  }

  /** What is there has nothing to do with what has the same name here. */
  public void testGroupsOfAnIndexThatHasANameHereToo() throws IOException {
    pipeline(
        "other",
        "{'simhash':{'fields':['title'],'target_field':'print'}},"
            + "{'minhash':{'fields':['text'],'target_field':'sign'}}");
    index("more", "", "'print':{'type':'simhash'},'sign':{'type':'minhash'}");
    put("more/_settings", "{'index.default_pipeline':'other'}");
    String verified = "{'field':'print','verify':{'minhash':'sign','similarity':0.5}";
    assertEquals(400, post("more/_near_dup/groups", verified + "}").status());
    succeeded(post("east:more/_near_dup/groups", verified + ",'dest':'record'}"));
    Answer record = succeeded(get("record/_mapping"));
    assertEquals(Map.of(), record.at("record.mappings._meta.near_dup_groups.sources"));
  }

  /** An index that records are written to is none of those that are grouped. */
  public void testGroupsOfAWildcardThatMeansDest() throws IOException {
    index("far", null);
    print("far", "1", A);
    String dest = ",'dest':'news-record'}";
    Answer none =
        succeeded(post("far/_near_dup/groups", "{'field':'print','max_distance':0" + dest));
    assertEquals(0, none.at("written"));
    Answer both = succeeded(post("news*,east:far/_near_dup/groups", "{'field':'print'" + dest));
    assertEquals(4, both.at("documents"));
    assertEquals(3, both.at("written"));
  }

  /** Core applies the filter of an alias anew in each search, over there, too. */
  public void testGroupsOfAnAliasOfNow() throws IOException {
    index("dated", "", "'print':{'type':'simhash'},'at':{'type':'date'}");
    succeeded(
        post(
            "_aliases",
            "{'actions':[{'add':{'index':'dated','alias':'recent',"
                + "'filter':{'range':{'at':{'gte':'now-1d'}}}}}]}"));
    assertRefused(
        400,
        "[index] must not be an alias whose filter has [now], which is another moment in each"
            + " search of a run, got [east:recent]; name [east:dated] itself, with the filter as"
            + " [query]",
        post("news,east:recent/_near_dup/groups", "{'field':'print'}"));
  }

  /** Core leaves such clusters out of searches without a word, also of those of a point in time. */
  public void testGroupsOfAClusterThatMayBeSkipped() throws Exception {
    clusterSetting("cluster.remote.east.skip_unavailable", "true");
    index("far", null);
    print("far", "1", A);
    String asked = "{'field':'print'}";
    List<Predicate<ActionRequest>> steps =
        List.of(
            request -> request instanceof CreatePitRequest,
            request ->
                request instanceof SearchRequest search && search.source().aggregations() != null);
    for (Predicate<ActionRequest> step : steps) {
      HeldRequestsPlugin.hold(step);
      CompletableFuture<HttpResponse<String>> running =
          start("news,east:far/_near_dup/groups", asked);
      assertBusy(() -> assertEquals(1, HeldRequestsPlugin.HELD.get()));
      connectEast("127.0.0.1:1");
      HeldRequestsPlugin.letGo();
      assertSkipped(Answer.of(running.get(60, TimeUnit.SECONDS)));
      assertSkipped(post("news,east:far/_near_dup/groups", asked));
      assertSkipped(post("east:far/_near_dup/groups", asked));
      connectEast(here());
      Answer all = succeeded(post("news,east:far/_near_dup/groups", asked));
      assertEquals(4, all.at("documents"));
    }
  }

  private static void assertSkipped(Answer answer) throws IOException {
    assertRefused(
        503,
        "[index] must be of clusters that answer all searches of a run, and [1] did not, which core"
            + " leaves out as [cluster.remote.*.skip_unavailable] has it, also if they have no"
            + " such index or refuse the user: correct its name, ask again when the cluster is"
            + " there, or leave its indexes out",
        answer);
  }

  /** The other cluster says how many hits it gives. */
  public void testGroupsOfNarrowWindows() throws IOException {
    index("far", "'max_result_window':7,'number_of_shards':1", "'print':{'type':'simhash'}");
    for (int i = 0; i < 20; i++) {
      print("far", "" + i, A);
    }
    Answer all = succeeded(post("east:far/_near_dup/groups", "{'field':'print','dest':'record'}"));
    assertEquals(20, all.at("written"));
  }

  /** The other cluster says how many hits it gives. */
  @SuppressWarnings("unchecked")
  public void testPassagesOfNarrowWindows() throws IOException {
    String field = "'body':{'type':'text','fields':{'p':{'type':'passages','min_passage':5}}}";
    index("far", "'max_result_window':7,'number_of_shards':1", field);
    index("here", "", field);
    for (int i = 0; i < 30; i++) {
      document("far", "" + i, "{'body':'a b c d e f " + (i == 9 ? "g h" : "x" + i) + "'}");
    }
    String asked = "'field':'body.p','text':'a b c d e f g h'";
    for (String indexes : List.of("far", "east:far", "here,east:far")) {
      Answer some = succeeded(post(indexes + "/_near_dup/passages", "{" + asked + ",'size':20}"));
      List<Map<String, Object>> hits = (List<Map<String, Object>>) some.at("hits");
      assertEquals(7, hits.size());
      assertEquals("9", hits.get(0).get("_id"));
      assertEquals(false, some.at("complete"));
      Answer best = succeeded(post(indexes + "/_near_dup/passages", "{" + asked + ",'size':1}"));
      assertEquals("9", best.at("hits.0._id"));
      assertEquals(true, best.at("complete"));
    }
    Answer others =
        succeeded(post("east:far/_near_dup/passages", "{'field':'body.p','id':'9','size':3}"));
    for (Map<String, Object> hit : (List<Map<String, Object>>) others.at("hits")) {
      assertNotEquals("itself", "9", hit.get("_id"));
      assertEquals("east:far", hit.get("_index"));
    }
  }

  public void testUnknownCluster() throws IOException {
    for (String question : List.of("'hash':'" + A + "'", "'id':'1'", "'doc':" + STORM)) {
      Answer answer = nearDup("west:news", question);
      assertEquals(answer.toString(), 404, answer.status());
      assertThat(answer.reason(), containsString("west"));
    }
  }
}
