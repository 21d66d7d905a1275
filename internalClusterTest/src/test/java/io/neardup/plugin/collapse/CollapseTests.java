// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.collapse;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Collapsed search results by pipelines and by {@code ext}. */
public class CollapseTests extends CollapseTestCase {
  public void testStarsInTheOrderOfTheSearch() throws IOException {
    news();
    for (Answer answer : List.of(piped("", BY_N), ext("", BY_N))) {
      succeeded(answer);
      // d6 is 3 from d0, and d4, which is 2 from it, is of the same group; d7 is near none.
      assertEquals(List.of("d0", "d1", "d5", "d7"), answer.found());
      assertEquals(List.of("d2:1", "d4:2", "d6:3"), collapsed(answer, 0));
      assertEquals(List.of("d3:1"), collapsed(answer, 1));
      assertEquals(3, answer.at("hits.hits.0.fields.near_dup_collapsed.0.count"));
      assertEquals("news", answer.at("hits.hits.0.fields.near_dup_collapsed.0.hits.0._index"));
      assertNull("a hit alone has nothing to list", answer.at("hits.hits.2.fields"));
      assertNull("the fingerprint was ours only", answer.at("hits.hits.0.fields.print"));
      assertEquals(8, answer.at("hits.total.value"));
      assertSummary(8, 4, false, answer);
    }
    assertEquals(
        List.of("d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7"), ask("news", BY_N).found());
    assertEquals(List.of("d7", "d6", "d5", "d3"), piped("", "'sort':[{'n':'desc'}]").found());
  }

  public void testPages() throws IOException {
    news();
    Answer first = piped("", BY_N + ",'size':2");
    assertEquals(List.of("d0", "d1"), first.found());
    assertSummary(6, 3, false, first);
    assertEquals(List.of("d5", "d7"), piped("", BY_N + ",'size':2,'from':2").found());
    Answer behind = piped("", BY_N + ",'size':2,'from':4");
    assertEquals(List.of(), behind.found());
    assertSummary(8, 4, false, behind);
    Answer short1 = ext(",'factor':1", BY_N + ",'size':3");
    assertEquals(List.of("d0", "d1"), short1.found());
    assertSummary(3, 1, true, short1);
    assertEquals(
        "11 and not 12", 8, ext(",'factor':1.1", BY_N).at("ext.near_dup_collapse.examined"));
    Answer after = piped("", BY_N + ",'size':2,'search_after':[1]");
    assertEquals("each page by itself", List.of("d2", "d3"), after.found());
    Answer none = piped("", "'size':0,'aggs':{'n':{'max':{'field':'n'}}}");
    assertEquals(7.0, succeeded(none).at("aggregations.n.value"));
    assertNull(none.at("ext"));
  }

  /** Whether the search has more is told by its total, as far as it counts the hits. */
  public void testExhausted() throws IOException {
    news();
    String first = "'request_processors':[{'near_dup_oversample':{'field':'print','factor':4}}],";
    String collapse = "{'near_dup_collapse':{'field':'print'}}";
    String of8 = "'search_pipeline':{" + first + "'response_processors':[" + collapse + "]},";
    String three = "{'first_hits':{'size':3}}";
    String of3 =
        "'search_pipeline':{" + first + "'response_processors':[" + three + "," + collapse + "]},";
    assertSummary(8, 4, false, ask("news", of8 + BY_N + ",'size':2,'from':6"));
    Answer dropped = ask("news", of3 + BY_N + ",'size':3");
    assertEquals(List.of("d0", "d1"), succeeded(dropped).found());
    assertSummary(3, 1, true, dropped);
    assertSummary(3, 1, true, ask("news", of3 + BY_N + ",'size':3,'track_total_hits':5"));
    String two = ",'query':{'terms':{'n':[0,2]}}";
    assertSummary(2, 1, false, ext(",'factor':1", BY_N + two + ",'size':2"));
    assertSummary(
        2, 1, true, ext(",'factor':1", BY_N + two + ",'size':2,'track_total_hits':false"));
    assertSummary(3, 1, true, ext(",'factor':1", BY_N + ",'size':3,'track_total_hits':2"));
    assertSummary(2, 1, false, ext("", BY_N + two + ",'size':2,'track_total_hits':false"));
    assertSummary(1, 0, false, ext("", BY_N + ",'size':2,'search_after':[6]"));
    assertSummary(2, 1, false, ext("", BY_N + ",'collapse':{'field':'tenant'},'size':3"));
    assertSummary(
        4,
        1,
        true,
        ask(
            "news",
            of8.replace(first, "") + BY_N + ",'docvalue_fields':['print'],'size':4,'from':2"));
  }

