// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.Answer;
import io.neardup.plugin.HidingPlugin;
import io.neardup.plugin.HidingTestCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.opensearch.search.SearchHit;

/** {@code _near_dup/groups} with {@code delete}, where nothing may be lost with what goes. */
public class GroupsLossTextTests extends HidingTestCase {
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
    return groups(",'action':'delete','dest':'gone','verify':" + verify);
  }

  private static Answer groups(String more) throws IOException {
    return post("news/_near_dup/groups", "{'field':'print','keep':[{'rank':'asc'}]" + more + "}");
  }

  private Map<String, Map<String, Object>> records(String dest) {
    Map<String, Map<String, Object>> records = new TreeMap<>();
    for (SearchHit hit : client().prepareSearch(dest).setSize(100).get().getHits()) {
      Map<String, Object> record = hit.getSourceAsMap();
      records.put((String) record.get("id"), record);
    }
    return records;
  }

  private static void prints(String... processors) throws IOException {
    put("_ingest/pipeline/prints", "{'processors':[" + String.join(",", processors) + "]}");
    put("news/_settings", "{'index.default_pipeline':'prints'}");
  }

  private static String simhash(String fields) {
    return "{'simhash':{'fields':" + fields + ",'target_field':'print'}}";
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
    assertEquals(answer.toString(), 1, answer.at("losing"));
    assertEquals(answer.toString(), 2, answer.at("unread"));
    assertEquals(0, answer.at("changed"));
    assertEquals("1.5 is lost, and 5 and 6 have no text", Set.of("1", "2", "5", "6"), left());
  }

  /** What {@code delete} would leave is told beforehand, and why. */
  public void testReported() throws IOException {
    stories();
    prints(simhash("['text']"));
    Answer answer = succeeded(groups(",'dest':'seen','verify':{'text':{'lost':0}}"));
    assertEquals(answer.toString(), 1, answer.at("losing"));
    assertEquals(answer.toString(), 2, answer.at("unread"));
    assertNull(answer.toString(), answer.at("deleted"));
    Map<String, Map<String, Object>> records = records("seen");
    assertEquals(6, records.size());
    assertEquals(List.of("1.5"), records.get("2").get("lost"));
    assertEquals("losing", records.get("2").get("stays"));
    for (String id : List.of("1", "3", "4")) {
      assertNull(records.get(id).get("lost"));
      assertNull(records.get(id).get("stays"));
    }
    for (String id : List.of("5", "6")) {
      assertEquals("unread", records.get(id).get("stays"));
    }
    answer = succeeded(post("_near_dup/groups/_apply", "{'dest':'seen','action':'delete'}"));
    assertEquals(answer.toString(), 2, answer.at("deleted"));
    assertEquals(Set.of("1", "2", "5", "6"), left());
  }

  /** All was done but the mark that says so: nothing is compared again, whatever was asked. */
  public void testReportedButNotMarked() throws IOException {
    for (boolean none : new boolean[] {false, true}) {
      stories();
      assertToldAgain(none);
      client().admin().indices().prepareDelete("news", "seen").get();
    }
  }

  private void assertToldAgain(boolean none) throws IOException {
    String query = "{'terms':{'_id':['1','2','5','" + "none ".repeat(none ? 1 : 20_000) + "']}}";
    String verify = ",'verify':{'text':{'fields':['text'],'lost':0}}";
    String keep = none ? "'none'" : "[{'rank':'asc'}]";
    String body = "{'field':'print','keep':" + keep + ",'dest':'seen','query':" + query + verify;
    Answer first = succeeded(post("news/_near_dup/groups", body + "}"));
    String meta = "seen.mappings._meta";
    Map<?, ?> mapped = (Map<?, ?>) succeeded(get("seen/_mapping")).at(meta);
    Map<?, ?> state = (Map<?, ?>) mapped.get("near_dup_groups");
    Map<String, Object> written = new TreeMap<>();
    state.forEach((key, value) -> written.put((String) key, value));
    written.put("state", "written");
    Map<String, ?> again = Map.of("_meta", Map.of("near_dup_groups", written));
    client().admin().indices().preparePutMapping("seen").setSource(again).get();
    Answer answer = succeeded(post("_near_dup/groups/_resume", "{'dest':'seen'}"));
    for (String figure : List.of("groups", "duplicates", "losing", "unread")) {
      assertEquals(answer.toString(), first.at(figure), answer.at(figure));
    }
    assertNotEquals(answer.toString(), 0, answer.at("losing"));
    assertEquals("done", succeeded(get("seen/_mapping")).at(meta + ".near_dup_groups.state"));
  }

  /** More may be lost, of which records have the first ten. */
  public void testReportedWhatMayGo() throws IOException {
    stories();
    story(7, "'text':'" + STORY.replace("%s", "11 12 13 14 15 16 17 18 19 20 21 dlrs") + "'");
    Answer answer =
        succeeded(
            groups(
                ",'dest':'seen','verify':{'text':{'fields':['text'],'lost':11,'max_doc_freq':0}}"));
    assertEquals(answer.toString(), 0, answer.at("losing"));
    Map<String, Object> record = records("seen").get("7");
    assertEquals(
        List.of("11", "12", "13", "14", "15", "16", "17", "18", "19", "20"), record.get("lost"));
    assertEquals(11, record.get("lost_count"));
    assertNull(record.get("stays"));
    assertNull(records("seen").get("2").get("stays"));
  }

  /** Where several pairs are too much for the memory, they are read one by one. */
  public void testLargeTexts() throws IOException {
    index(
        "news",
        "'number_of_shards':1",
        "'print':{'type':'simhash'},'rank':{'type':'integer'},'text':{'type':'text'}");
    for (int i = 0; i < 8; i++) {
      String print = Fingerprint.toHex(0x1111111111111111L * (i / 2));
      document(
          "news", "" + i, "{'print':'" + print + "','text':'" + "storm ".repeat(11_500) + "'}");
    }
    clusterSetting("plugins.near_dup.groups.memory", "'1mb'");
    try {
      assertEquals(4, succeeded(delete("{'text':{'fields':['text'],'lost':0}}")).at("deleted"));
    } finally {
      clusterSetting("plugins.near_dup.groups.memory", "null");
    }
  }

  /** Where nothing is said, nothing is lost, in the fields that the pipeline reads. */
  public void testNothingIsLostByDefault() throws IOException {
    stories();
    prints(simhash("['text^2']"));
    Answer answer = succeeded(groups(",'action':'delete','dest':'gone'"));
    assertEquals(answer.toString(), 2, answer.at("deleted"));
    assertEquals(answer.toString(), 1, answer.at("losing"));
    assertEquals(answer.toString(), 2, answer.at("unread"));
    assertEquals(Set.of("1", "2", "5", "6"), left());
  }

  public void testAnyMayGoWhereSaid() throws IOException {
    stories();
    prints(simhash("'text'"));
    Answer answer = succeeded(delete("false"));
    assertEquals(answer.toString(), 5, answer.at("deleted"));
    assertNull(answer.toString(), answer.at("kept"));
    assertEquals(Set.of("1"), left());
  }

  /** Texts do not matter, signatures do. */
  public void testSignaturesAlone() throws IOException {
    stories();
    Answer answer = succeeded(delete("{'minhash':'sign','similarity':0.5,'text':false}"));
    assertEquals("none has a signature", 0, answer.at("duplicates"));
  }

  /** By the request that applies, not by what was only reported. */
  public void testAppliedByWhatIsThere() throws IOException {
    stories();
    prints(simhash("['text']"));
    succeeded(groups(",'dest':'seen'"));
    String apply = "_near_dup/groups/_apply";
    Answer answer = succeeded(post(apply, "{'dest':'seen','action':'delete'}"));
    assertEquals(answer.toString(), 2, answer.at("deleted"));
    assertEquals(answer.toString(), 3, answer.at("kept"));
    String more = "{'dest':'seen','action':'delete','verify':{'text':{'lost':1}}}";
    assertEquals("2 says one thing more", 1, succeeded(post(apply, more)).at("deleted"));
    String any = "{'dest':'seen','action':'delete','verify':false}";
    assertEquals("5 and 6", 2, succeeded(post(apply, any)).at("deleted"));
    assertEquals(Set.of("1"), left());
  }

  /** What the user who applies may not see was read by nobody. */
  public void testHiddenDocumentsStay() throws IOException {
    index(
        "news",
        "'number_of_shards':1",
        "'print':{'type':'simhash'},'rank':{'type':'integer'},'text':{'type':'text'}");
    StringBuilder bulk = new StringBuilder();
    for (int rank : new int[] {2, 1, 3}) {
      String text = rank == 2 ? "two billion" : "gone";
      bulk.append("{'index':{'_id':'" + rank + "'}}\n{'print':'00000000000000ff','rank':" + rank)
          .append(",'text':'" + text + "'}\n");
    }
    succeeded(post("news/_bulk?refresh=true", bulk.toString()));
    succeeded(groups(",'dest':'seen'"));
    HidingPlugin.hiddenIndex = "news";
    HidingPlugin.hideDocuments = true;
    Answer answer =
        succeeded(
            post(
                "_near_dup/groups/_apply",
                "{'dest':'seen','action':'delete','verify':{'text':{'fields':['text'],'lost':0}}}"));
    hideNothing();
    assertEquals(answer.toString(), 1, answer.at("deleted"));
    assertEquals(answer.toString(), 0, answer.at("changed"));
    assertEquals(answer.toString(), 1, answer.at("unchanged"));
    assertEquals(Set.of("1", "2"), left());
  }

  /** Comparing masks would tell equal texts from others, and nothing more. */
  public void testMaskedFieldsAreRefused() throws IOException {
    stories();
    String verify = "'verify':{'text':{'fields':['title','text'],'lost':0}}";
    succeeded(groups(",'dest':'seen'"));
    HidingPlugin.maskedFields = Set.of("text", "rank");
    String apply = "{'dest':'seen','action':'delete'," + verify + "}";
    for (Answer answer :
        List.of(
            post("_near_dup/groups/_apply", apply),
            post("news/_near_dup/groups", "{'field':'print','dest':'told'," + verify + "}"),
            post("news/_near_dup/groups", "{'field':'print','scope':['rank']}"))) {
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(answer.toString(), containsString("] is masked for this user"));
    }
    hideNothing();
    assertEquals(6, left().size());
    assertEquals("no record was written", 404, get("told/_count").status());
  }

  /** Nobody guesses where the text is: nothing is done, and the answer says both ways out. */
  public void testUnknownTexts() throws IOException {
    stories();
    String[] words = {"[verify] must say which fields have the texts", "[false]", "'fields'"};
    List<Runnable> unknown =
        List.of(
            () -> {},
            () -> piped("{'minhash':{'fields':['text'],'target_field':'sign'}}"),
            () -> piped(simhash("['text']"), simhash("['text','title']")));
    succeeded(groups(",'dest':'seen'"));
    for (Runnable each : unknown) {
      each.run();
      for (Answer answer :
          List.of(
              groups(",'action':'delete','dest':'gone'"),
              post("_near_dup/groups/_apply", "{'dest':'seen','action':'delete'}"))) {
        assertEquals(answer.toString(), 400, answer.status());
        for (String word : words) {
          assertThat(answer.reason().replace('"', '\''), containsString(word));
        }
      }
      assertEquals("no record was written", 404, get("gone/_count").status());
    }
    assertEquals(6, left().size());
  }

  private static void piped(String... processors) {
    try {
      prints(processors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  public void testTagsAreNoText() throws IOException {
    stories();
    String text = STORY.replace("%s", "two billion dlrs");
    story(7, "'text':'<p id=4711>" + text + "<img width=640></p>'");
    story(8, "'text':'<p id=4712>" + text.replace("two", "3") + "</p>'");
    prints("{'simhash':{'fields':['text'],'target_field':'print','analyzer':'near_dup_html'}}");
    String fields = randomBoolean() ? "'fields':['text']," : "";
    Answer answer = succeeded(delete("{'text':{" + fields + "'lost':0,'max_doc_freq':0}}"));
    assertEquals(answer.toString(), 2, answer.at("losing"));
    assertEquals(Set.of("1", "2", "5", "6", "8"), left());
  }

  public void testRefused() throws IOException {
    stories();
    String[][] refused = {
      {"{'text':{'lost':0}}", "[verify] must say which fields have the texts"},
      {"true", "[verify] must be an object, or [false]"},
      {"{'text':true}", "[verify] [text] must be an object, or [false]"},
      {"{'text':{'fields':[],'lost':0}}", "[fields] must name from 1 to 8 fields"},
      {"{'text':{'fields':['a*'],'lost':0}}", "must be the name of a field"},
      {"{'text':{'fields':['text'],'max_doc_freq':0.5}}", "needs [lost]"},
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
    String text = "{'text':{'fields':['text'],'lost':0}}";
    for (String more :
        List.of("'report','verify':false", "'tag','verify':false", "'tag','verify':" + text)) {
      Answer answer = groups(",'action':" + more);
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(answer.reason(), containsString("nothing is deleted; leave it out"));
    }
    assertThat(groups(",'verify':" + text).reason(), containsString("name [dest], or leave"));
    Answer answer =
        post(
            "news/_near_dup",
            "{'field':'print','id':'1','verify':{'text':{'lost':0,'fields':['text']}}}");
    assertThat(answer.reason(), containsString("[fields] belongs to [_near_dup/groups]"));
  }
}
