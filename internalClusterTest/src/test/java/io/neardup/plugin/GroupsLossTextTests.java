// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.search.SearchHit;

/** {@code _near_dup/groups} with {@code delete}, where nothing may be lost with what goes. */
public class GroupsLossTextTests extends NodeTestCase {
  private static final String STORY =
      "The Federal Reserve arranged %s of customer repurchase agreements, a spokesman said.";

  private static void stories() throws IOException {
    index(
        "news",
        "'number_of_shards':" + between(1, 3),
        "'print':{'type':'simhash'},'sign':{'type':'minhash'},'rank':{'type':'integer'},"
            + "'text':{'type':'text'},'title':{'type':'text'}");
    story(1, "'text':'" + STORY.replace("%s", "two billion dlrs") + " More later.'");
    story(2, "'text':'" + STORY.replace("%s", "1.5 billion dlrs") + "'");
    story(3, "'text':'" + STORY.replace("%s", "2 billion dlrs") + "'");
    story(4, "'text':['" + STORY.replace("%s", "two billion dlrs") + "','More']");
    story(5, "'title':'a text that cannot be read'");
    story(6, "'title':'neither can this'");
  }

  private static void story(int rank, String rest) throws IOException {
    document("news", "" + rank, "{'print':'00000000000000ff','rank':" + rank + "," + rest + "}");
  }

  private static Answer delete(String verify) throws IOException {
    return post(
        "news/_near_dup/groups",
        "{'field':'print','keep':[{'rank':'asc'}],'action':'delete','dest':'gone','verify':"
            + verify
            + "}");
  }

  private Set<String> left() {
    client().admin().indices().prepareRefresh("news").get();
    Set<String> ids = new TreeSet<>();
    for (SearchHit hit : client().prepareSearch("news").setSize(100).get().getHits()) {
      ids.add(hit.getId());
    }
    return ids;
  }

  public void testAnotherAmountStays() throws IOException {
    stories();
    Answer answer = succeeded(delete("{'text':{'fields':['text'],'lost':0}}"));
    assertEquals(answer.toString(), 2, answer.at("deleted"));
    assertEquals(answer.toString(), 3, answer.at("kept"));
    assertEquals(0, answer.at("changed"));
    assertEquals("1.5 is lost, and 5 and 6 have no text", Set.of("1", "2", "5", "6"), left());
  }

  public void testMoreMayBeLost() throws IOException {
    stories();
    assertEquals(3, succeeded(delete("{'text':{'fields':['text'],'lost':1}}")).at("deleted"));
    assertEquals(Set.of("1", "5", "6"), left());
  }

  /** A field that one of them lacks, or that the user may not see, keeps the duplicate. */
  public void testSeveralFields() throws IOException {
    stories();
    Answer answer = succeeded(delete("{'text':{'fields':['text','title'],'lost':100}}"));
    assertEquals(0, answer.at("deleted"));
    assertEquals(5, answer.at("kept"));
  }

  public void testCommonWords() throws IOException {
    stories();
    for (int i = 10; i < 30; i++) {
      document("news", "" + i, "{'text':'announced again','rank':" + i + "}");
    }
    story(7, "'text':'" + STORY.replace("%s", "2 billion dlrs") + " Announced.'");
    Answer answer = succeeded(delete("{'text':{'fields':['text'],'lost':0,'max_doc_freq':0.5}}"));
    assertEquals(answer.toString(), 3, answer.at("deleted"));
    assertFalse(left().contains("7"));
  }

  public void testRefused() throws IOException {
    stories();
    String[][] refused = {
      {"{'text':{'lost':0}}", "[verify] [text] [fields] must name from 1 to 8 fields"},
      {"{'text':{'fields':[],'lost':0}}", "[fields] must name from 1 to 8 fields"},
      {"{'text':{'fields':['a*'],'lost':0}}", "must be the name of a field"},
      {"{'text':{'fields':['text']}}", "requires [lost]"},
      {
        "{'text':{'fields':['text'],'lost':0,'jaccard':0.5}}",
        "[verify] [text] takes [fields], [lost]"
      },
      {"{'text':{'fields':['text'],'lost':-1}}", "[lost] must be a number of terms"},
      {"{'text':{'fields':['text'],'lost':0},'max_candidates':5}", "got [max_candidates]"},
      {"{'text':{'fields':['rank'],'lost':0}}", "must be an indexed field of type [text]"},
    };
    for (String[] one : refused) {
      Answer answer = delete(one[0]);
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(answer.toString(), containsString(one[1]));
      call("DELETE", "gone", null);
      assertEquals(6, left().size());
    }
    for (String action : List.of("report", "tag")) {
      Answer answer =
          post(
              "news/_near_dup/groups",
              "{'field':'print','action':'"
                  + action
                  + "','verify':{'text':{'fields':['text'],'lost':0}}}");
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(answer.reason(), containsString("leave it out where [action] is [" + action));
    }
    Answer answer =
        post(
            "news/_near_dup",
            "{'field':'print','id':'1','verify':{'text':{'lost':0,'fields':['text']}}}");
    assertThat(answer.reason(), containsString("[fields] belongs to [_near_dup/groups]"));
  }
}
