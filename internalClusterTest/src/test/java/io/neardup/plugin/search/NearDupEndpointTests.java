// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** {@code _near_dup} as a search: what it finds, in which order, and what it refuses. */
public class NearDupEndpointTests extends NodeTestCase {
  private static final String ZERO = "0000000000000000";
  private static final String HASH = "'hash':'" + ZERO + "'";

  /** Ten documents of which document i is i bits away from zero. */
  private static void tenDocuments(String index) throws IOException {
    index(index, "", "'print':{'type':'simhash'},'n':{'type':'integer'}");
    for (int i = 0; i < 10; i++) {
      String hash = String.format(Locale.ROOT, "%016x", (1L << i) - 1);
      document(index, "d" + i, "{'print':'" + hash + "','n':" + -i + ",'more':{'a':1,'b':2}}");
    }
  }

  private static void assertIds(String ids, Answer answer) throws IOException {
    assertEquals(List.of(ids.split(",")), succeeded(answer).ids());
  }

  public void testOrderedByDistance() throws IOException {
    tenDocuments("news");
    Answer answer = nearDup("news", HASH);
    assertIds("d0,d1,d2,d3", answer);
    assertEquals(ZERO, answer.hash());
    assertEquals(Map.of("value", 4, "relation", "eq"), answer.at("results.0.total"));
    assertEquals(
        Map.of("total", 1, "successful", 1, "skipped", 0, "failed", 0),
        answer.at("results.0._shards"));
    assertEquals(false, answer.at("results.0.timed_out"));
    assertEquals(3, answer.at("results.0.hits.3.distance"));
    assertEquals(0.953125, answer.at("results.0.hits.3.similarity"));
    assertEquals("news", answer.at("results.0.hits.3._index"));
    assertIds("d0", nearDup("news", HASH + ",'max_distance':0"));
    assertIds("d0,d1,d2,d3,d4,d5,d6,d7,d8,d9", nearDup("news", HASH + ",'max_distance':64"));
    assertIds("d0,d1,d2,d3", call("GET", "news/_near_dup", "{'field':'print'," + HASH + "}"));
  }

  public void testFilter() throws IOException {
    tenDocuments("news");
    Answer answer = nearDup("news", HASH + ",'filter':{'range':{'n':{'lt':-1}}}");
    assertIds("d2,d3", answer);
    assertEquals("the filter scores nothing", 2, answer.at("results.0.hits.0.distance"));
    assertIds(
        "d3",
        nearDup("news", HASH + ",'filter':{'near_dup':{'print':{'id':'d6','max_distance':3}}}"));
  }

  public void testSort() throws IOException {
    tenDocuments("news");
    Answer answer = nearDup("news", HASH + ",'sort':[{'n':'asc'}]");
    assertIds("d3,d2,d1,d0", answer);
    assertEquals("distances are there all the same", 3, answer.at("results.0.hits.0.distance"));
    assertEquals(List.of(-3), answer.at("results.0.hits.0.sort"));
    assertIds("d0,d1", nearDup("news", HASH + ",'sort':['_score'],'size':2"));
  }

  public void testSource() throws IOException {
    tenDocuments("news");
    assertEquals(
        Map.of("print", ZERO, "n", 0, "more", Map.of("a", 1, "b", 2)),
        nearDup("news", HASH).at("results.0.hits.0._source"));
    assertNull(nearDup("news", HASH + ",'_source':false").at("results.0.hits.0._source"));
    for (String form :
        List.of("'more.a'", "['more.a']", "{'includes':'more.*','excludes':'*.b'}")) {
      assertEquals(
          Map.of("more", Map.of("a", 1)),
          nearDup("news", HASH + ",'_source':" + form).at("results.0.hits.0._source"));
    }
  }

  public void testSize() throws IOException {
    tenDocuments("news");
    Answer none = succeeded(nearDup("news", HASH + ",'size':0"));
    assertEquals(List.of(), none.ids());
    assertEquals("all are counted", 4, none.at("results.0.total.value"));
    assertIds("d0,d1", nearDup("news", HASH + ",'size':2"));
    Answer tooLarge = nearDup("news", HASH + ",'size':10001");
    assertEquals(400, tooLarge.status());
    assertThat(
        tooLarge.reason(),
        containsString("must be less than or equal to: [10000] but was [10001]"));
    assertThat(tooLarge.reason(), containsString("[index.max_result_window]"));
    assertRefused(
        400,
        "[size] must be an integer from 0 to the index's [index.max_result_window], got [-1]",
        nearDup("news", HASH + ",'size':-1"));
  }

