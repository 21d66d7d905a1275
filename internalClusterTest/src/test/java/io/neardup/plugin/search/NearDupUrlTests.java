// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Requests as people type them, in a URL, and what {@code _near_dup} shares with a search. */
public class NearDupUrlTests extends NodeTestCase {
  private static final String ZERO = "0000000000000000";
  private static final String ASK = "news/_near_dup?field=print&hash=" + ZERO;

  /** Ten documents of which document i is i bits away from zero. */
  private static void tenDocuments() throws IOException {
    index(
        "news",
        "",
        "'print':{'type':'simhash'},'n':{'type':'integer'},'day':{'type':'date'},"
            + "'title':{'type':'text'}");
    for (int i = 0; i < 10; i++) {
      String hash = String.format(Locale.ROOT, "%016x", (1L << i) - 1);
      document(
          "news",
          "d" + i,
          "{'print':'"
              + hash
              + "','n':"
              + -i
              + ",'day':'2026-01-0"
              + (9 - i % 9)
              + "','title':'storm at night','more':{'a':1,'b':2}}");
    }
  }

  private static void assertIds(String ids, Answer answer) throws IOException {
    assertEquals(ids.isEmpty() ? List.of() : List.of(ids.split(",")), succeeded(answer).ids());
  }

  public void testQuestions() throws IOException {
    tenDocuments();
    assertIds("d0,d1,d2,d3", get(ASK));
    assertIds("d0,d1", get(ASK + "&max_distance=1"));
    assertIds("d4,d6", get("news/_near_dup?field=print&id=d5&max_distance=2&size=2"));
    assertIds("d0,d1,d2,d3,d4", get(ASK + "&k=5"));
    Answer many =
        succeeded(get("news/_near_dup?field=print&ids=d9,d0&hashes=" + ZERO + "&max_distance=1"));
    assertEquals(List.of("d8"), many.ids(0));
    assertEquals(List.of("d1"), many.ids(1));
    assertEquals(List.of("d0", "d1"), many.ids(2));
    assertIds("d0,d1", post(ASK + "&max_distance=1", null));
    assertIds("d0,d1", call("GET", ASK, "{'max_distance':1}"));
    assertIds("d0,d1", get(ASK + "&max_distance=1&pretty&filter_path=results"));
  }

  public void testRoutingOfADocumentInTheUrl() throws IOException {
    put(
        "routed",
        "{'settings':{'number_of_shards':5},'mappings':{'_routing':{'required':true},"
            + "'properties':{'print':{'type':'simhash'}}}}");
    document("routed", "1?routing=x", "{'print':'" + ZERO + "'}");
    document("routed", "2?routing=x", "{'print':'" + ZERO + "'}");
    assertIds("2", get("routed/_near_dup?field=print&id=1&routing=x"));
  }

  public void testSourceSortAndFilterPath() throws IOException {
    tenDocuments();
    Answer sorted = succeeded(get(ASK + "&sort=n:asc&_source=more.a&timeout=10s"));
    assertIds("d3,d2,d1,d0", sorted);
    assertEquals(Map.of("more", Map.of("a", 1)), sorted.at("results.0.hits.0._source"));
    assertEquals(List.of(-3), sorted.at("results.0.hits.0.sort"));
    assertIds("d0,d1,d2,d3", get(ASK + "&sort=_score"));
    assertNull(get(ASK + "&_source=false").at("results.0.hits.0._source"));
    assertEquals(
        Map.of("more", Map.of("b", 2)),
        get(ASK + "&_source_includes=more&_source_excludes=*.a").at("results.0.hits.0._source"));
  }

  public void testRefused() throws IOException {
    tenDocuments();
    assertRefused(
        400,
        "one of [hash], [signature], [id], [doc], or any of [hashes], [signatures], [ids], [docs] is"
            + " required, got none",
        get("news/_near_dup"));
    Answer unknown = get(ASK + "&distance=3");
    assertEquals(400, unknown.status());
    assertThat(
        unknown.reason(),
        startsWith("unknown parameters [distance] in the URL; known are [field, hash, signature,"));
    assertThat(unknown.reason(), containsString("max_distance"));
    assertRefused(
        400,
        "[max_distance] must be an integer from 0 (the same fingerprint) to 64 (any fingerprint),"
            + " got [65]",
        get(ASK + "&max_distance=65"));
    assertRefused(
        400,
        "[size] must be an integer from 0 to the index's [index.max_result_window], got [many]",
        get(ASK + "&size=many"));
    assertRefused(
        400,
        "[max_distance] is in the URL and in the body; leave one out",
        post(ASK + "&max_distance=1", "{'max_distance':1}"));
    assertRefused(
        400, "[hash] must stand once in the URL, got it [2] times", get(ASK + "&hash=" + ZERO));
    assertRefused(
        400,
        "[filter] is no parameter of the URL: send it as JSON in the body",
        get(ASK + "&filter=n:1"));
    assertRefused(
        400,
        "[index] is no parameter of the URL: what to search stands in the path, and the index of"
            + " [id] goes into the body",
        get("news/_near_dup?field=print&id=d1&index=news"));
    assertRefused(
        400,
        "[sort] must be fields with [:asc], [:desc] or neither, got the order [up]",
        get(ASK + "&sort=n:up"));
  }

