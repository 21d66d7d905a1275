// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Collapsed pages of twenty thousand documents against a replay. */
public class CollapseReplayTests extends CollapseTestCase {
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
  private static final String MERGE =
      "'phase_results_processors':[{'" + MergeScores.TYPE + "':{}}]";
  private static final String MERGED = ",'search_pipeline':'merged'";

  /** By the two processors, in one pipeline with what else is in it. */
  private static Answer piped(String more, int factor, String others, String body)
      throws IOException {
    String pipeline =
        collapse(more).replace("'factor':3", "'factor':" + factor)
            + (others.isEmpty() ? "" : "," + others);
    return ask("news", "'search_pipeline':{" + pipeline + "}," + body);
  }

  private static String bareOf(String search) {
    return search.replace(MERGED, "");
  }

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
            scored + MERGED);
    succeeded(call("PUT", "_search/pipeline/merged", "{" + MERGE + "}"));
    assertNotEquals(
        "merging changes the order",
        ask("news", scored).found(),
        ask("news", scored + MERGED).found());
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
                + (scoped ? ",'scope':['tenant']" : "")
                + (kept ? ",'keep':{'field':'n'}" : "");
        String page = ",'_source':false,'from':" + from + ",'size':" + size;
        boolean merged = search.endsWith("'merged'");
        Answer answer =
            succeeded(
                randomBoolean()
                    ? ext(more + ",'factor':" + factor, search + page)
                    : piped(more, factor, merged ? MERGE : "", bareOf(search) + page));
        int examined = Math.min(1000, (from + size) * factor);
        // What is merged depends on how many hits are asked for.
        List<String> window =
            merged
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
          assertTrue(kept == false || isBest(id, groups, docs, scoped));
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

  /** Whether no other of the group has a greater n, unless it is near one of another group. */
  private static boolean isBest(
      String id, List<List<String>> groups, Map<String, Doc> docs, boolean scoped) {
    List<String> own =
        groups.stream().filter(group -> group.contains(id)).findFirst().orElseThrow();
    return own.stream()
        .map(docs::get)
        .filter(other -> other.n > docs.get(id).n)
        .allMatch(
            other ->
                groups.stream()
                    .filter(group -> group.equals(own) == false)
                    .flatMap(List::stream)
                    .anyMatch(hit -> docs.get(hit).isNear(other, scoped)));
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
