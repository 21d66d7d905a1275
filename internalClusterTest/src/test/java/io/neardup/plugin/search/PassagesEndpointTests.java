// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HidingPlugin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Who quotes what, over HTTP, and against brute force. */
public class PassagesEndpointTests extends PassagesTestCase {
  private final Random random = new Random(20261127);

  public void testPassagesInBothTexts() throws IOException {
    put("news", MAPPING);
    String release = words("r", 0, 40);
    write("release", "'" + release + "'", ",'lang':'en'");
    write(
        "gazette", "<b>News</b>: &ldquo;R10, r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21&rdquo;!");
    write("copy", "'x " + words("R", 0, 30) + "'", ",'lang':'de'");
    write("other", words("o", 0, 40));
    Map<String, Object> answer = ask("'id':'release'");
    assertEquals(true, answer.get("complete"));
    assertEquals(40, number(answer.get("question"), "words"));
    assertEquals(List.of("copy", "gazette"), ids(answer));
    Map<String, Object> gazette = list(answer, "hits").get(1);
    assertEquals(12 / 40., ((Number) gazette.get("coverage")).doubleValue(), 0);
    assertEquals(12, number(gazette, "words"));
    assertEquals(1, number(gazette, "passages_total"));
    Map<String, Object> passage = list(gazette, "passages").get(0);
    assertEquals(words("r", 10, 22), passage.get("text"));
    assertEquals(release.indexOf("r10"), number(passage.get("question"), "start"));
    assertEquals(release.indexOf(" r22"), number(passage.get("question"), "end"));
    assertEquals("body", ((Map<?, ?>) passage.get("hit")).get("field"));
    assertEquals(20, number(passage.get("hit"), "start"));
    assertEquals("copy", ids(ask("'id':'release','size':1")).get(0));
    assertEquals(List.of("copy"), ids(ask("'id':'release','coverage':0.5")));
    assertEquals(
        List.of("gazette"),
        ids(ask("'id':'release','filter':{'bool':{'must_not':{'term':{'lang':'de'}}}}")));
    assertEquals(
        List.of("copy", "gazette", "release"),
        ids(ask("'text':'" + words("r", 10, 22) + "'")).stream().sorted().toList());
    assertEquals(
        List.of("release", "copy", "gazette"), ids(ask("'doc':{'body':'" + release + "'}")));
    assertEquals(List.of(), ids(ask("'text':'nothing of the kind'")));
  }

  /** As the newest index of a data stream is, until a document is written to it. */
  public void testAnIndexWithoutTheField() throws IOException {
    put("news", MAPPING);
    put("newest", "{}");
    write("1", words("s", 0, 30));
    write("2", words("s", 0, 20));
    String about = "'field':'body.passages','id':'1','index':'news'";
    assertEquals(
        List.of("2"),
        ids(succeeded(post("news,newest/_near_dup/passages", "{" + about + "}")).body()));
    assertRefused(
        400,
        "[field] must be mapped as [passages] in an index that is asked, got [body.passages], which"
            + " none maps; correct the name, or map it",
        post("newest/_near_dup/passages", "{'field':'body.passages','text':'x'}"));
  }

  public void testListsOfTexts() throws IOException {
    put("news", MAPPING);
    write("1", "['','" + words("a", 0, 12) + "','" + words("b", 0, 12) + "']", "");
    Map<String, Object> answer = ask("'text':'" + words("b", 0, 12) + "'");
    Object hit = list(list(answer, "hits").get(0), "passages").get(0).get("hit");
    assertEquals(2, number(hit, "value"));
    assertEquals(0, number(hit, "start"));
    assertEquals(
        List.of(), ids(ask("'text':'" + words("a", 6, 12) + " " + words("b", 0, 6) + "'")));
  }

  public void testBoilerplate() throws IOException {
    put("news", MAPPING.replace("'number_of_shards':2", "'number_of_shards':1"));
    for (int i = 0; i < 15; i++) {
      write("" + i, words("n" + i + "x", 0, 12) + " " + words("legal", 0, 30));
    }
    write("quote", "y " + words("n3x", 0, 12) + " z " + words("legal", 0, 30));
    Map<String, Object> all = ask("'id':'3'");
    assertEquals(10, list(all, "hits").size());
    assertNull(all.get("boilerplate"));
    Map<String, Object> some = ask("'id':'3','max_doc_count':10");
    assertEquals(List.of("quote"), ids(some));
    assertEquals(12, number(list(some, "hits").get(0), "words"));
    assertEquals(1, number(some, "boilerplate_total"));
    assertTrue(list(some, "boilerplate").get(0).get("text").toString().endsWith("legal29"));
  }

