// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** One processor that reads texts, signs them, and decides: nothing else is named or mapped. */
public class TextStageTests extends NodeTestCase {
  private static final String FIELDS = "{'near_dup':{'fields':['content'],'reveal':true}}";
  private static final String STORY =
      "The board of the company said on Monday that it will pay a dividend of 65.50 cents a share"
          + " to all who hold shares at the end of the month, and that it expects to pay as much"
          + " in the second half of the year.";
  private static final String SHORTER =
      "The board of the company said on Monday that it will pay a dividend of 65.50 cents a share"
          + " to all who hold shares at the end of the month.";

  private static void news(String processor) throws IOException {
    pipeline("p", processor);
    put("news", "{'settings':{'index.default_pipeline':'p'}}");
  }

  private static void text(String id, String text) throws IOException {
    document("news", id, "{'content':'" + text + "'}");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> decision(String index, String id) throws IOException {
    return (Map<String, Object>) source(index, id).get("near_dup");
  }

  private static String status(String id) throws IOException {
    Map<String, Object> decision = decision("news", id);
    Map<?, ?> of = (Map<?, ?>) decision.get("of");
    return decision.get("status") + (of == null ? "" : " of " + of.get("id"));
  }

  /** What the processor keeps apart by its texts, groups do not join. */
  public void testGroupsLookAtTexts() throws IOException {
    news(FIELDS.replace("}}", ",'lost':0.04}}"));
    text("1", STORY);
    text("2", STORY.replace("company", "foundation"));
    text("3", SHORTER);
    assertEquals("new", status("2"));
    for (String anew : List.of("", ",'decide':'anew'")) {
      succeeded(post("news/_near_dup/groups", "{'action':'tag'" + anew + "}"));
      assertEquals(anew, "new", status("1"));
      assertEquals(anew, "new", status("2"));
      assertEquals(anew, "duplicate of 1", status("3"));
    }
  }

  /** Passages are mapped below texts, whatever the index has mapped before, and are found. */
  public void testPassages() throws IOException {
    pipeline("p", FIELDS.replace("}}", ",'passages':true}}"));
    String settings = "{'settings':{'index.default_pipeline':'p'}";
    put("news", settings + "}");
    put(
        "mapped",
        settings
            + ",'mappings':{'properties':{'content':{'type':'text','analyzer':'english',"
            + "'fields':{'raw':{'type':'keyword'}}}}}}");
    put(
        "own",
        settings
            + ",'mappings':{'properties':{'content':{'type':'text',"
            + "'fields':{'passages':{'type':'passages','min_passage':10}}}}}}");
    for (String index : List.of("news", "mapped", "own")) {
      document(index, "1", "{'content':'" + STORY + "'}");
      document(index, "2", "{'content':'They wrote: " + STORY + " So they did, and that was it.'}");
      Answer found =
          succeeded(
              post(
                  index + "/_near_dup/passages",
                  "{'field':'content.passages','text':'" + STORY + "'}"));
      assertEquals(index, 2, ((List<?>) found.at("hits")).size());
    }
    String field = ".mappings.properties.content.";
    assertEquals("text", get("news/_mapping").at("news" + field + "type"));
    assertEquals("keyword", get("news/_mapping").at("news" + field + "fields.keyword.type"));
    assertEquals("english", get("mapped/_mapping").at("mapped" + field + "analyzer"));
    assertEquals("keyword", get("mapped/_mapping").at("mapped" + field + "fields.raw.type"));
    assertEquals(10, get("own/_mapping").at("own" + field + "fields.passages.min_passage"));
    put("strict", settings + ",'mappings':{'dynamic':'strict'}}");
    Answer refused = call("PUT", "strict/_doc/1", "{'content':'" + STORY + "'}");
    assertEquals(refused.toString(), 400, refused.status());
    assertTrue(refused.toString(), refused.toString().contains("content.passages"));
    Answer bad =
        call(
            "PUT",
            "_ingest/pipeline/p",
            "{'processors':[{'near_dup':{'fields':['parts.0.text'],'passages':true}}]}");
    assertEquals(bad.toString(), 400, bad.status());
    assertTrue(bad.toString(), bad.toString().contains("[passages] needs fields that a mapping"));
  }

  public void testOneProcessor() throws IOException {
    news(FIELDS);
    text("1", STORY);
    text("2", SHORTER);
    text("3", STORY.replace("65.50", "66.50"));
    text("4", "Something else happened in another town, and nobody was paid for it.");
    assertEquals("new", status("1"));
    assertEquals("duplicate of 1", status("2"));
    assertEquals("new", status("3"));
    assertEquals("new", status("4"));
    assertEquals("near_dup.signature", decision("news", "2").get("matched_by"));
    assertNotNull(decision("news", "1").get("signature"));
    Answer mapping = get("news/_mapping");
    assertEquals("near_dup", mapping.at("news.mappings.properties.near_dup.type"));
    assertEquals("minhash", mapping.at("news.mappings.properties.near_dup.fields.signature.type"));
    assertEquals(0.5, mapping.at("news.mappings.properties.near_dup.fields.signature.similarity"));
    // Found after the window has let go of them, and by searches.
    Answer near = succeeded(post("news/_near_dup", "{'id':'1','_source':false}"));
    assertEquals(List.of("2"), near.ids());
    near =
        succeeded(post("news/_near_dup", "{'doc':{'content':'" + SHORTER + "'},'_source':false}"));
    assertEquals(List.of("1", "2"), near.ids().stream().sorted().toList());
    assertEquals(1, succeeded(post("news/_near_dup/groups", "{}")).at("groups"));
    put("_search/pipeline/c", "{'response_processors':[{'near_dup_collapse':{}}]}");
    Answer shown = succeeded(post("news/_search?search_pipeline=c", "{'query':{'match_all':{}}}"));
    assertEquals(3, shown.found().size());
    assertEquals(200, call("DELETE", "_search/pipeline/c", null).status());
    succeeded(post("news/_near_dup/groups", "{'action':'tag'}"));
    succeeded(post("news/_near_dup/groups/_repair", "{}"));
    assertEquals("duplicate", decision("news", "2").get("status"));
  }

  public void testTextsWithoutFeaturesAreNewAndSayWhy() throws IOException {
    news(FIELDS);
    text("1", "");
    text("2", "");
    text("3", "... --- ...");
    document("news", "4", "{'title':'no content'}");
    document("news", "5", "{'content':[]}");
    document("news", "6", "{'content':null}");
    for (String id : List.of("1", "2", "3", "4", "5", "6")) {
      assertEquals(id, "new", status(id));
      assertEquals(
          "the text of [content] has no word and no number, by which it could be compared",
          decision("news", id).get("reason"));
      assertNull(decision("news", id).get("signature"));
    }
    text("7", STORY);
    assertNull(decision("news", "7").get("reason"));
    Answer groups =
        succeeded(
            post(
                "news/_near_dup/groups",
                "{'field':'near_dup.signature','similarity':0.5,'recall':1}"));
    assertEquals(0, groups.at("groups"));
  }

  public void testFieldsThatAreNamedByNobodyMustBeThere() throws IOException {
    put("plain", "{'mappings':{'properties':{'content':{'type':'text'}}}}");
    document("plain", "1", "{'content':'a'}");
    for (String[] question :
        List.of(
            new String[] {"_near_dup", "{'id':'1'}"},
            new String[] {"_near_dup", "{'hash':'9f3a5c3b12ff00aa'}"},
            new String[] {"_near_dup/groups", "{}"},
            new String[] {"_near_dup/groups/_repair", "{}"})) {
      Answer answer = post("plain/" + question[0], question[1]);
      assertEquals(answer.toString(), 400, answer.status());
      assertTrue(
          answer.reason(),
          answer.reason().contains("near_dup.signature]")
              || answer.reason().contains("is not mapped"));
    }
  }

  public void testComposed() throws IOException {
    news(
        "{'near_dup':{'stages':[{'exact':'url'},{'fields':['title','content'],'similarity':0.7}],"
            + "'scope':'topic','reveal':true}}");
    document("news", "1", "{'url':'a','topic':'x','title':'One','content':'" + STORY + "'}");
    document("news", "2", "{'url':'a','topic':'x','title':'','content':''}");
    document("news", "3", "{'url':'b','topic':'x','title':'One','content':'" + STORY + "'}");
    document("news", "4", "{'url':'c','topic':'y','title':'One','content':'" + STORY + "'}");
    document(
        "news",
        "5",
        "{'url':'d','topic':'x','title':'','content':'" + SHORTER.substring(0, 90) + "'}");
    assertEquals("new", status("1"));
    assertEquals("duplicate of 1", status("2"));
    assertEquals("url", decision("news", "2").get("matched_by"));
    assertNull(decision("news", "2").get("reason"));
    assertEquals("duplicate of 1", status("3"));
    assertEquals("new", status("4"));
    // Half of it.
    assertEquals("new", status("5"));
    assertEquals(
        0.7,
        get("news/_mapping").at("news.mappings.properties.near_dup.fields.signature.similarity"));
  }

  public void testNumbersListsAndObjects() throws IOException {
    news("{'near_dup':{'fields':['name','phone','tags','vip','page.body'],'reveal':true}}");
    document(
        "news",
        "1",
        "{'name':'Art Deli','phone':8187621221,'tags':['a','b'],'vip':true,'page.body':'b'}");
    document(
        "news",
        "2",
        "{'name':'Art Deli','phone':'8187621221','tags':'a b','vip':'true','page':{'body':'b'}}");
    document("news", "3", "{'name':'Art Deli','phone':8187621222,'tags':['a','b'],'vip':true}");
    assertEquals("duplicate of 1", status("2"));
    assertEquals("new", status("3"));
    assertRefused(
        400,
        "field [tags] must hold text, numbers or lists of them, got an object; name a field inside"
            + " it, or remove it from [fields] of the near_dup processor",
        post("news/_doc/4", "{'name':'Art Deli','tags':{'a':'b'}}"));
  }

  public void testNumbersMayDiffer() throws IOException {
    news("{'near_dup':{'fields':['content'],'numbers':'ignore','reveal':true}}");
    text("1", STORY);
    text("2", STORY.replace("65.50", "66.50"));
    assertEquals("duplicate of 1", status("2"));
    pipeline("p", "{'near_dup':{'fields':['content'],'numbers':'equal','reveal':true}}");
    text("3", STORY + " It is 1987.");
    assertEquals("new", status("3"));
  }

  public void testHtml() throws IOException {
    news("{'near_dup':{'fields':['content'],'html':true,'reveal':true}}");
    text("1", STORY);
    text(
        "2",
        "<p width=100>" + STORY.replace(" a share", "</p>\\n<p> a&nbsp;<b>share</b>") + "</p>");
    assertEquals("duplicate of 1", status("2"));
  }

  public void testRewrittenAndUpdated() throws IOException {
    news(FIELDS);
    text("1", STORY);
    Object signature = decision("news", "1").get("signature");
    text("1", SHORTER);
    assertNotEquals(signature, decision("news", "1").get("signature"));
    assertEquals("new", status("1"));
    // A client cannot forge a signature, nor keep the old one with another text.
    document(
        "news",
        "1",
        "{'content':'a','near_dup':{'signature':'" + signature + "'},'near_dup.signature':'x'}");
    assertNotEquals(signature, decision("news", "1").get("signature"));
    succeeded(post("news/_update/1", "{'doc':{'content':'" + STORY + "'}}"));
    assertEquals(signature, decision("news", "1").get("signature"));
  }

  public void testSignaturesSurviveWhateverIsDecidedLater() throws IOException {
    news(FIELDS);
    text("1", STORY);
    text("2", SHORTER);
    Object signature = decision("news", "2").get("signature");
    succeeded(post("news/_refresh", null));
    succeeded(call("DELETE", "news/_doc/1?refresh=true", null));
    succeeded(
        post(
            "news/_near_dup/groups",
            "{'field':'near_dup.signature','similarity':0.5,'action':'tag'}"));
    assertEquals("new", status("2"));
    assertEquals(signature, decision("news", "2").get("signature"));
    text("3", SHORTER);
    assertEquals("duplicate of 2", status("3"));
  }

  public void testIndexThatHasDecisions() throws IOException {
    pipeline("p", FIELDS);
    put(
        "news",
        "{'settings':{'index.default_pipeline':'p'},"
            + "'mappings':{'properties':{'near_dup':{'type':'near_dup'}}}}");
    text("1", STORY);
    text("2", SHORTER);
    assertEquals("duplicate of 1", status("2"));
    assertEquals(
        "minhash",
        get("news/_mapping").at("news.mappings.properties.near_dup.fields.signature.type"));
  }

  public void testIndexThatMapsNothingByItself() throws IOException {
    pipeline("p", FIELDS);
    put(
        "news",
        "{'settings':{'index.default_pipeline':'p'},'mappings':{'dynamic':'strict',"
            + "'properties':{'content':{'type':'text'}}}}");
    Answer refused = post("news/_doc/1", "{'content':'" + STORY + "'}");
    assertEquals(
        "index [news] must map [near_dup, near_dup.signature] for near_dup, got no mapping; add it"
            + " here, and to the template of future indexes: PUT news/_mapping"
            + " {\"properties\":{\"near_dup\":{\"type\":\"near_dup\",\"fields\":"
            + "{\"signature\":{\"type\":\"minhash\",\"similarity\":0.5}}}}}",
        refused.reason());
    put(
        "news/_mapping",
        "{'properties':{'near_dup':{'type':'near_dup','fields':"
            + "{'signature':{'type':'minhash','similarity':0.5}}}}}");
    text("1", STORY);
    text("2", SHORTER);
    assertEquals("duplicate of 1", status("2"));
  }

  public void testSimulated() throws IOException {
    Answer simulated =
        succeeded(
            post(
                "_ingest/pipeline/_simulate",
                "{'pipeline':{'processors':["
                    + FIELDS
                    + "]},'docs':[{'_source':{'content':'"
                    + STORY
                    + "'}}]}"));
    assertEquals("unchecked", simulated.at("docs.0.doc._source.near_dup.status"));
    assertNotNull(simulated.at("docs.0.doc._source.near_dup.signature"));
  }

  public void testLoneSurrogatesAndLongTexts() throws IOException {
    news(FIELDS);
    text("1", "a storm \\ud83d hit the coast");
    text("2", "a storm \\ud83d hit the coast");
    assertEquals("duplicate of 1", status("2"));
    Answer refused = post("news/_doc/3", "{'content':'" + "a b ".repeat(1_250_001) + "'}");
    assertEquals(400, refused.status());
    assertTrue(refused.reason(), refused.reason().contains("at most [5000000] characters"));
  }

  private static void refused(String reason, String parameters) throws IOException {
    assertRefused(
        400,
        reason,
        call("PUT", "_ingest/pipeline/bad", "{'processors':[{'near_dup':{" + parameters + "}}]}"));
  }

  public void testBadParameters() throws IOException {
    refused(
        "[fields] is required and must name at least one text field, as in [\"title\", \"content\"],"
            + " got [[]]",
        "'fields':[]");
    refused(
        "[fields] must hold field names such as [content] or [page.title], without empty parts, got"
            + " [1]",
        "'fields':[1]");
    refused(
        "[fields] cannot have boosts, because each word of a text counts once, got one of [title];"
            + " leave out the [^] and the number",
        "'fields':['title^2']");
    refused(
        "[similarity] must be a number greater than 0 and at most 1, got [2]",
        "'fields':['a'],'similarity':2");
    refused("[html] must be true or false, got [yes]", "'fields':['a'],'html':'yes'");
    refused(
        "[html] is for the analyzer [near_dup], got [standard]; leave one of the two out, or strip"
            + " tags by an html_strip processor before",
        "'fields':['a'],'html':true,'analyzer':'standard'");
    refused(
        "[target_field] must not overlap with the field [near_dup.text], which is compared and"
            + " would be overwritten, got [near_dup]; name another field",
        "'fields':['near_dup.text']");
    refused(
        "[stages[1].fields] can be in one stage only, got a second one; name all fields in one, or"
            + " add a near_dup with a [domain] and a [target_field] of its own",
        "'stages':[{'fields':['a']},{'fields':['b']}]");
    Answer unknown =
        call(
            "PUT",
            "_ingest/pipeline/bad",
            "{'processors':[{'near_dup':{'fields':['a'],'analyzer':'nothing'}}]}");
    assertEquals(400, unknown.status());
    assertTrue(unknown.reason(), unknown.reason().startsWith("[analyzer] must name an analyzer"));
  }
}