  public void testKeep() throws IOException {
    news();
    for (String field : List.of("n", "when")) {
      String keep = ",'keep':{'field':'" + field + "','order':'desc'}";
      Answer newest = piped(keep, BY_N);
      assertEquals(List.of("d6", "d3", "d5", "d7"), succeeded(newest).found());
      assertEquals("from the one shown", List.of("d0:3", "d2:2", "d4:1"), collapsed(newest, 0));
      assertNull(newest.at("hits.hits.0.fields." + field));
      for (String asked :
          List.of(
              "'docvalue_fields':['" + field + "']",
              "'fields':['*'],'docvalue_fields':['n']",
              "'fields':[{'field':'when','format':'dd/MM/yyyy'},'n']")) {
        Answer shown = succeeded(ext(keep, BY_N + "," + asked));
        assertEquals(asked, newest.found(), shown.found());
        Object fields = ask("news", BY_N + "," + asked).at("hits.hits.6.fields");
        @SuppressWarnings("unchecked")
        Map<String, Object> now = (Map<String, Object>) shown.at("hits.hits.0.fields");
        now.remove("near_dup_collapsed");
        assertEquals("as without us", fields, now);
      }
    }
    String least = ",'keep':{'field':'n','order':'asc'}";
    assertEquals(List.of("d7", "d0", "d5", "d1"), piped(least, "'sort':[{'n':'desc'}]").found());
  }

  public void testFieldWithADotInItsName() throws IOException {
    succeeded(
        put(
            "news",
            "{'mappings':{'disable_objects':true,'properties':{'text.print':{'type':'simhash'}}}}"));
    document("news", "a", "{'text.print':'0000000000000000'}");
    document("news", "b", "{'text.print':'0000000000000001'}");
    Answer answer =
        post(
            "news/_search",
            "{'ext':{'near_dup_collapse':{'field':'text.print','max_distance':3}}}");
    assertEquals(1, succeeded(answer).found().size());
  }

  /** Numbers that are written with an exponent, small ones and large ones. */
  public void testKeepsByASmallNumber() throws IOException {
    index("news", "", "'print':{'type':'simhash'},'rank':{'type':'double'}");
    document("news", "a", "{'print':'0000000000000000','rank':0.0001}");
    document("news", "b", "{'print':'0000000000000001','rank':0.0005}");
    document("news", "c", "{'print':'ffffffffffffffff','rank':-2.5e-7}");
    document("news", "d", "{'print':'fffffffffffffffe','rank':1.5e10}");
    Answer kept =
        piped(
            ",'max_distance':3,'keep':{'field':'rank'}",
            "'sort':['_doc'],'query':{'match_all':{}}");
    assertEquals(List.of("b", "d"), succeeded(kept).found());
  }

  public void testAPreferredHitIsNotShownBesideOneThatIsNear() throws IOException {
    index("news", "", FIELDS);
    print("news", "a", "0000000000000000");
    document("news", "b", "{'print':'000000000000003f','n':1}");
    document("news", "m", "{'print':'0000000000000007','n':9}");
    Answer answer =
        piped(",'max_distance':3,'keep':{'field':'n'}", "'sort':['_doc'],'query':{'match_all':{}}");
    assertEquals(List.of("a", "b"), answer.found());
    assertEquals(List.of("m:3"), collapsed(answer, 0));
    assertEquals(1, answer.at("ext.near_dup_collapse.passed_over"));
    assertEquals(true, answer.at("hits.hits.0.fields.near_dup_collapsed.0.hits.0.passed_over"));
    Answer other = piped(",'max_distance':3,'keep':{'field':'n'}", "'size':1,'from':1");
    assertEquals(List.of("b"), other.found());
    assertNull("of another page", other.at("ext.near_dup_collapse.passed_over"));
  }

  public void testScope() throws IOException {
    news();
    Answer answer = piped(",'scope':['tenant']", BY_N);
    assertEquals(List.of("d0", "d1", "d4", "d5", "d7"), succeeded(answer).found());
    assertEquals(List.of("d2:1", "d6:3"), collapsed(answer, 0));
    assertNull(answer.at("hits.hits.0.fields.tenant"));
  }