  public void testMoreThanTenThousandAreCountedExactly() throws IOException {
    index("news", null);
    String bulk = ("{'index':{}}\n{'print':'" + ZERO + "'}\n").repeat(10_050);
    assertEquals(false, succeeded(post("news/_bulk?refresh=true", bulk)).at("errors"));
    assertEquals(
        Map.of("value", 10_050, "relation", "eq"), nearDup("news", HASH).at("results.0.total"));
  }

  public void testSeveralIndexesAndAliases() throws IOException {
    tenDocuments("news-1");
    index("news-2", null);
    print("news-2", "x", "8000000000000000");
    put("news-1/_alias/few", "{'filter':{'range':{'n':{'gte':-1}}}}");
    assertIds("d0,d1", nearDup("few", HASH));
    assertIds(
        "d0,d1,x,d2",
        nearDup(
            "news-*",
            HASH
                + ",'size':4,'sort':['_score',{'n':{'order':'desc','missing':-1,'unmapped_type':'integer'}},'_id']"));
    assertIds("x", nearDup("news-*,-news-1", HASH));
    assertEquals(5, nearDup("_all", HASH).at("results.0.total.value"));
    assertEquals(5, nearDup("news-1,news-2", HASH).at("results.0.total.value"));
    assertEquals(2, nearDup("few", "'id':'d5','max_distance':64").at("results.0.total.value"));
  }

  public void testIndexesThatAreNotThere() throws IOException {
    assertRefused(404, "no such index [nope]", nearDup("nope", HASH));
    assertRefused(404, "no such index [nope]", nearDup("nope", "'hashes':['" + ZERO + "']"));
    assertRefused(404, "no such index [nope]", nearDup("nope", "'doc':" + STORM));
    assertRefused(404, "no such index [nope]", nearDup("nope", "'hashes':[]"));
    index("news", null);
    assertRefused(404, "no such index [nope]", nearDup("news,nope", HASH));
    String body = "{'field':'print'," + HASH + "}";
    assertEquals(
        List.of(), succeeded(post("news,nope/_near_dup?ignore_unavailable=true", body)).ids());
    assertEquals(List.of(), succeeded(nearDup("nothing-*", HASH)).ids());
    assertEquals(404, post("nothing-*/_near_dup?allow_no_indices=false", body).status());
    succeeded(post("news/_close", null));
    assertEquals(400, nearDup("news", HASH).status());
  }

  public void testFieldsThatCannotBeSearched() throws IOException {
    index("bare", "", "'n':{'type':'integer'}");
    assertRefused(
        400,
        "[field]: field [print] is not mapped in [bare]: map it as [simhash] or [minhash], or"
            + " name another one",
        nearDup("bare", HASH));
    Answer other = post("bare/_near_dup", "{'field':'n'," + HASH + "}");
    assertEquals(400, other.status());
    assertThat(
        other.reason(),
        containsString(
            "[field]: field [n] is of type [integer], not [simhash] or [minhash], in [bare]"));
    Answer empty = post("bare/_near_dup", "{'field':''," + HASH + "}");
    assertRefused(400, "[field] must not be empty, got []", empty);
  }

  public void testPartialAnswersSaySo() throws IOException {
    tenDocuments("news-1");
    index("news-2", "", "'print':{'type':'keyword'}");
    document("news-2", "1", "{'print':'1'}");
    Answer answer = nearDup("news-*", HASH);
    assertIds("d0,d1,d2,d3", answer);
    assertEquals(2, answer.at("results.0._shards.total"));
    assertEquals(1, answer.at("results.0._shards.failed"));
    assertThat(
        (String) answer.at("results.0._shards.failures.0.reason.reason"),
        containsString("[near_dup] field [print] is of type [keyword]"));
    Answer strict =
        post(
            "news-*/_near_dup?allow_partial_search_results=false",
            "{'field':'print'," + HASH + "}");
    assertEquals(strict.toString(), 400, strict.status());
    assertThat(strict.reason(), containsString("[near_dup] field [print] is of type [keyword]"));
  }

  public void testIndexesWithoutTheFieldAreLeftOut() throws IOException {
    pipeline("p", simHash(""));
    index("news-2", "p");
    index("news-1", "", "'n':{'type':'integer'}");
    document("news-1", "1", "{'n':1}");
    document("news-2", "2", STORM);
    for (String asked :
        List.of(
            "'doc':" + STORM,
            "'docs':[" + STORM + "]",
            "'id':'2','index':'news-2','max_distance':64",
            HASH)) {
      Answer answer = succeeded(nearDup("news-*", asked));
      assertEquals(asked, 2, answer.at("results.0._shards.successful"));
      assertEquals(asked, asked.startsWith("'doc") ? List.of("2") : List.of(), answer.ids());
    }
  }

  public void testAnEmptyRoutingIsRefused() throws IOException {
    index("news", null);
    assertRefused(
        400,
        "[routing] must not be empty, got []; leave it out if the document has none",
        nearDup("news", "'id':'2','routing':''"));
  }