  public void testFrom() throws IOException {
    tenDocuments();
    assertIds("d1,d2", get(ASK + "&from=1&size=2"));
    assertIds("", get(ASK + "&from=4"));
    Answer nearest = succeeded(get(ASK + "&k=5&from=3"));
    assertIds("d3,d4", nearest);
    assertEquals(5, nearest.at("results.0.total.value"));
    assertIds("", get(ASK + "&k=3&from=3"));
    String five = String.join(",", List.of(ZERO, ZERO, ZERO, ZERO, ZERO));
    Answer shared =
        succeeded(get("news/_near_dup?field=print&ids=d0&hashes=" + five + "&from=1&size=2"));
    assertEquals("without itself", List.of("d2", "d3"), shared.ids(0));
    assertEquals(List.of("d1", "d2"), shared.ids(5));
    assertEquals(4, shared.at("results.5.total.value"));
    assertRefused(
        400,
        "[from] must be an integer from 0 to the index's [index.max_result_window], got [-1]",
        nearDup("news", "'hash':'" + ZERO + "','from':-1"));
    Answer deep = get(ASK + "&from=9995");
    assertEquals(400, deep.status());
    assertThat(deep.reason(), containsString("must be less than or equal to: [10000]"));
    assertRefused(
        400,
        "[from] plus [size], times the number of questions, may be at most [100000], got"
            + " [2147483657] times [1]: ask for fewer hits, in several requests, or raise the"
            + " cluster setting [plugins.near_dup.max_results]",
        nearDup("news", "'hash':'" + ZERO + "','from':2147483647"));
  }

  public void testFieldsAndHighlights() throws IOException {
    tenDocuments();
    Map<String, Object> expected =
        Map.of("day", List.of("2026"), "n", List.of(0), "print", List.of(ZERO));
    Answer body =
        nearDup(
            "news",
            "'hash':'"
                + ZERO
                + "','_source':false,'fields':['n',{'field':'day','format':'yyyy'}],"
                + "'docvalue_fields':['print']");
    assertEquals(expected, succeeded(body).at("results.0.hits.0.fields"));
    Answer url = succeeded(get(ASK + "&_source=false&fields=n&docvalue_fields=print,day"));
    assertEquals(List.of(0), url.at("results.0.hits.0.fields.n"));
    assertEquals(List.of(ZERO), url.at("results.0.hits.0.fields.print"));
    String zero = "'" + ZERO + "'";
    Answer many =
        succeeded(
            nearDup(
                "news",
                "'hashes':["
                    + String.join(",", List.of(zero, zero, zero, zero, zero))
                    + "],'fields':['n']"));
    assertEquals(List.of(-3), many.at("results.4.hits.3.fields.n"));
    Answer highlighted =
        nearDup(
            "news",
            "'hash':'"
                + ZERO
                + "','filter':{'match':{'title':'storm'}},'highlight':{'fields':{'title':{}}}");
    assertEquals(
        List.of("<em>storm</em> at night"),
        succeeded(highlighted).at("results.0.hits.0.highlight.title"));
  }

  public void testTotalAsInteger() throws IOException {
    tenDocuments();
    assertEquals(4, get(ASK + "&rest_total_hits_as_int=true").at("results.0.total"));
    assertEquals(4, get(ASK + "&rest_total_hits_as_int=false").at("results.0.total.value"));
    assertRefused(
        400,
        "[rest_total_hits_as_int] cannot show that a total is a lower bound, as it may be with"
            + " [verify] by [text]; leave it out",
        post(
            "news/_near_dup?rest_total_hits_as_int=true",
            "{'field':'print','id':'d1','verify':{'text':{'jaccard':0.8}}}"));
  }

  public void testTextsInTheUrl() throws IOException {
    String one = "the+quick+brown+fox+jumps+over+the+lazy+dog";
    String other = one.replace("dog", "cat").replace("+", "%20");
    String both = "'text':['" + one.replace('+', ' ') + "','" + other.replace("%20", " ") + "']";
    Answer body =
        succeeded(post("_simhash", "{" + both + ",'heaviest':1,'explain':true,'close_bits':2}"));
    Answer url =
        succeeded(
            get(
                "_simhash?text="
                    + one
                    + "&text="
                    + other
                    + "&heaviest=1&explain=true&close_bits=2&pretty=true"));
    assertEquals(body.body(), url.body());
    assertEquals(
        post("_minhash", "{" + both + ",'features':'token','similarity':0.6}").body(),
        succeeded(get("_minhash?features=token&similarity=0.6&text=" + one + "&text=" + other))
            .body());
    assertEquals("a text of digits is a text", 200, get("_simhash?text=42").status());
    assertEquals(
        body.body(),
        succeeded(post("_simhash?heaviest=1&explain=true&close_bits=2", "{" + both + "}")).body());
  }

  public void testTextsRefused() throws IOException {
    assertRefused(400, "[text] must be a string or a list of strings, got none", get("_simhash"));
    Answer unknown = get("_simhash?text=a&heavy=1");
    assertEquals(400, unknown.status());
    assertThat(unknown.reason(), startsWith("unknown parameters [heavy]; known are [text, "));
    assertThat(get("_minhash?text=a&heavy=1").reason(), startsWith("unknown parameters [heavy]"));
    assertRefused(
        400,
        "[text] is in the URL and in the body; leave one out",
        post("_simhash?text=a", "{'text':'b'}"));
    assertRefused(
        400,
        "[analyzer] must stand once in the URL, got it [2] times",
        get("_simhash?text=a&analyzer=simple&analyzer=standard"));
    assertRefused(
        400,
        "[heaviest] must be an integer between 0 and 1000, got [many]",
        get("_simhash?text=a&heaviest=many"));
  }
}
