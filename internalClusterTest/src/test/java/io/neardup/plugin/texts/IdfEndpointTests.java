// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.fingerprint.idf.IdfDictionary;
import io.neardup.fingerprint.idf.SmoothedIdf;
import io.neardup.plugin.Answer;
import io.neardup.plugin.HidingPlugin;
import io.neardup.plugin.HidingTestCase;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.After;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.search.SearchService;

/** {@code _simhash/_idf}: the terms of a field as a dictionary. */
public class IdfEndpointTests extends HidingTestCase {
  private static final String TEXT = "'text':{'type':'text'}";

  @After
  public void nothingIsLeftOpen() throws Exception {
    CircuitBreaker breaker =
        getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
    assertBusy(() -> assertEquals(0, breaker.getUsed()));
    assertBusy(() -> assertEquals(0, getInstanceFromNode(SearchService.class).getActiveContexts()));
  }

  private static void texts(String index, String... texts) throws IOException {
    for (String text : texts) {
      succeeded(post(index + "/_doc?refresh=true", "{'text':'" + text + "'}"));
    }
  }

  private static HttpResponse<String> idf(String index, String parameters) throws Exception {
    return start(index + "/_simhash/_idf", "{" + parameters + "}").get(60, TimeUnit.SECONDS);
  }

  private static Answer refused(String index, String parameters) throws Exception {
    return Answer.of(idf(index, parameters));
  }

  private static long header(HttpResponse<String> answer, String name) {
    return Long.parseLong(answer.headers().firstValue("X-Near-Dup-" + name).orElseThrow());
  }

  public void testLines() throws Exception {
    index("news", "", TEXT);
    texts("news", "A cat, a mat", "the cat", "The CAT sat");
    HttpResponse<String> answer = idf("news", "'field':'text'");
    assertEquals(200, answer.statusCode());
    SmoothedIdf idf = new SmoothedIdf(3);
    assertEquals(
        List.of(
            idf.line("a", 1),
            idf.line("cat", 3),
            idf.line("mat", 1),
            idf.line("sat", 1),
            idf.line("the", 2)),
        answer.body().lines().toList());
    assertEquals("text/plain; charset=UTF-8", answer.headers().firstValue("content-type").get());
    assertEquals(3, header(answer, "Documents"));
    assertEquals(5, header(answer, "Terms"));
    assertEquals(0, header(answer, "Terms-Left-Out"));
    assertEquals(0, header(answer, "Terms-Unwritable"));
    byte[] utf8 = answer.body().getBytes(StandardCharsets.UTF_8);
    assertEquals(
        IdfDictionary.read(new ByteArrayInputStream(utf8)).digest(),
        answer.headers().firstValue("X-Near-Dup-Digest").get());
  }

  public void testLeavesOut() throws Exception {
    index("news", "", TEXT);
    texts("news", "A cat, a mat", "the cat", "The CAT sat");
    SmoothedIdf idf = new SmoothedIdf(3);
    assertEquals(
        idf.line("cat", 3) + "\n" + idf.line("the", 2) + "\n",
        idf("news", "'field':'text','min_doc_freq':2").body());
    HttpResponse<String> three = idf("news", "'field':'text','max_terms':3");
    // Of the terms of one document the first is kept.
    assertEquals(
        idf.line("a", 1) + "\n" + idf.line("cat", 3) + "\n" + idf.line("the", 2) + "\n",
        three.body());
    assertEquals(3, header(three, "Terms"));
    assertEquals(2, header(three, "Terms-Left-Out"));
    assertRefused(
        400,
        "[min_doc_freq] leaves no terms: [3] documents have the field [text], but no term is in"
            + " [4] of them; lower it, or index and refresh first",
        refused("news", "'field':'text','min_doc_freq':4"));
  }

