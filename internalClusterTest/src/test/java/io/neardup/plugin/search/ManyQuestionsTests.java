// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import io.neardup.plugin.SearchEffectsPlugin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Many questions are answered by one search, as if each had been asked alone. */
public class ManyQuestionsTests extends NodeTestCase {
  private static final String PROPERTIES =
      "'print':{'type':'simhash'},'n':{'type':'integer'},'alias':{'type':'alias','path':'print'}";

  /** Documents in a few clusters, so that many have the same fingerprint and many are near. */
  private static void fill(String index, int shards, int documents) throws IOException {
    index(index, "'number_of_shards':" + shards + ",'number_of_replicas':0", PROPERTIES);
    long[] centers = {0, -1, randomLong()};
    for (int from = 0; from < documents; from += 40) {
      StringBuilder bulk = new StringBuilder();
      for (int i = from; i < from + 40; i++) {
        bulk.append("{'index':{'_id':'d").append(i).append("'}}\n");
        bulk.append("{'n':").append(i % 7);
        if (rarely() == false) {
          bulk.append(",'print':'").append(Fingerprint.toHex(near(centers))).append("'");
        }
        bulk.append("}\n");
        if (rarely()) {
          bulk.append("{'delete':{'_id':'d").append(between(0, i)).append("'}}\n");
        }
      }
      assertEquals(
          false, succeeded(post(index + "/_bulk?refresh=true", bulk.toString())).at("errors"));
    }
  }

  private static long near(long[] centers) {
    long fingerprint = centers[between(0, centers.length - 1)];
    for (int flips = between(0, 5); flips > 0; flips--) {
      fingerprint ^= 1L << between(0, 63);
    }
    return fingerprint;
  }

  private static String list(List<String> values) {
    return values.stream()
        .map(value -> "'" + value + "'")
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** Asks all at once, and each alone; the answers must be the same, hit by hit. */
  private static void assertAsIfAskedAlone(
      String target, List<String> ids, List<String> hashes, String parameters) throws IOException {
    String body = "'field':'print'," + parameters;
    String url = target + "/_near_dup";
    Answer many =
        succeeded(
            post(url, "{" + body + ",'ids':" + list(ids) + ",'hashes':" + list(hashes) + "}"));
    assertEquals(ids.size() + hashes.size(), ((List<?>) many.at("results")).size());
    for (int i = 0; i < ids.size() + hashes.size(); i++) {
      String question =
          i < ids.size() ? "'id':'" + ids.get(i) : "'hash':'" + hashes.get(i - ids.size());
      Answer one = post(url, "{" + body + "," + question + "'}");
      String message = question + "', " + parameters + " of " + target;
      if (one.status() != 200) {
        assertEquals(message, one.status(), many.at("results." + i + ".status"));
        continue;
      }
      for (String part : List.of("id", "hash", "timed_out", "_shards", "total", "hits")) {
        assertEquals(message, one.at("results.0." + part), many.at("results." + i + "." + part));
      }
    }
  }

  private static List<String> randomIds(int count, int documents) {
    return IntStream.range(0, count).mapToObj(i -> "d" + between(0, documents + 2)).toList();
  }

  private static List<String> randomHashes(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Fingerprint.toHex(near(new long[] {0, -1, 0xFF})))
        .toList();
  }

  private void duel(int shards) throws IOException {
    fill("news", shards, 400);
    for (String concurrent : List.of("none", "all")) {
      put("news/_settings", "{'index.search.concurrent_segment_search.mode':'" + concurrent + "'}");
      for (int size : new int[] {0, 1, 3, 400}) {
        String parameters = "'size':" + size + ",'max_distance':" + between(0, 9);
        assertAsIfAskedAlone("news", randomIds(20, 400), randomHashes(10), parameters);
        assertAsIfAskedAlone(
            "news",
            randomIds(5, 400),
            randomHashes(5),
            parameters + ",'filter':{'range':{'n':{'lt':3}}},'_source':['n']");
      }
    }
    List<String> same = List.of("0000000000000000", "0000000000000000");
    assertAsIfAskedAlone("news", List.of("d1", "d1", "d2"), same, "'size':2,'_source':false");
  }

  public void testOneShard() throws IOException {
    duel(1);
  }

  public void testThreeShards() throws IOException {
    duel(3);
  }

