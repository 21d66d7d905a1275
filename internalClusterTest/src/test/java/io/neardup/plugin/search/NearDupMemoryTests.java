// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.lessThan;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import io.neardup.plugin.NodeTestCase;
import io.neardup.plugin.SearchEffectsPlugin;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.After;
import org.junit.Before;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.plugins.Plugin;

/** All that {@code _near_dup} holds and writes is charged, read in batches, and given back. */
public class NearDupMemoryTests extends NodeTestCase {
  private static final String ASK_LESS =
      "; ask fewer questions at once, for fewer hits ([size]), for less of each ([_source]), or to"
          + " sort them by shorter values ([sort])";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    Collection<Class<? extends Plugin>> plugins = super.getPlugins();
    plugins.add(HeldRequestsPlugin.class);
    return plugins;
  }

  private CircuitBreaker breaker() {
    return getInstanceFromNode(CircuitBreakerService.class).getBreaker("request");
  }

  @Before
  public void limit() throws IOException {
    clusterSetting("indices.breaker.request.limit", "'8mb'");
  }

  @After
  public void nothingIsHeld() throws Exception {
    clusterSetting("indices.breaker.request.limit", "null");
    assertBusy(() -> assertEquals(0, breaker().getUsed()));
  }

  /** Documents near each other, with texts of this many words. */
  private static void documents(int count, int words) throws IOException {
    pipeline("words", "{'simhash':{'fields':['text'],'target_field':'print'}}");
    index(
        "news",
        "'index.default_pipeline':'words'",
        "'print':{'type':'simhash'},'text':{'type':'text','index':false}");
    String text = IntStream.range(0, words).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    for (int i = 0; i < count; i++) {
      put(
          "news/_doc/" + i + "?pipeline=_none&refresh=true",
          "{'print':'00000000000000ff','text':'" + text + " x" + i + "'}");
    }
  }

  private static String hashes(int count) {
    return String.join(",", Collections.nCopies(count, "'00000000000000ff'"));
  }

  private static void assertTrips(Answer answer) throws IOException {
    assertEquals(answer.toString(), 429, answer.status());
    assertThat(answer.reason(), containsString("data for [<near_dup>] would be"));
    assertThat(answer.reason(), containsString(ASK_LESS));
  }

  /** Lists of lists take many times the bytes that they are sent in. */
  public void testBodiesAreCharged() throws IOException {
    index("news", "", "'print':{'type':'simhash'}");
    String lists = "[" + String.join(",", Collections.nCopies(100_000, "[]")) + "]";
    for (String path :
        List.of(
            "news/_near_dup",
            "news/_near_dup?field=print",
            "news/_near_dup/passages",
            "news/_near_dup/boilerplate",
            "news/_near_dup/survey",
            "news/_near_dup/groups",
            "news/_near_dup/groups/_repair",
            "_near_dup/groups/_resume",
            "_near_dup/groups/_apply",
            "news/_simhash/_idf",
            "_simhash",
            "_minhash")) {
      assertBodyTrips(path, post(path, "{'doc':{'of':" + lists + "}}"));
      assertEquals(path, 400, post(path, "{'not':'" + lists.replace("[", "\\'") + "'}").status());
    }
    String list = "_near_dup/verdicts/said";
    assertBodyTrips(list, call("PUT", list, "{'pair':" + lists + "}"));
    String line = "{'pair':['00000000000000ff','00000000000000f0'],'verdict':'never'}\n";
    succeeded(put(list, line.repeat(20_000)));
  }

  private static void assertBodyTrips(String path, Answer answer) throws IOException {
    assertEquals(path + answer, 429, answer.status());
    assertThat(answer.reason(), containsString("data for [<near_dup_body>] would be"));
    assertThat(answer.reason(), containsString("; send less at once"));
  }

  /** A megabyte of sources, a hundred times. */
  public void testWhatIsWrittenIsCharged() throws IOException {
    documents(10, 15_000);
    assertTrips(nearDup("news", "'hashes':[" + hashes(100) + "]"));
    assertTrips(nearDup("news", "'hashes':[" + hashes(100) + "],'sort':['_doc']"));
    assertTrips(
        nearDup("news", "'hashes':[" + hashes(100) + "],'_source':false,'fields':['text']"));
    Answer few = succeeded(nearDup("news", "'hashes':[" + hashes(5) + "]"));
    assertEquals("4", ((Map<?, ?>) few.at("results.4.hits.4")).get("_id"));
    Answer ids = succeeded(nearDup("news", "'hashes':[" + hashes(100) + "],'_source':false"));
    assertEquals(10, ids.ids(99).size());
  }

  public void testWhatIsReadIsCharged() throws IOException {
    documents(20, 60_000);
    assertTrips(nearDup("news", "'hash':'00000000000000ff','size':100"));
    succeeded(nearDup("news", "'hash':'00000000000000ff','size':5"));
  }

  /** Candidates have nine megabytes, but only some of them at a time. */
  public void testTextsAreVerifiedInBatches() throws Exception {
    documents(20, 60_000);
    Answer answer =
        succeeded(
            nearDup(
                "news", "'id':'0','_source':false,'size':30,'verify':{'text':{'jaccard':0.9}}"));
    assertEquals(19, answer.ids().size());
    assertEquals(Map.of("value", 19, "relation", "eq"), answer.at("results.0.total"));
    List<String> nearest = answer.ids();
    Answer many =
        succeeded(
            nearDup(
                "news",
                "'ids':['0','0','1'],'_source':false,'size':2,'verify':{'text':{'jaccard':0.9}}"));
    assertEquals(nearest.subList(0, 2), many.ids(1));
    assertThat("the measures of asked texts", breaker().getUsed(), lessThan(1L << 23));
  }

  /** Batches grow as long as documents are small, and nobody knows when that ends. */
  public void testShardsReadFewLargeTextsBehindSmallOnes() throws Exception {
    documents(60, 3);
    int most = 400_000;
    for (int i = 60; i < 100; i++) {
      put(
          "news/_doc/" + i + "?pipeline=_none&refresh=true",
          "{'print':'00000000000000fe','text':'w0 w1 w2 " + "x".repeat(most) + "'}");
    }
    SearchEffectsPlugin.MOST_BYTES.set(0);
    Answer answer =
        succeeded(
            nearDup(
                "news", "'id':'0','_source':false,'size':100,'verify':{'text':{'jaccard':0.1}}"));
    assertEquals(99, answer.ids().size());
    assertThat(SearchEffectsPlugin.MOST_BYTES.get(), lessThan((4L << 20) + 2L * most));
  }

  /** Hits without documents may be large, too: 300 MB of values to sort by. */
  public void testFewQuestionsAreAskedAtOnceWhereHitsAreLarge() throws Exception {
    index("news", "", "'print':{'type':'simhash'},'key':{'type':'keyword'}");
    for (int i = 0; i < 10; i++) {
      document(
          "news", "" + i, "{'print':'00000000000000ff','key':'" + i + "x".repeat(30_000) + "'}");
    }
    assertTrips(nearDup("news", "'hashes':[" + hashes(1000) + "],'sort':['key'],'_source':false"));
    Object searches = call("GET", "news/_stats/search", null).at("_all.total.search.query_total");
    assertThat((Integer) searches, lessThan(50));
  }

  /** Shards gather what hits are sorted by before anybody sees how much it is. */
  public void testTheLongestValuesToSortByAreChargedBeforehand() throws Exception {
    index(
        "news",
        "",
        "'print':{'type':'simhash'},'n':{'type':'long'},'key':{'type':'keyword','fields':"
            + "{'short':{'type':'keyword','ignore_above':50}}}");
    for (int i = 0; i < 3; i++) {
      document("news", "" + i, "{'print':'00000000000000ff','key':'" + i + "','n':" + i + "}");
    }
    String page = "'hash':'00000000000000ff','_source':false,'size':200,'sort':";
    assertTrips(nearDup("news", page + "['key']"));
    assertTrips(nearDup("news", page + "['n',{'key.short':'desc'},'key']"));
    assertBusy(() -> assertEquals(0, breaker().getUsed()));
    for (String sort : List.of("'n'", "'key.short'", "'_doc'", "'_score'")) {
      assertEquals(List.of("0", "1", "2"), succeeded(nearDup("news", page + sort)).ids());
    }
    succeeded(nearDup("news", "'hash':'00000000000000ff','size':50,'sort':'key'"));
    call("POST", "_aliases", "{'actions':[{'add':{'index':'news','alias':'all'}}]}");
    assertTrips(nearDup("all", page + "'key'"));
  }

  /** What a field ignores may be large. */
  public void testFewDocumentsAreLookedUpAtOnceWhereTheyAreLarge() throws Exception {
    index("news", "", "'print':{'type':'simhash','ignore_malformed':true}");
    document("news", "0", "{'print':'" + "x".repeat(1 << 20) + "'}");
    AtomicLong most = new AtomicLong();
    HeldRequestsPlugin.hold(
        request -> {
          if (request instanceof MultiGetRequest get) {
            most.accumulateAndGet(get.getItems().size(), Math::max);
          }
          return false;
        });
    try {
      Answer answer = succeeded(nearDup("news", "'ids':[" + "'0',".repeat(99) + "'0']"));
      assertEquals(0, answer.at("results.99.total.value"));
      assertThat(most.get(), lessThan(9L));
    } finally {
      HeldRequestsPlugin.letGo();
    }
  }

  /** Two megabytes of ids, each of which its error says twice. */
  public void testErrorsAreCharged() throws IOException {
    documents(1, 3);
    String ids =
        IntStream.range(0, 40)
            .mapToObj(i -> "'" + "x".repeat(49_000) + i + "'")
            .collect(Collectors.joining(","));
    assertTrips(nearDup("news", "'ids':[" + ids + "]"));
  }

  /** Features of texts that are asked about stay until everything is compared. */
  public void testAskedTextsAreCharged() throws IOException {
    documents(12, 60_000);
    assertTrips(
        nearDup(
            "news",
            "'ids':['0','1','2','3','4','5','6','7','8','9','10','11'],'_source':false,"
                + "'verify':{'text':{'edit':0.9,'jaccard':0.9}}"));
  }

  /** Core takes whatever else fails while it makes a query for a fault of the request. */
  public void testQueriesAreCharged() throws IOException {
    index(
        "news",
        "",
        "'print':{'type':'simhash'},'sign':{'type':'minhash'},'words':{'type':'passages'}");
    document("news", "0", "{'print':'00000000000000ff','words':'one'}");
    String sign = (String) call("POST", "_minhash", "{'text':'one two'}").at("results.0.signature");
    String words =
        IntStream.range(0, 50_000).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    String prints =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "'" + HexFormat.of().toHexDigits((long) i) + "'")
            .collect(Collectors.joining(","));
    clusterSetting("indices.breaker.request.limit", "'80kb'");
    for (String query :
        List.of(
            "'near_dup':{'print':{'hashes':[" + prints + "]}}",
            "'near_dup':{'sign':{'signatures':["
                + ("'" + sign + "',").repeat(499)
                + "'"
                + sign
                + "']}}",
            "'passages':{'words':{'text':'" + words + "'}}")) {
      Answer answer = call("POST", "news/_search", "{'size':0,'query':{" + query + "}}");
      assertEquals(query.substring(0, 30) + answer, 429, answer.status());
      assertThat(answer.toString(), containsString("data for [<near_dup>] would be"));
    }
    Answer passages =
        call("POST", "news/_near_dup/passages", "{'field':'words','text':'" + words + "'}");
    assertEquals(passages.toString(), 429, passages.status());
  }
}