  public void testManyPages() throws Exception {
    index("news", "'number_of_shards':2", TEXT);
    int words = 150_000;
    int each = 15_000;
    for (int from = 0; from < words; from += each) {
      texts(
          "news",
          IntStream.range(from, from + each)
              .mapToObj(i -> String.format(Locale.ROOT, "common longerword%09d", i))
              .collect(Collectors.joining(" ")));
    }
    HttpResponse<String> answer = idf("news", "'field':'text'");
    List<String> lines = answer.body().lines().toList();
    SmoothedIdf idf = new SmoothedIdf(words / each);
    assertEquals(words + 1, lines.size());
    assertEquals(idf.line("common", words / each), lines.get(0));
    for (int i = 0; i < words; i++) {
      assertEquals(idf.line(String.format(Locale.ROOT, "longerword%09d", i), 1), lines.get(i + 1));
    }
    // Enough for the pages of two shards, and not for all terms.
    clusterSetting("indices.breaker.request.limit", "'4mb'");
    try {
      assertEquals(429, refused("news", "'field':'text'").status());
    } finally {
      clusterSetting("indices.breaker.request.limit", "null");
    }
  }

  public void testFields() throws Exception {
    index(
        "news",
        "",
        TEXT
            + ",'word':{'type':'keyword'},'off':{'type':'text','index':false},"
            + "'also':{'type':'alias','path':'text'},"
            + "'title':{'type':'text','fields':{'en':{'type':'text','analyzer':'english'}}}");
    texts("news", "one two");
    document("news", "1", "{'title':'Cats'}");
    assertEquals(idf("news", "'field':'text'").body(), idf("news", "'field':'also'").body());
    assertThat(idf("news", "'field':'title.en'").body(), startsWith("cat "));
    assertRefused(
        400,
        "[field] must be an indexed text field, got [word], which is of type [keyword] in [news]; a"
            + " dictionary consists of the terms that an analyzer produces",
        refused("news", "'field':'word'"));
    assertRefused(
        400,
        "[field] must be an indexed text field, got [off], which is of type [text] and not"
            + " indexed in [news]; a dictionary consists of the terms that an analyzer produces",
        refused("news", "'field':'off'"));
    assertRefused(
        400,
        "[field] must be a text field of [news], got [gone], which is mapped in none; see GET"
            + " _field_caps?fields=*",
        refused("news", "'field':'gone'"));
    assertRefused(
        400,
        "[field] must be the name of a text field, got none",
        refused("news", "'min_doc_freq':1"));
  }

  public void testIndexes() throws Exception {
    index("news-1", "", TEXT);
    index("news-2", "", TEXT);
    index("other", null);
    texts("news-1", "one two");
    texts("news-2", "two three");
    SmoothedIdf idf = new SmoothedIdf(2);
    List<String> both = List.of(idf.line("one", 1), idf.line("three", 1), idf.line("two", 2));
    post("_aliases", "{'actions':[{'add':{'index':'news-*','alias':'both'}}]}");
    for (String names : List.of("news-*", "news-1,news-2", "both", "_all", "other,both")) {
      assertEquals(names, both, idf(names, "'field':'text'").body().lines().toList());
    }
    post(
        "_aliases",
        "{'actions':[{'add':{'index':'news-1','alias':'some','filter':{'term':{'text':'one'}}}}]}");
    assertRefused(
        400,
        "[index] must not be an alias with a filter, got [some]: all documents of an index"
            + " count; name [news-1] itself",
        refused("some", "'field':'text'"));
    assertEquals(404, refused("gone", "'field':'text'").status());
    assertTrue(idf("gone*", "'field':'text'").body().isEmpty());
    String strict = "gone*/_simhash/_idf?allow_no_indices=false";
    assertEquals(404, post(strict, "{'field':'text'}").status());
    succeeded(post("news-2/_close", null));
    Answer closed = refused("news-2", "'field':'text'");
    assertEquals(400, closed.status());
    assertThat(closed.toString(), containsString("index_closed_exception"));
    assertEquals(2, idf("news-*", "'field':'text'").body().lines().count());
  }

