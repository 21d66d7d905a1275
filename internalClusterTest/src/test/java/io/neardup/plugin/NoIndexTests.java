// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Names that are no index are answered as a search of them is. */
public class NoIndexTests extends NodeTestCase {
  private static final String HASH = "'00000000000000ff'";

  /** Patterns that match nothing, and names that may be missing. */
  private static final List<String> NOTHING =
      List.of("nothing-*/%s", "gone/%s?ignore_unavailable=true", "-gone*/%s");

  private static final List<String> MISSING =
      List.of("gone/%s", "nothing-*/%s?allow_no_indices=false");

  private static final List<String> QUESTIONS =
      List.of(
          "'hash':" + HASH,
          "'hash':" + HASH + ",'k':3",
          "'hashes':[" + (HASH + ",").repeat(6) + HASH + "]",
          "'id':'1'",
          "'ids':['1','2','3','4','5','6']",
          "'id':'1','index':'news'",
          "'doc':" + STORM,
          "'id':'1','verify':{'minhash':'other','similarity':0.8}",
          "'doc':" + STORM + ",'verify':{'text':{'jaccard':0.8}}");

  private void indexOne() throws IOException {
    index("news", null);
    print("news", "1", "00000000000000ff");
  }

  private static void assertEmpty(Answer answer, String path) throws IOException {
    assertEquals(answer.toString(), 200, answer.status());
    assertEquals(answer.toString(), List.of(), answer.at(path));
  }

  public void testNearDup() throws IOException {
    indexOne();
    for (String question : QUESTIONS) {
      String body = "{'field':'print'," + question + "}";
      for (String path : NOTHING) {
        Answer answer = post(path.replace("%s", "_near_dup"), body);
        assertEmpty(answer, "results.0.hits");
        assertEquals(0, answer.at("results.0.total.value"));
      }
      for (String path : MISSING) {
        assertEquals(question, 404, post(path.replace("%s", "_near_dup"), body).status());
      }
    }
  }

  public void testSurvey() throws IOException {
    indexOne();
    for (String body : List.of("{}", "{'field':'print'}")) {
      for (String path : NOTHING) {
        Answer answer = succeeded(post(path.replace("%s", "_near_dup/survey"), body));
        assertEquals(answer.toString(), 0, answer.at("documents"));
      }
      for (String path : MISSING) {
        assertEquals(404, post(path.replace("%s", "_near_dup/survey"), body).status());
      }
    }
  }

  public void testSurveyOfLabels() throws IOException {
    indexOne();
    for (String path : NOTHING) {
      for (String labels : List.of("'labels':'key'", "'pairs':[['1','2',true]]")) {
        String body = "{'field':'print'," + labels + "}";
        assertEmpty(post(path.replace("%s", "_near_dup/survey"), body), "levels.0.examples");
      }
    }
  }

  public void testPassages() throws IOException {
    indexOne();
    for (String question : List.of("'id':'1'", "'text':'a storm'", "'doc':{'title':'a storm'}")) {
      String query = "{'query':{'passages':{'title.passages':{" + question + "}}}}";
      String body = "{'field':'title.passages'," + question + "}";
      for (String path : NOTHING) {
        assertEmpty(post(path.replace("%s", "_near_dup/passages"), body), "hits");
        assertEmpty(post(path.replace("%s", "_search"), query), "hits.hits");
      }
    }
  }

  public void testQuery() throws IOException {
    indexOne();
    for (String question : List.of("'hash':" + HASH, "'id':'1'", "'doc':" + STORM)) {
      String body = "{'query':{'near_dup':{'print':{" + question + "}}}}";
      for (String path : NOTHING) {
        assertEmpty(post(path.replace("%s", "_search"), body), "hits.hits");
      }
      for (String path : MISSING) {
        assertEquals(question, 404, post(path.replace("%s", "_search"), body).status());
      }
    }
  }

  public void testGroups() throws IOException {
    indexOne();
    String decided = "{'field':'print','target_field':'near_dup'}";
    for (String path : NOTHING) {
      Answer groups = post(path.replace("%s", "_near_dup/groups"), "{'field':'print','dest':'d'}");
      assertEmpty(groups, "largest");
      assertEquals(0, groups.at("documents"));
      succeeded(post(path.replace("%s", "_near_dup/groups/_repair"), decided));
    }
    String elsewhere = "*:nothing/_near_dup/groups";
    assertEmpty(post(elsewhere, "{'field':'print'}"), "largest");
    for (String path : MISSING) {
      Answer groups = post(path.replace("%s", "_near_dup/groups"), "{'field':'print'}");
      assertEquals(groups.toString(), 404, groups.status());
      assertEquals(404, post(path.replace("%s", "_near_dup/groups/_repair"), decided).status());
    }
  }

  public void testSegments() throws IOException {
    indexOne();
    for (String path : NOTHING) {
      Answer answer = succeeded(get(path.replace("%s", "_near_dup/_segments")));
      assertEquals(Map.of(), answer.at("indices"));
    }
    for (String path : MISSING) {
      assertEquals(404, get(path.replace("%s", "_near_dup/_segments")).status());
    }
  }
}
