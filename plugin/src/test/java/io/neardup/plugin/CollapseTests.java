// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHasher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.After;

/** Collapsed search results by pipelines and by {@code ext}, and what is refused. */
public class CollapseTests extends NodeTestCase {
  private static final String FIELDS =
      "'print':{'type':'simhash'},'n':{'type':'integer'},'when':{'type':'date'},"
          + "'tenant':{'type':'keyword'},'note':{'type':'text'},"
          + "'bare':{'type':'keyword','doc_values':false}";

  private static final String BY_N = "'sort':[{'n':'asc'}]";
  private static final String OVERSAMPLE =
      "'request_processors':[{'near_dup_oversample':{'field':'print','factor':3}}]";

  @After
  public void forgetSearchPipelines() throws IOException {
    call("DELETE", "_search/pipeline/*", null);
  }

  private static String collapse(String more) {
    return OVERSAMPLE
        + ",'response_processors':[{'near_dup_collapse':{'field':'print'"
        + more
        + "}}]";
  }

  private static Answer ask(String index, String body) throws IOException {
    return post(index + "/_search", "{" + body + "}");
  }

  /** With a pipeline of the request. */
  private static Answer piped(String more, String body) throws IOException {
    return ask("news", "'search_pipeline':{" + collapse(more) + "}," + body);
  }

  private static Answer ext(String more, String body) throws IOException {
    return ask("news", "'ext':{'near_dup_collapse':{'field':'print'" + more + "}}," + body);
  }

  /**
   * Sorted by n: two groups whose members take turns, one document without a fingerprint and one of
   * another tenant.
   */
  private static void news() throws IOException {
    index("news", "'number_of_shards':2", FIELDS);
    String[] prints = {"00", "ff00", "01", "ff01", "03", null, "07", "ff0000"};
    for (int i = 0; i < prints.length; i++) {
      String print =
          prints[i] == null
              ? ""
              : "'print':'" + "0".repeat(16 - prints[i].length()) + prints[i] + "',";
      document(
          "news",
          "d" + i,
          "{"
              + print
              + "'n':"
              + i
              + ",'when':'2026-01-0"
              + (i + 1)
              + "','tenant':'"
              + (i == 4 ? "b" : "a")
              + "','note':'x'}");
    }
  }

  private static List<String> collapsed(Answer answer, int hit) throws IOException {
    List<?> hits = (List<?>) answer.at("hits.hits." + hit + ".fields.near_dup_collapsed.0.hits");
    return hits.stream()
        .map(entry -> ((Map<?, ?>) entry).get("_id") + ":" + ((Map<?, ?>) entry).get("distance"))
        .toList();
  }

  private static void assertSummary(int examined, int collapsed, boolean exhausted, Answer answer)
      throws IOException {
    assertEquals(
        Map.of("examined", examined, "collapsed", collapsed, "exhausted", exhausted),
        answer.at("ext.near_dup_collapse"));
  }

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