  public void testDataStreams() throws Exception {
    put(
        "_index_template/stream",
        "{'index_patterns':['stream*'],'data_stream':{},'template':{'mappings':{'properties':{"
            + TEXT
            + "}}}}");
    try {
      succeeded(
          post(
              "stream/_doc?refresh=true",
              "{'@timestamp':'2026-01-01T00:00:00Z','text':'one two'}"));
      for (String names : List.of("stream", "str*")) {
        assertEquals(names, 2, header(idf(names, "'field':'text'"), "Terms"));
      }
    } finally {
      succeeded(call("DELETE", "_data_stream/stream", null));
      succeeded(call("DELETE", "_index_template/stream", null));
    }
  }

  public void testRoutingOfAliasesAndBlocks() throws Exception {
    index("news", "'number_of_shards':5,'number_of_routing_shards':5", TEXT);
    for (int i = 0; i < 20; i++) {
      post("news/_doc/" + i + "?refresh=true&routing=" + i, "{'text':'only" + i + "'}");
    }
    post("_aliases", "{'actions':[{'add':{'index':'news','alias':'some','routing':'7'}}]}");
    long some = header(idf("some", "'field':'text'"), "Documents");
    assertTrue(some + " documents", some > 0 && some < 20);
    assertEquals(
        some, ((Number) succeeded(get("some/_search?size=0")).at("hits.total.value")).longValue());
    put("news/_settings", "{'index.blocks.read':true}");
    Answer blocked = refused("news", "'field':'text'");
    assertEquals(blocked.toString(), 403, blocked.status());
    assertThat(blocked.reason(), containsString("index [news] blocked"));
    put("news/_settings", "{'index.blocks.read':null}");
  }

  public void testOptionsForNames() throws Exception {
    index("news", "", TEXT);
    texts("news", "one two");
    Answer missing = refused("news,gone", "'field':'text'");
    assertEquals(missing.toString(), 404, missing.status());
    HttpResponse<String> lenient =
        start("news,gone/_simhash/_idf?ignore_unavailable=true", "{'field':'text'}")
            .get(60, TimeUnit.SECONDS);
    assertEquals(lenient.body(), 2, header(lenient, "Terms"));
  }

  public void testDeletedDocumentsCountUntilTheyAreMergedAway() throws Exception {
    index("news", "", TEXT);
    document("news", "1", "{'text':'one'}");
    document("news", "2", "{'text':'one two'}");
    succeeded(call("DELETE", "news/_doc/2?refresh=true", null));
    assertEquals(2, header(idf("news", "'field':'text'"), "Documents"));
  }

  public void testHiddenFieldsStayHidden() throws Exception {
    index("news", "", TEXT);
    texts("news", "secret");
    HidingPlugin.hiddenField = "text";
    Answer answer = refused("news", "'field':'text'");
    assertEquals(400, answer.status());
    assertThat(answer.reason(), startsWith("[min_doc_freq] leaves no terms: [0] documents"));
  }

  public void testHiddenDocumentsAreNotCounted() throws Exception {
    index("news", "", TEXT);
    texts("news", "secret", "public");
    HidingPlugin.hideDocuments = true;
    assertRefused(
        403,
        "the terms of a field reveal something about all its documents, some of which are hidden"
            + " from this user; send the request as a user without document-level security",
        refused("news", "'field':'text'"));
  }

  /** Less than the terms take at least, and less than the pages of the shards may take. */
  public void testIsChargedToABreaker() throws Exception {
    index("news", "", TEXT);
    texts("news", "one two");
    for (String limit : List.of("10kb", "500kb")) {
      clusterSetting("indices.breaker.request.limit", "'" + limit + "'");
      try {
        Answer answer = refused("news", "'field':'text'");
        assertEquals(limit, 429, answer.status());
        assertThat(answer.toString(), containsString("circuit_breaking_exception"));
      } finally {
        clusterSetting("indices.breaker.request.limit", "null");
      }
    }
    assertEquals(200, idf("news", "'field':'text'").statusCode());
  }
}