  public void testSeveralIndexes() throws IOException {
    fill("news-1", 2, 200);
    fill("news-2", 1, 200);
    put("news-2/_alias/few", "{'filter':{'range':{'n':{'gte':4}}}}");
    for (int size : new int[] {1, 5, 400}) {
      String in = "'size':" + size + ",'max_distance':4";
      assertAsIfAskedAlone("news-*", List.of(), randomHashes(20), in);
      // The same ids are in both indexes: with [index] only that document is left out.
      assertAsIfAskedAlone("news-*", randomIds(20, 200), List.of(), in + ",'index':'news-1'");
      assertAsIfAskedAlone("news-*", randomIds(20, 200), List.of(), in + ",'index':'few'");
      assertAsIfAskedAlone("few", randomIds(20, 200), randomHashes(5), in);
    }
  }

  public void testNearest() throws IOException {
    fill("news", 3, 400);
    put("news/_alias/few", "{'filter':{'range':{'n':{'gte':4}}}}");
    for (String target : List.of("news", "few")) {
      for (String filter : List.of("", ",'filter':{'term':{'n':5}}")) {
        for (int k : new int[] {1, 7, 200, 1000}) {
          String nearest = "'k':" + k + filter;
          assertAsIfAskedAlone(target, randomIds(4, 400), randomHashes(4), nearest);
          assertNearest(target, Fingerprint.toHex(randomLong()), k, filter);
          assertNearest(target, randomHashes(1).get(0), k, filter);
        }
      }
    }
    assertAsIfAskedAlone("news", List.of("d1"), randomHashes(5), "'k':9,'size':2,'max_distance':4");
  }

  /** The first k of all, by distance. */
  private static void assertNearest(String target, String hash, int k, String filter)
      throws IOException {
    Answer all =
        succeeded(nearDup(target, "'max_distance':64,'size':1000,'hash':'" + hash + "'" + filter));
    Answer nearest = succeeded(nearDup(target, "'k':" + k + ",'hash':'" + hash + "'" + filter));
    List<?> expected = (List<?>) all.at("results.0.hits");
    expected = expected.subList(0, Math.min(k, expected.size()));
    assertEquals(expected, nearest.at("results.0.hits"));
    assertEquals(expected.size(), nearest.at("results.0.total.value"));
  }

  public void testTheSameIdInSeveralShards() throws IOException {
    index("news", "'number_of_shards':3,'number_of_replicas':0", PROPERTIES);
    for (int routing = 0; routing < 9; routing++) {
      document("news", "a?routing=" + routing, "{'print':'0000000000000000','n':" + routing + "}");
      document("news", "b?routing=" + routing, "{'print':'0000000000000001','n':" + routing + "}");
    }
    for (int size : new int[] {1, 2, 10}) {
      assertAsIfAskedAlone(
          "news", List.of("a", "b", "a", "b", "a"), List.of(), "'routing':'1','size':" + size);
    }
    // A search is kept to a window, with fewer hits than there are shards and ids.
    put("news/_settings", "{'index.max_result_window':4}");
    assertAsIfAskedAlone(
        "news", List.of("a", "b", "a", "b", "b"), List.of(), "'routing':'1','size':4");
  }

  public void testFieldAlias() throws IOException {
    fill("news", 1, 80);
    String hashes = ",'max_distance':64,'hashes':[0,'00000000000000ff',1,2,3]}";
    Answer byAlias = succeeded(post("news/_near_dup", "{'field':'alias'" + hashes));
    Answer byName = succeeded(post("news/_near_dup", "{'field':'print'" + hashes));
    assertEquals(10, byName.ids().size());
    for (int i = 0; i < 2; i++) {
      assertEquals(byName.at("results." + i + ".hits"), byAlias.at("results." + i + ".hits"));
    }
  }

  public void testSortedByAFieldEachIsSearchedAlone() throws IOException {
    fill("news", 2, 200);
    assertAsIfAskedAlone(
        "news", randomIds(5, 200), randomHashes(5), "'size':7,'sort':[{'n':'desc'},'_id']");
  }

  public void testEveryQuestionHasTheFailuresOfTheSearch() throws IOException {
    fill("news-1", 1, 40);
    index("news-2", "", "'n':{'type':'integer'}");
    assertAsIfAskedAlone("news-*", List.of(), randomHashes(5), "'size':5");
    Answer large =
        succeeded(nearDup("news-1", "'size':10001,'hashes':[0,'0000000000000001',2,3,4]"));
    assertEquals(400, large.at("results.0.status"));
    assertEquals("0000000000000001", large.at("results.1.hash"));
    assertEquals(400, large.at("results.1.status"));
    assertThat(
        large.at("results.0.error.root_cause.0.reason").toString(),
        containsString(
            "[size] must be less than or equal to: [10000] but was [10001]; ask for fewer, or raise"
                + " the index setting [index.max_result_window]"));
  }