  public void testAPreferredHitIsNotShownBesideOneThatIsNear() throws IOException {
    index("news", "", FIELDS);
    print("news", "a", "0000000000000000");
    document("news", "b", "{'print':'000000000000003f','n':1}");
    document("news", "m", "{'print':'0000000000000007','n':9}");
    Answer answer =
        piped(",'max_distance':3,'keep':{'field':'n'}", "'sort':['_doc'],'query':{'match_all':{}}");
    assertEquals(List.of("a", "b"), answer.found());
    assertEquals(List.of("m:3"), collapsed(answer, 0));
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

  public void testProcessorsThatDoNotFit() throws IOException {
    news();
    String only = "'response_processors':[{'near_dup_collapse':{'field':'print'}}]";
    Answer without =
        ask(
            "news",
            "'search_pipeline':{" + only + "}," + BY_N + ",'docvalue_fields':['print'],'size':4");
    assertEquals(List.of("d0", "d1"), succeeded(without).found());
    assertEquals(List.of("0000000000000000"), without.at("hits.hits.0.fields.print"));
    assertSummary(4, 2, true, without);
    assertRefused(
        400,
        "[near_dup_collapse] needs the hits to bring along field [print]; put [near_dup_oversample]"
            + " with this [field] into the [request_processors]",
        ask("news", "'search_pipeline':{" + only + "}," + BY_N));
    assertRefused(
        400,
        "[near_dup_oversample] needs [near_dup_collapse] with [field] [print] in the"
            + " [response_processors] of its pipeline, got none",
        ask("news", "'search_pipeline':{" + OVERSAMPLE + "}"));
    Answer swapped =
        call(
            "PUT",
            "_search/pipeline/p",
            "{'request_processors':[{'near_dup_collapse':{'field':'print'}}]}");
    assertEquals(400, swapped.status());
    assertThat(swapped.reason(), containsString("Invalid processor type near_dup_collapse"));
    assertRefused(
        400,
        "[near_dup_collapse] may be in a pipeline once; leave out the others",
        call(
            "PUT",
            "_search/pipeline/p",
            "{"
                + OVERSAMPLE
                + ",'response_processors':[{'near_dup_collapse':{'field':'print'}},"
                + "{'near_dup_collapse':{'field':'print'}}]}"));
  }

  public void testBadParameters() throws IOException {
    news();
    String[][] refused = {
      {
        "'factor':0.5",
        "[factor] must be a number from 1 to 10, got [0.5]; leave it out for the default of [3]"
      },
      {
        "'factor':'many'",
        "[factor] must be a number from 1 to 10, got [many]; leave it out for the default of [3]"
      },
      {
        "'distance':3",
        "does not know [distance]; it takes [field, max_distance, similarity, keep, scope, factor]"
      },
      {
        "'keep':'n'",
        "[keep] must be a field and its [order], [asc] or [desc], such as {\"field\":"
            + " \"published\", \"order\": \"desc\"}, got [n]"
      },
      {
        "'keep':{'field':'n','order':'up'}",
        "[keep] must be a field and its [order], [asc] or [desc], such as {\"field\":"
            + " \"published\", \"order\": \"desc\"}, got [{field=n, order=up}]"
      },
      {
        "'max_distance':65",
        "[max_distance] must be an integer from 0 (the same fingerprint) to 64 (any fingerprint),"
            + " got [65]"
      },
      {
        "'similarity':0.8",
        "[similarity] does not apply to field [print] of type [simhash], got [0.8]; use"
            + " [max_distance]"
      },
      {"'scope':['n','n']", "[scope] must name at most 8 fields, each once, got [[n, n]]"},
      {
        "'scope':['note']",
        "[scope] needs doc values, which field [note] of type [text] does not have in index"
            + " [news]; use a field with doc values, such as a [keyword] beside it"
      },
      {
        "'scope':['bare']",
        "[scope] needs doc values, which field [bare] of type [keyword] does not have in index"
            + " [news]; use a field with doc values, such as a [keyword] beside it"
      },
      {
        "'keep':{'field':'tenant'}",
        "[keep] must be a number or a date, got [tenant], which is of type [keyword] in index"
            + " [news]; name another field, or leave out that index"
      },
      {
        "'keep':{'field':'none'}",
        "[keep] must be mapped by an index of the search, and none maps [none]; correct the name,"
            + " or map it"
      },
    };
    for (String[] pair : refused) {
      Answer answer = ext("," + pair[0], BY_N);
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(answer.reason(), containsString("[near_dup_collapse] " + pair[1]));
    }
    assertRefused(
        400,
        "[ext] [near_dup_collapse] [field] must be [simhash] or [minhash], got [n], which is of"
            + " type [integer] in index [news]; name another field, or leave out that index",
        ask("news", "'ext':{'near_dup_collapse':{'field':'n'}}"));
    assertRefused(
        400,
        "[ext] [near_dup_collapse] [field] must be mapped by an index of the search, and none maps"
            + " [prnt]; correct the name, or map it",
        ask("news", "'ext':{'near_dup_collapse':{'field':'prnt'}}"));
    assertRefused(
        400,
        "[ext] [near_dup_collapse] shows at most the first [1000] hits of a search, got [from]"
            + " [995] and [size] [10]; narrow the search, or set [search_pipeline] to [_none]",
        ext("", "'from':995"));
    assertRefused(
        400,
        "[ext] [near_dup_collapse] [keep] shows hits in the place of others, so that"
            + " [search_after] would skip some; page with [from], or leave out [keep]",
        ext(",'keep':{'field':'n'}", BY_N + ",'search_after':[1]"));
    assertEquals(
        400,
        call(
                "PUT",
                "_search/pipeline/p",
                "{'request_processors':[{'near_dup_oversample':{'field':'print','factor':11}}]}")
            .status());
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

  /** What the test knows of a document; no fingerprint is null. */
  private record Doc(Long print, int n, String tenant) {
    boolean isNear(Doc other, boolean scoped) {
      return print != null
          && other.print != null
          && Long.bitCount(print ^ other.print) <= MAX_DISTANCE
          && (scoped == false || tenant.equals(other.tenant));
    }
  }

  private static final int MAX_DISTANCE = 5;
  private static final int DOCUMENTS = 20_000;

  private static Map<String, Doc> manyDocuments(Random random) throws IOException {
    index("news", "'number_of_shards':5", FIELDS);
    long[] stories = random.longs(3_000).toArray();
    Map<String, Doc> docs = new HashMap<>();
    StringBuilder bulk = new StringBuilder();
    for (int id = 0; id < DOCUMENTS; id++) {
      long print = stories[random.nextInt(stories.length)];
      for (int flips = random.nextInt(5); flips > 0; flips--) {
        print ^= 1L << random.nextInt(64);
      }
      Doc doc =
          new Doc(
              random.nextInt(20) == 0 ? null : (Long) print,
              random.nextInt(),
              random.nextBoolean() ? "a" : "b");
      docs.put(String.valueOf(id), doc);
      bulk.append(
          "{'index':{'_id':'" + id + "'}}\n{'n':" + doc.n + ",'tenant':'" + doc.tenant + "'");
      bulk.append(doc.print == null ? "}\n" : ",'print':'" + Fingerprint.toHex(doc.print) + "'}\n");
    }
    succeeded(post("news/_bulk?refresh", bulk.toString()));
    return docs;
  }

  /**
   * All pages of sorted, scored, rescored and merged searches, against a replay of the bare search.
   */
  public void testPagesEqualAReplay() throws IOException {
    Random random = random();
    Map<String, Doc> docs = manyDocuments(random);
    String scored =
        "'query':{'function_score':{'query':{'terms':{'tenant':['a','b']}},'boost_mode':'replace',"
            + "'functions':[{'random_score':{'seed':7,'field':'n'}}]}}";
    List<String> searches =
        List.of(
            BY_N,
            "'sort':[{'tenant':'desc'},{'n':'desc'}]",
            scored,
            scored
                + ",'rescore':{'window_size':150,'query':{'query_weight':0.1,'rescore_query':"
                + "{'function_score':{'functions':[{'random_score':{'seed':8,'field':'n'}}]}}}}",
            scored + ",'search_pipeline':'merged'");
    succeeded(
        call(
            "PUT",
            "_search/pipeline/merged",
            "{'phase_results_processors':[{'" + MergeScores.TYPE + "':{}}]}"));
    assertNotEquals(
        "merging changes the order",
        ask("news", scored).found(),
        ask("news", scored + ",'search_pipeline':'merged'").found());
    for (String search : searches) {
      List<String> bare = succeeded(ask("news", search + ",'size':1000")).found();
      for (int round = 0; round < 8; round++) {
        int size = 1 + random.nextInt(60);
        int from = size * random.nextInt(8);
        int factor = 1 + random.nextInt(4);
        boolean scoped = random.nextBoolean();
        boolean kept = random.nextInt(3) == 0;
        String more =
            ",'max_distance':"
                + MAX_DISTANCE
                + ",'factor':"
                + factor
                + (scoped ? ",'scope':['tenant']" : "")
                + (kept ? ",'keep':{'field':'n'}" : "");
        String page = ",'_source':false,'from':" + from + ",'size':" + size;
        Answer answer = succeeded(ext(more, search + page));
        int examined = Math.min(1000, (from + size) * factor);
        // What is merged depends on how many hits are asked for.
        List<String> window =
            search.endsWith("'merged'")
                ? succeeded(ask("news", search + ",'size':" + examined)).found()
                : bare.subList(0, examined);
        List<List<String>> groups = replay(window, docs, scoped);
        List<List<String>> shown =
            groups.subList(Math.min(from, groups.size()), Math.min(from + size, groups.size()));
        assertEquals(shown.size(), answer.found().size());
        for (int i = 0; i < shown.size(); i++) {
          String id = answer.found().get(i);
          assertTrue(shown.get(i).contains(id));
          assertTrue(kept || shown.get(i).get(0).equals(id));
          List<String> others = new ArrayList<>(shown.get(i));
          others.remove(id);
          assertEquals(others, listed(answer, i));
        }
        assertNoneNear(answer.found(), docs, scoped);
        assertSummary(
            window.size(), window.size() - groups.size(), groups.size() < from + size, answer);
      }
    }
  }

  private static List<String> listed(Answer answer, int hit) throws IOException {
    return answer.at("hits.hits." + hit + ".fields") == null
        ? List.of()
        : collapsed(answer, hit).stream()
            .map(entry -> entry.substring(0, entry.indexOf(':')))
            .toList();
  }

  private static void assertNoneNear(List<String> ids, Map<String, Doc> docs, boolean scoped) {
    for (String left : ids) {
      for (String right : ids) {
        assertTrue(left.equals(right) || docs.get(left).isNear(docs.get(right), scoped) == false);
      }
    }
  }

  /** Groups of ids, each beginning with its first. */
  private static List<List<String>> replay(
      List<String> ids, Map<String, Doc> docs, boolean scoped) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (String id : ids) {
      Doc doc = docs.get(id);
      String nearest =
          groups.keySet().stream()
              .filter(first -> docs.get(first).isNear(doc, scoped))
              .min(
                  Comparator.comparingInt(
                      first -> Long.bitCount(docs.get(first).print ^ doc.print)))
              .orElse(id);
      groups.computeIfAbsent(nearest, first -> new ArrayList<>()).add(id);
    }
    return List.copyOf(groups.values());
  }
}
