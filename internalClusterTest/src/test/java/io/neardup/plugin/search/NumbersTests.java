// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Signatures with numbers: one that differs keeps two texts of a template apart, everywhere. */
public class NumbersTests extends NodeTestCase {
  private static final String STORY =
      "the board of the company said on Monday that it will pay a dividend of %s cents a share"
          + " to all who hold shares at the end of the month, and that it expects to pay as much"
          + " in the second half of the year";

  private static void stories(String numbers, String nearDup) throws IOException {
    pipeline(
        "p",
        "{'minhash':{'fields':['text'],'target_field':'signature','features':'token',"
            + "'analyzer':'near_dup'"
            + numbers
            + "}}",
        "{'simhash':{'fields':['text'],'target_field':'print','features':'token',"
            + "'analyzer':'near_dup'}}",
        "{'near_dup':{'reveal':true," + nearDup + "}}");
    index(
        "news",
        "'index.default_pipeline':'p'",
        "'signature':{'type':'minhash','similarity':0.7},'print':{'type':'simhash'}");
    write("1", "");
    write("2", " again"); // extended
    text("3", String.format(Locale.ROOT, STORY, "66.50"));
    text("4", String.format(Locale.ROOT, STORY, "65.50") + " of 1987"); // one more
    text("5", "The board met, and no dividend was spoken of at all this time around");
  }

  private static void write(String id, String end) throws IOException {
    text(id, String.format(Locale.ROOT, STORY, "65.50") + end);
  }

  private static void text(String id, String text) throws IOException {
    document("news", id, "{'text':'" + text + "'}");
  }

  @SuppressWarnings("unchecked")
  private static String status(String id) throws IOException {
    Map<String, Object> decision = (Map<String, Object>) source("news", id).get("near_dup");
    Map<String, Object> of = (Map<String, Object>) decision.get("of");
    return decision.get("status") + (of == null ? "" : " of " + of.get("id"));
  }

  private static List<String> statuses() throws IOException {
    return List.of(status("1"), status("2"), status("3"), status("4"), status("5"));
  }

  public void testAtIngest() throws IOException {
    String stage = "'stages':[{'minhash':'signature','similarity':0.7}]";
    stories("", stage);
    assertEquals(
        List.of("new", "duplicate of 1", "duplicate of 1", "duplicate of 1", "new"), statuses());
    assertEquals(200, call("DELETE", "news", null).status());
    stories(",'numbers':true", stage);
    assertEquals(List.of("new", "duplicate of 1", "new", "duplicate of 1", "new"), statuses());
  }

  public void testConfirmed() throws IOException {
    stories(
        ",'numbers':true",
        "'stages':[{'simhash':'print','max_distance':11,"
            + "'verify':{'minhash':'signature','similarity':0.7}}]");
    assertEquals(List.of("new", "duplicate of 1", "new", "duplicate of 1", "new"), statuses());
  }

  public void testSearched() throws IOException {
    stories(",'numbers':true", "'stages':[{'minhash':'signature','similarity':0.7}]");
    for (String recall : List.of("", ",'recall':1")) {
      Answer found =
          succeeded(
              post(
                  "news/_search",
                  "{'query':{'near_dup':{'signature':{'id':'1','similarity':0.7"
                      + recall
                      + "}}},'size':9}"));
      assertEquals(List.of("1", "2", "4"), found.found().stream().sorted().toList());
    }
    Answer near =
        succeeded(
            post(
                "news/_near_dup",
                "{'field':'signature','id':'3','similarity':0.5,'_source':false}"));
    assertEquals(0, near.at("results.0.total.value"));
    Answer verified =
        succeeded(
            post(
                "news/_search",
                "{'query':{'near_dup':{'print':{'id':'3','max_distance':20,"
                    + "'verify':{'minhash':'signature','similarity':0.5}}}}}"));
    assertEquals(List.of("3"), verified.found());
    Answer explained =
        succeeded(
            post(
                "news/_explain/3",
                "{'query':{'near_dup':{'signature':{'id':'1','similarity':0.7,'recall':1}}}}"));
    assertEquals(
        "not similar by [numbers] [kept], whatever else they share: the document has 1 that what is"
            + " searched for lacks, and lacks 1 of its numbers",
        explained.at("explanation.description"));
    assertTrue((double) explained.at("explanation.details.0.value") > 0.9);
    assertEquals(
        "Jaccard similarity of all features", explained.at("explanation.details.0.description"));
  }

  public void testGroupedAndCollapsed() throws IOException {
    stories(",'numbers':true", "'stages':[{'minhash':'signature','similarity':0.7}]");
    Answer groups =
        succeeded(
            post("news/_near_dup/groups", "{'field':'signature','similarity':0.7,'recall':1}"));
    assertEquals(1, groups.at("groups"));
    assertEquals(2, groups.at("duplicates"));
    put(
        "_search/pipeline/c",
        "{'request_processors':[{'near_dup_oversample':{'field':'signature'}}],"
            + "'response_processors':[{'near_dup_collapse':{'field':'signature',"
            + "'similarity':0.7}}]}");
    Answer shown =
        succeeded(
            post("news/_search?search_pipeline=c", "{'query':{'match_all':{}},'sort':['_doc']}"));
    assertEquals(List.of("1", "3", "5"), shown.found().stream().sorted().toList());
    assertEquals(200, call("DELETE", "_search/pipeline/c", null).status());
  }

  public void testTwoTexts() throws IOException {
    Answer compared =
        succeeded(
            post(
                "_minhash",
                "{'text':['paid 65.50 to two','paid $66.50 to 2'],'features':'token',"
                    + "'analyzer':'near_dup','numbers':true,'similarity':0.1}"));
    assertEquals("minhash_fss_v2", compared.at("algorithm"));
    assertEquals(List.of("65.50"), compared.at("numbers.first_only"));
    assertEquals(List.of("66.50"), compared.at("numbers.second_only"));
    assertEquals(0.0, compared.at("estimate.jaccard"));
    Answer without =
        succeeded(
            post(
                "_minhash",
                "{'text':['paid 65.50 to two','paid $66.50 to 2'],'features':'token',"
                    + "'analyzer':'near_dup','similarity':0.1}"));
    assertEquals("minhash_fss_v1", without.at("algorithm"));
    assertNull(without.at("numbers"));
    assertTrue((double) without.at("estimate.jaccard") > 0.3);
  }

  public void testTagsHaveNone() throws IOException {
    Answer compared =
        succeeded(
            post(
                "_minhash",
                "{'text':['<p id=12>paid 65.50</p>','<p id=13>paid 66.50</p>'],"
                    + "'features':'token','analyzer':'near_dup_html','numbers':true}"));
    assertEquals(List.of("65.50"), compared.at("numbers.first_only"));
    assertEquals(List.of("66.50"), compared.at("numbers.second_only"));
    assertEquals(11 / 12.0, (double) compared.at("edit.characters"), 1e-3);
  }

  public void testBadValues() throws IOException {
    assertRefused(
        400,
        "[numbers] must be true or false, got [yes]",
        post("_minhash", "{'text':'a','numbers':'yes'}"));
  }
}