  /** The first of each segment is hidden: neither found, nor read, nor counted. */
  public void testHiddenDocuments() throws IOException {
    put("news", MAPPING.replace("'number_of_shards':2", "'number_of_shards':1"));
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 11; i++) {
      bulk.append("{'index':{'_id':'" + i + "'}}\n{'body':'" + words("s", 0, 30) + "'}\n");
    }
    succeeded(post("news/_bulk?refresh=true", bulk.toString()));
    String text = "'text':'" + words("s", 0, 30) + "','size':20,'max_doc_count':10";
    assertEquals(List.of(), ids(ask(text)));
    assertEquals(1, number(ask(text), "boilerplate_total"));
    HidingPlugin.hideDocuments = true;
    assertEquals(10, ids(ask(text)).size());
    assertFalse(ids(ask(text)).contains("0"));
    assertNull(ask(text).get("boilerplate"));
    assertEquals(
        404, post("news/_near_dup/passages", "{'field':'body.passages','id':'0'}").status());
    HidingPlugin.hiddenField = "body.passages";
    assertEquals(List.of(), ids(ask(text)));
  }

  /** What an index does to the searches of its users has no part in looking a text up. */
  public void testTheSearchPipelineOfAnIndexIsPassedBy() throws IOException {
    put("_search/pipeline/blind", "{'request_processors':[{'find_nothing':{}}]}");
    put("news", MAPPING);
    write("1", words("s", 0, 30));
    write("2", words("s", 0, 20));
    put("news/_settings", "{'index.search.default_pipeline':'blind'}");
    assertEquals(0, succeeded(post("news/_search", "{}")).at("hits.total.value"));
    assertEquals(List.of("2"), ids(ask("'id':'1'")));
    String query = "{'query':{'passages':{'body.passages':{'id':'1'}}}}";
    Answer found = succeeded(post("news/_search?search_pipeline=_none", query));
    assertEquals(2, found.at("hits.total.value"));
  }

  /** Documents that share all have no order but their names, and are bounded. */
  public void testManyThatShareEverything() throws IOException {
    put("news", MAPPING);
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      bulk.append("{'index':{}}\n{'body':'").append(words("s", 0, 30)).append("'}\n");
    }
    succeeded(post("news/_bulk?refresh=true", bulk.toString()));
    Map<String, Object> answer = ask("'text':'" + words("s", 0, 30) + "','size':5");
    assertEquals(List.of(), list(answer, "hits"));
    assertEquals(1, number(answer, "boilerplate_total"));
    answer = ask("'text':'" + words("s", 0, 30) + "','size':5,'max_doc_count':100000");
    assertEquals(5, list(answer, "hits").size());
    assertEquals(true, answer.get("complete"));
  }

  /** A text of five megabytes is found by what it quotes, but is too long to be asked about. */
  public void testFiveMegabytes() throws IOException {
    put("news", MAPPING);
    String text = words("long", 0, 500_000);
    assertTrue(text.length() > 5_000_000);
    write("book", text);
    Map<String, Object> hit =
        list(ask("'text':'" + words("long", 400_000, 400_040) + "'"), "hits").get(0);
    assertEquals("book", hit.get("_id"));
    assertEquals(40, number(hit, "words"));
    assertEquals(
        text.indexOf("long400000"), number(list(hit, "passages").get(0).get("hit"), "start"));
    for (String question : List.of("'id':'book'", "'text':'" + text + "'")) {
      Answer answer = post("news/_near_dup/passages", "{'field':'body.passages'," + question + "}");
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(
          answer.toString(), containsString("[passages] looks up at most [10000] hashes of a"));
    }
  }

  /** A shard fetches the large document first, which leaves no room for the better one. */
  public void testTheBestOfAPageDoesNotFit() throws IOException {
    put("news", MAPPING.replace("'number_of_shards':2", "'number_of_shards':1"));
    write("large", words("s", 0, 20) + " " + words("long", 0, 450_000));
    write("best", words("s", 0, 40));
    Map<String, Object> answer = ask("'text':'" + words("s", 0, 40) + "'");
    assertEquals(List.of("best", "large"), ids(answer));
    assertEquals(true, answer.get("complete"));
  }

  /** No search has more hits than an index allows, which are fewer documents to look at. */
  public void testNarrowWindows() throws IOException {
    put(
        "news",
        MAPPING.replace("'number_of_shards':2", "'number_of_shards':1,'max_result_window':7"));
    for (int i = 0; i < 30; i++) {
      write("" + i, words("s", 0, 15) + " " + words("n" + i + "x", 0, 20));
    }
    write("whole", words("s", 0, 30));
    Map<String, Object> best = ask("'text':'" + words("s", 0, 30) + "','size':1");
    assertEquals(List.of("whole"), ids(best));
    assertEquals(true, best.get("complete"));
    Map<String, Object> some = ask("'text':'" + words("s", 0, 30) + "','size':20");
    assertEquals(7, ids(some).size());
    assertEquals("whole", ids(some).get(0));
    assertEquals(false, some.get("complete"));
    // An index without a limit of its own.
    put("mail", MAPPING);
    assertEquals(
        7,
        list(
                succeeded(
                        post(
                            "m*,news/_near_dup/passages",
                            "{'field':'body.passages','size':20,'text':'"
                                + words("s", 0, 30)
                                + "'}"))
                    .body(),
                "hits")
            .size());
    assertEquals(404, post("nope/_near_dup/passages", "{'field':'x','text':'x'}").status());
  }

  /** Coverage by runs of so many words, the slow way. */
  private static double coverage(List<String> one, List<String> other, int words) {
    Set<List<String>> runs = new HashSet<>();
    for (int i = 0; i + words <= other.size(); i++) {
      runs.add(other.subList(i, i + words));
    }
    Set<Integer> covered = new HashSet<>();
    for (int i = 0; i + words <= one.size(); i++) {
      if (runs.contains(one.subList(i, i + words))) {
        IntStream.range(i, i + words).forEach(covered::add);
      }
    }
    return (double) covered.size() / one.size();
  }

  public void testDuel() throws IOException {
    put("news", MAPPING);
    List<List<String>> texts = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      List<String> text = new ArrayList<>();
      for (int part = random.nextInt(1, 4); part > 0; part--) {
        random.ints(random.nextInt(10, 30), 0, 400).forEach(word -> text.add("w" + word));
        if (i > 0) {
          List<String> source = texts.get(random.nextInt(i));
          int from = random.nextInt(source.size());
          text.addAll(source.subList(from, Math.min(source.size(), from + random.nextInt(40))));
        }
      }
      texts.add(text);
      write("" + i, String.join(" ", text));
    }
    for (int i = 70; i < 80; i++) {
      succeeded(call("DELETE", "news/_doc/" + i + "?refresh=true", null));
    }
    for (int asked = 0; asked < 80; asked += 3) {
      for (String side : List.of("question", "hit")) {
        int words = asked % 2 == 0 ? 10 : 14;
        Map<String, Double> expected = new LinkedHashMap<>();
        for (int i = 0; i < 70; i++) {
          List<String> one = side.equals("hit") ? texts.get(i) : texts.get(asked);
          List<String> other = side.equals("hit") ? texts.get(asked) : texts.get(i);
          double coverage = coverage(one, other, words);
          if (coverage > 0) {
            expected.put("" + i, coverage);
          }
        }
        assertFound(
            expected,
            ask(
                "'text':'"
                    + String.join(" ", texts.get(asked))
                    + "','size':7,'min_words':"
                    + words
                    + ",'of':'"
                    + side
                    + "'"));
      }
    }
  }

  private static void assertFound(Map<String, Double> expected, Map<String, Object> answer) {
    assertEquals(true, answer.get("complete"));
    List<Double> best =
        expected.values().stream().sorted(Comparator.reverseOrder()).limit(7).toList();
    List<Map<String, Object>> hits = list(answer, "hits");
    assertEquals(best.size(), hits.size());
    for (int i = 0; i < best.size(); i++) {
      double coverage = ((Number) hits.get(i).get("coverage")).doubleValue();
      assertEquals(best.get(i), coverage, 1e-6);
      assertEquals(expected.get(hits.get(i).get("_id")), coverage, 1e-6);
    }
  }
}
