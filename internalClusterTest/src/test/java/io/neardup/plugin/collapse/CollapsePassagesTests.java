// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.collapse;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Of hits of which one stands in the other, one is shown. */
public class CollapsePassagesTests extends CollapseTestCase {
  private static final String FIELDS =
      "'n':{'type':'integer'},'length':{'type':'integer'},'text':{'type':'text','fields':"
          + "{'passages':{'type':'passages','min_passage':8}}}";
  private static final List<String> SAID =
      List.of(
          "We know we made this harder than it had to be for the dealers.",
          "Everybody keeps their own spreadsheet and nobody trusts the numbers.",
          "A quick win would be one place where you can see who owns a report.",
          "Um, and then we could talk about access, because that takes weeks.",
          "People ask in the chat and whoever answers first becomes the owner.",
          "Provenance matters more to me than freshness, to be honest.");

  private static void said() throws IOException {
    index("news", "'number_of_shards':2", FIELDS);
    for (int i = 0; i < SAID.size(); i++) {
      document("u" + i, 2 * i, SAID.get(i));
      int from = Math.max(0, i - 1);
      document("w" + i, 2 * i + 1, String.join(" ", SAID.subList(from, Math.min(6, i + 2))));
    }
  }

  private static void document(String id, int n, String text) throws IOException {
    document("news", id, "{'n':" + n + ",'length':" + text.length() + ",'text':'" + text + "'}");
  }

  private static Answer collapsed(String more, String body) throws IOException {
    return succeeded(
        ask(
            "news",
            "'ext':{'near_dup_collapse':{'field':'text.passages','factor':4"
                + more
                + "}},"
                + body));
  }

  /** The utterances of a document, by its id. */
  private static Set<Integer> of(String id) {
    int i = Integer.parseInt(id.substring(1));
    Set<Integer> of = new HashSet<>(Set.of(i));
    if (id.startsWith("w")) {
      of.addAll(List.of(Math.max(0, i - 1), Math.min(5, i + 1)));
    }
    return of;
  }

  private static void assertNoneInside(Answer answer) throws IOException {
    List<String> ids = answer.found();
    for (String one : ids) {
      for (String other : ids) {
        assertTrue(ids.toString(), one.equals(other) || of(other).containsAll(of(one)) == false);
      }
    }
  }

  public void testNoneInsideAnother() throws IOException {
    said();
    for (String order : List.of("asc", "desc")) {
      String sort = "'size':4,'sort':[{'n':'" + order + "'}]";
      for (String source : List.of("", ",'_source':false", ",'fields':['text.passages','n']")) {
        Answer answer = collapsed("", sort + source);
        assertNoneInside(answer);
        assertEquals(12, answer.at("ext.near_dup_collapse.examined"));
      }
    }
    assertNoneInside(collapsed("", "'query':{'match':{'text':'who owns a report'}},'size':3"));
    assertNoneInside(collapsed(",'keep':{'field':'length'}", "'size':4,'sort':['n']"));
    Map<?, ?> first =
        (Map<?, ?>)
            collapsed("", "'size':1,'sort':['n']")
                .at("hits.hits.0.fields.near_dup_collapsed.0.hits.0");
    assertEquals("w0", first.get("_id"));
    assertEquals(1.0, first.get("coverage"));
    // With a pipeline, and where a part is enough.
    Answer piped =
        succeeded(
            ask(
                "news",
                "'search_pipeline':{'request_processors':[{'near_dup_oversample':{'field':"
                    + "'text.passages'}}],'response_processors':[{'near_dup_collapse':{'field':"
                    + "'text.passages','coverage':0.3}}]},'size':4,'sort':['n']"));
    assertNoneInside(piped);
  }

  public void testTheLongerOne() throws IOException {
    index("news", "'number_of_shards':1", FIELDS);
    document("teaser", 1, SAID.get(0) + " Read more");
    document("other", 2, SAID.get(1));
    document("article", 3, SAID.get(2) + " " + SAID.get(0) + " " + SAID.get(3));
    assertEquals(List.of("teaser", "other"), collapsed("", "'sort':['n']").found());
    Answer longer = collapsed(",'keep':{'field':'length'}", "'sort':['n'],'_source':false");
    assertEquals(List.of("article", "other"), longer.found());
  }

  public void testRefused() throws IOException {
    said();
    refused("'field':'text.passages','similarity':0.5", "which takes [coverage]");
    refused("'field':'text.passages','coverage':0", "[coverage] must be a number greater than 0");
    refused("'field':'text.passages','coverage':'x'", "[coverage]");
    refused("'field':'text.passages','coverages':1", "did you mean [coverage]?");
    refused("'field':'text'", "[simhash], [minhash] or [passages]");
    index(
        "others", "'number_of_shards':1", FIELDS.replace("8", "9") + ",'print':{'type':'simhash'}");
    refused("'field':'text.passages'", "must have one [min_passage] and one [html]");
    refused("'field':'print','coverage':0.5", "[coverage] is for a [field] of type [passages]");
  }

  private static void refused(String parameters, String reason) throws IOException {
    Answer refused = ask("_all", "'ext':{'near_dup_collapse':{" + parameters + "}}");
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(refused.reason(), containsString(reason));
  }
}
