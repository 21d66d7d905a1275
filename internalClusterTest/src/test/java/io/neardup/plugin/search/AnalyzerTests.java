// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The analyzer {@code near_dup}: wherever an analyzer can be named. */
public class AnalyzerTests extends NodeTestCase {
  private static List<?> tokens(String path, String analyzer, String text) throws IOException {
    Answer answer =
        succeeded(
            post(
                path + "_analyze?filter_path=tokens.token",
                "{'analyzer':'" + analyzer + "','text':'" + text + "'}"));
    return ((List<?>) answer.at("tokens"))
        .stream().map(token -> ((Map<?, ?>) token).get("token")).toList();
  }

  public void testByItsName() throws IOException {
    assertEquals(
        List.of("cafe", "won't", "pay", "5%"), tokens("", "near_dup", "Caf&eacute; won’t pay 5 %"));
  }

  public void testInMappings() throws IOException {
    succeeded(
        call(
            "PUT",
            "pages",
            "{'settings':{'analysis':{'analyzer':{'web':{'type':'near_dup','html':true}}}},"
                + "'mappings':{'properties':{'plain':{'type':'text','analyzer':'near_dup'},"
                + "'html':{'type':'text','analyzer':'web'}}}}"));
    assertEquals(List.of("c++", "b", "bold", "b"), tokens("pages/", "near_dup", "C++ <b>bold</b>"));
    assertEquals(
        List.of("c++", "bold", "r", "d"),
        tokens("pages/", "web", "<p class=x>C++ <b>bold</b> R&amp;D"));
    document("pages", "1", "{'plain':'Café','html':'<i>Élan</i>'}");
    succeeded(post("pages/_refresh", null));
    for (String query : List.of("'plain':'cafe'", "'html':'elan'")) {
      assertEquals(
          1,
          succeeded(post("pages/_search", "{'query':{'match':{" + query + "}}}"))
              .at("hits.total.value"));
    }
  }

  public void testOtherSettingsAreRefused() throws IOException {
    assertRefused(
        400,
        "[web] of type [near_dup] has the setting [html] alone, got [stopwords]; what it does is"
            + " always the same",
        call(
            "PUT",
            "pages",
            "{'settings':{'analysis':{'analyzer':{'web':{'type':'near_dup','stopwords':'a'}}}}}"));
  }

  private static Object distance(String analyzer, String text, String other) throws IOException {
    return succeeded(
            post(
                "_simhash",
                "{'text':['"
                    + text
                    + "','"
                    + other
                    + "'],'features':'token','analyzer':'"
                    + analyzer
                    + "'}"))
        .at("distance");
  }

  public void testWhatLooksTheSame() throws IOException {
    List<List<String>> pairs =
        List.of(
            List.of("the owner’s “budget”", "the owner&#39;s \u00ABbud\u00ADget\u00BB"),
            List.of("قَالَتْ وِزَارَةُ الصِّحَّةِ إِنَّ", "قـــالت وزارة الصحة ان"),
            List.of("ภาษาไทย ง่าย", "ภาษา ไทยง่าย"),
            List.of("Café René, Évreux", "CAFE RENE EVREUX"),
            List.of("(212) 555-0142", "212.555.0142"));
    for (List<String> pair : pairs) {
      assertEquals(pair.toString(), 0, distance("near_dup", pair.get(0), pair.get(1)));
      assertNotEquals(0, distance("standard", pair.get(0), pair.get(1)));
    }
  }

  public void testWhatSignsTellApart() throws IOException {
    for (List<String> pair :
        List.of(
            List.of("C++ guide", "C# guide"),
            List.of("Galaxy S10", "Galaxy S10+"),
            List.of("grade A-", "grade A+"),
            List.of("for $5", "for €5"),
            List.of("at -5", "at 5"))) {
      assertNotEquals(pair.toString(), 0, distance("near_dup", pair.get(0), pair.get(1)));
      assertEquals(pair.toString(), 0, distance("standard", pair.get(0), pair.get(1)));
    }
  }

  public void testInProcessors() throws IOException {
    pipeline("p", simHash(",'analyzer':'near_dup'"));
    index("news", "p");
    document("news", "1", "{'title':'Won’t','body':'Café in exam-\\nples'}");
    document("news", "2", "{'title':'won&#39;t','body':'cafe\\u0301 in examples'}");
    document("news", "3", "{'title':'won&#39;t','body':'cafe in samples'}");
    assertEquals(source("news", "1").get("print"), source("news", "2").get("print"));
    assertNotEquals(source("news", "1").get("print"), source("news", "3").get("print"));
    assertEquals(
        source("news", "1").get("print"),
        succeeded(post("_simhash", "{'text':'won’t\\ncafe in examples','analyzer':'near_dup'}"))
            .hash());
  }
}