  public void testWhatChangesMeanwhileHasNoSource() throws IOException {
    index("news", "", PROPERTIES);
    for (String id : List.of("gone", "far", "filtered", "kept")) {
      document("news", id, "{'print':'0000000000000000','n':1}");
    }
    SearchEffectsPlugin.AFTER_QUERY.set(ManyQuestionsTests::change);
    Answer answer = succeeded(nearDup("news", "'hashes':[0,1,2,4,8],'filter':{'term':{'n':1}}"));
    assertNull("it has changed", SearchEffectsPlugin.AFTER_QUERY.get());
    for (int i = 0; i < 2; i++) {
      assertEquals(List.of("gone", "far", "filtered", "kept"), answer.ids(i));
      assertEquals(4, answer.at("results." + i + ".total.value"));
      assertNull(answer.at("results." + i + ".hits.0._source"));
      assertNull(answer.at("results." + i + ".hits.1._source"));
      assertNull(answer.at("results." + i + ".hits.2._source"));
      assertEquals(
          Map.of("print", "0000000000000000", "n", 1),
          answer.at("results." + i + ".hits.3._source"));
    }
  }

  private static void change() {
    try {
      succeeded(call("DELETE", "news/_doc/gone?refresh=true", null));
      document("news", "far", "{'print':'ff00000000000000','n':1}");
      document("news", "filtered", "{'print':'0000000000000000','n':2}");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public void testManyThousands() throws IOException {
    fill("news", 2, 400);
    List<String> hashes = randomHashes(10_000);
    Answer answer = succeeded(nearDup("news", "'_source':false,'size':1,'hashes':" + list(hashes)));
    assertEquals(10_000, ((List<?>) answer.at("results")).size());
    for (int i = 0; i < 10_000; i += 1111) {
      Answer one = nearDup("news", "'_source':false,'size':1,'hash':'" + hashes.get(i) + "'");
      assertEquals(one.at("results.0.hits"), answer.at("results." + i + ".hits"));
      assertEquals(one.at("results.0.total"), answer.at("results." + i + ".total"));
    }
  }

  public void testTooManyResults() throws IOException {
    index("news", null);
    String most =
        "[from] plus [size], times the number of questions, may be at most [100000], got [50001]"
            + " times [2]: ask for fewer hits, in several requests, or raise the cluster setting"
            + " [plugins.near_dup.max_results]";
    assertRefused(400, most, nearDup("news", "'hashes':[1,2],'size':50001"));
    clusterSetting("plugins.near_dup.max_results", "10");
    try {
      succeeded(nearDup("news", "'hash':1"));
      assertEquals(400, nearDup("news", "'hash':1,'size':11").status());
      assertEquals(400, nearDup("news", "'hashes':[1,2]").status());
      succeeded(nearDup("news", "'hashes':[1,2],'size':5"));
    } finally {
      clusterSetting("plugins.near_dup.max_results", "null");
    }
  }

  public void testMemoryIsChargedToTheRequestBreaker() throws IOException {
    fill("news", 1, 400);
    String question = "'max_distance':64,'size':400,'hashes':" + list(randomHashes(200));
    assertTrips("1mb", question);
    assertTrips("13mb", question);
    succeeded(nearDup("news", question));
    Map<?, ?> nodes = (Map<?, ?>) get("_nodes/stats/breaker").body().get("nodes");
    List<Object> left = new ArrayList<>();
    for (Object id : nodes.keySet()) {
      left.add(
          get("_nodes/stats/breaker")
              .at("nodes." + id + ".breakers.request.estimated_size_in_bytes"));
    }
    assertEquals("all is given back", List.of(0), left);
  }

  /** The shard needs some 9 MB for the hits, and the node that answers some 17. */
  private static void assertTrips(String limit, String question) throws IOException {
    clusterSetting("indices.breaker.request.limit", "'" + limit + "'");
    try {
      Answer answer = nearDup("news", question);
      assertEquals(429, answer.at("results.0.status"));
      assertThat(
          answer.at("results.7.error").toString(),
          containsString("[request] Data too large, data for [<near_dup>]"));
    } finally {
      clusterSetting("indices.breaker.request.limit", "null");
    }
  }

  public void testTheAggregationIsInternal() throws IOException {
    index("news", null);
    assertRefused(
        400,
        "[near_dup_hits] is internal to [_near_dup]: send the fingerprints to that endpoint",
        post("news/_search", "{'aggs':{'a':{'near_dup_hits':{'field':'print'}}}}"));
  }
}