  public void testSignatures() throws IOException {
    index("news", "", "'print':{'type':'minhash','similarity':0.5},'n':{'type':'integer'}");
    int[][] ranges = {{0, 100}, {10, 110}, {500, 600}, {0, 40}, {0, 30}};
    for (int i = 0; i < ranges.length; i++) {
      MinHasher hasher = new MinHasher();
      hasher.addAll(IntStream.range(ranges[i][0], ranges[i][1]).map(x -> x * 0x9E3779B1).toArray());
      document("news", "d" + i, "{'n':" + i + ",'print':'" + hasher.signature() + "'}");
    }
    Answer answer = succeeded(piped("", BY_N));
    assertEquals(List.of("d0", "d2", "d3"), answer.found());
    double similarity =
        (double) answer.at("hits.hits.0.fields.near_dup_collapsed.0.hits.0.similarity");
    assertEquals(90.0 / 110, similarity, 0.1);
    assertEquals(
        "of exact sets",
        0.75,
        answer.at("hits.hits.2.fields.near_dup_collapsed.0.hits.0.similarity"));
    assertEquals(5, piped(",'similarity':0.99", BY_N).found().size());
    assertRefused(
        400,
        "[near_dup_collapse] [max_distance] does not apply to field [print] of type [minhash], got"
            + " [3]; use [similarity] and [recall]",
        piped(",'max_distance':3", BY_N));
  }

  public void testTheDefaultPipelineOfAnIndex() throws IOException {
    news();
    put("_search/pipeline/dedup", "{" + collapse(",'max_distance':3") + "}");
    put("news/_settings", "{'index.search.default_pipeline':'dedup'}");
    assertEquals(List.of("d0", "d1", "d5", "d7"), ask("news", BY_N).found());
    assertEquals(
        "the request's own wins",
        List.of("d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7"),
        ext(",'max_distance':0", BY_N).found());
    assertEquals(8, post("news/_search?search_pipeline=_none", "{}").found().size());
    assertEquals(
        "near-duplicates are what _near_dup is for",
        List.of("d0", "d2", "d4", "d6"),
        nearDup("news", "'hash':'0000000000000000'").ids());
    assertEquals(8, succeeded(post("news/_search?scroll=1m", "{}")).found().size());
    call("DELETE", "_search/scroll/_all", null);
    assertRefused(
        400,
        "[near_dup_collapse] does not apply to [scroll], which reads all hits, got [1m]; page with"
            + " [from], or set [search_pipeline] to [_none]",
        post("news/_search?scroll=1m&search_pipeline=dedup", "{}"));
  }

  public void testIndexesOfDifferentKinds() throws IOException {
    news();
    index("plain", "", "'n':{'type':'integer'}");
    document("plain", "p", "{'n':-1}");
    Answer answer = ask("news,plain", "'ext':{'near_dup_collapse':{'field':'print'}}," + BY_N);
    assertEquals(List.of("p", "d0", "d1", "d5", "d7"), succeeded(answer).found());
    index("signed", "", "'print':{'type':'minhash'}");
    Answer mixed = ask("news,signed", "'ext':{'near_dup_collapse':{'field':'print'}}");
    assertEquals(400, mixed.status());
    assertThat(mixed.reason(), containsString("must be of one type, and is ["));
  }

  public void testManySearches() throws IOException {
    news();
    Answer answer =
        post(
            "_msearch",
            "{'index':'news'}\n{'ext':{'near_dup_collapse':{'field':'print'}},"
                + BY_N
                + "}\n{'index':'news'}\n{"
                + BY_N
                + "}\n{'index':'news'}\n{'ext':{'near_dup_collapse':{'field':'n'}}}\n");
    assertEquals(4, ((List<?>) answer.at("responses.0.hits.hits")).size());
    assertEquals(8, ((List<?>) answer.at("responses.1.hits.hits")).size());
    assertEquals(400, answer.at("responses.2.status"));
  }

  /** The parts of a decision are fields, although no mapping names them. */
  public void testByPartsOfADecision() throws IOException {
    index("news", "", FIELDS + ",'near_dup':{'type':'near_dup'}");
    for (int i = 0; i < 4; i++) {
      document(
          "news",
          "d" + i,
          "{'print':'00000000000000ff','n':"
              + i
              + ",'near_dup':{'seq':"
              + (9 - i)
              + ",'group':'g"
              + i % 2
              + "','status':'new'}}");
    }
    Answer kept = ext(",'keep':{'field':'near_dup.seq','order':'asc'}", BY_N);
    assertEquals(List.of("d3"), succeeded(kept).found());
    Answer apart = ext(",'scope':['near_dup.group']", BY_N);
    assertEquals(List.of("d0", "d1"), succeeded(apart).found());
    assertEquals(400, ext(",'scope':['near_dup.nothing']", BY_N).status());
  }

  /** What is examined beyond the page is not what the caller asked for. */
  public void testExaminesWhatTheIndexAllows() throws IOException {
    news();
    put("news/_settings", "{'index.max_result_window':4}");
    Answer answer = ext(",'factor':3", BY_N + ",'size':2");
    assertEquals(List.of("d0", "d1"), succeeded(answer).found());
    assertSummary(4, 2, false, answer);
    Answer refused = ext(",'factor':3", BY_N + ",'size':5");
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(refused.toString(), containsString("Result window is too large"));
  }
}