  public void testOneOfManyFailsAlone() throws IOException {
    tenDocuments("news");
    Answer answer =
        succeeded(nearDup("news", "'ids':['d9'],'hashes':['" + ZERO + "','nope',7,-1]"));
    assertEquals(List.of("d8", "d7", "d6"), answer.ids(0));
    assertEquals(List.of("d0", "d1", "d2", "d3"), answer.ids(1));
    assertEquals(400, answer.at("results.2.status"));
    assertThat(
        (String) answer.at("results.2.error.reason"),
        startsWith("[hash] is refused: a fingerprint"));
    assertNull(answer.at("results.2.hash"));
    assertEquals("0000000000000007", answer.at("results.3.hash"));
    assertEquals(400, answer.at("results.4.status"));
    assertEquals(5, ((List<?>) answer.at("results")).size());
  }

  public void testAllOfManyMayFail() throws IOException {
    index("news", null);
    Answer answer = succeeded(nearDup("news", "'hashes':['nope']"));
    assertEquals(400, answer.at("results.0.status"));
    assertEquals(
        Map.of("results", List.of()), withoutTook(succeeded(nearDup("news", "'hashes':[]"))));
  }

  private static Map<String, Object> withoutTook(Answer answer) {
    assertNotNull(answer.body().remove("took"));
    return answer.body();
  }

  public void testASearchOfManyFailsAlone() throws IOException {
    tenDocuments("news");
    Answer answer = succeeded(nearDup("news", "'hashes':['" + ZERO + "'],'from':10000"));
    assertEquals(ZERO, answer.at("results.0.hash"));
    assertEquals(400, answer.at("results.0.status"));
  }

  public void testBadRequests() throws IOException {
    index("news", null);
    assertEquals(400, nearDup("news", "'hash':'nope'").status());
    assertEquals(400, nearDup("news", "'hash':null").status());
    assertRefused(
        400,
        "[max_distance] must be an integer from 0 (the same fingerprint) to 64 (any fingerprint),"
            + " got [65]",
        nearDup("news", HASH + ",'max_distance':65"));
    Answer unknown = nearDup("news", HASH + ",'distance':3");
    assertEquals(400, unknown.status());
    assertThat(unknown.reason(), containsString("[near_dup] unknown field [distance]"));
    assertRefused(400, "unknown query [nope]", nearDup("news", HASH + ",'filter':{'nope':{}}"));
    for (String malformed : List.of("{", "{'field':", "[]", "", "{'field':'print'} trailing")) {
      assertEquals(malformed, 400, post("news/_near_dup", malformed).status());
    }
    Answer parameter = post("news/_near_dup?nope=1", "{'field':'print'," + HASH + "}");
    assertEquals(400, parameter.status());
    assertThat(parameter.reason(), startsWith("unknown parameters [nope] in the URL; known are ["));
    assertEquals(405, call("DELETE", "news/_near_dup", null).status());
  }

  public void testTooManyHashes() throws IOException {
    index("news", null);
    String hashes =
        IntStream.range(0, 10_001).mapToObj(i -> "'" + ZERO + "'").collect(Collectors.joining(","));
    String most =
        " may name at most [10000] fingerprints, got [10001]: send them in several requests, or"
            + " raise the cluster setting [plugins.near_dup.max_hashes]";
    assertRefused(400, "[hashes]" + most, nearDup("news", "'hashes':[" + hashes + "]"));
    assertRefused(400, "[near_dup] [hashes]" + most, search("news", "'hashes':[" + hashes + "]"));
    clusterSetting("plugins.near_dup.max_hashes", "1");
    try {
      Answer two = nearDup("news", "'hashes':['" + ZERO + "'],'ids':['1']");
      assertEquals(400, two.status());
      assertThat(two.reason(), startsWith("[near_dup] may name at most [1] fingerprints, got [2]"));
    } finally {
      clusterSetting("plugins.near_dup.max_hashes", "null");
    }
  }

  public void testSearchPipelineOfTheIndexDoesNotDisturbDistances() throws IOException {
    tenDocuments("news");
    put("_search/pipeline/flat", "{'response_processors':[{'flatten_scores':{}}]}");
    put("news/_settings", "{'index.search.default_pipeline':'flat'}");
    assertEquals("it does run", 0.5, search("news", HASH).at("hits.hits.0._score"));
    Answer answer = nearDup("news", HASH);
    assertIds("d0,d1,d2,d3", answer);
    assertEquals(0, answer.at("results.0.hits.0.distance"));
    assertEquals(3, answer.at("results.0.hits.3.distance"));
    succeeded(call("DELETE", "_search/pipeline/flat", null));
  }
}
