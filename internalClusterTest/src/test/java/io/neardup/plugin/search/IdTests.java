// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.startsWith;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;

/** Questions by the id of an indexed document. */
public class IdTests extends NodeTestCase {
  private static final String A = "00000000000000ff";
  private static final String NEAR_A = "00000000000000fe";
  private static final String FAR = "ffffffff00000000";

  private static void assertIdRefused(int status, String index, String parameters, String reason)
      throws IOException {
    assertRefused(status, reason, nearDup(index, parameters));
    assertRefused(status, reason, search(index, parameters));
  }

  private static String manyIndexes(String shown) {
    return "[id] is looked up in one index of this cluster, but the request is about "
        + shown
        + "; name the one that holds the document with [index]";
  }

  public void testFindsOthersAndNotItself() throws IOException {
    index("news", null);
    print("news", "1", A);
    print("news", "2", NEAR_A);
    print("news", "3", FAR);
    Answer answer = succeeded(nearDup("news", "'id':'1'"));
    assertEquals("1", answer.at("results.0.id"));
    assertEquals(A, answer.hash());
    assertEquals(List.of("2"), answer.ids());
    assertEquals(1, answer.at("results.0.total.value"));
    assertEquals(1, answer.at("results.0.hits.0.distance"));
    assertEquals("a query is no question", List.of("1", "2"), search("news", "'id':'1'").found());
  }

  public void testBeforeRefreshAndAfterUpdate() throws IOException {
    index("news", "'index.refresh_interval':-1", "'print':{'type':'simhash'}");
    print("news", "1", A);
    put("news/_doc/2", "{'print':'" + NEAR_A + "'}");
    assertEquals(NEAR_A, succeeded(nearDup("news", "'id':'2'")).hash());
    assertEquals(List.of("1"), nearDup("news", "'id':'2'").ids());
    put("news/_doc/2", "{'print':'" + FAR + "'}");
    assertEquals(FAR, succeeded(nearDup("news", "'id':'2'")).hash());
    succeeded(call("DELETE", "news/_doc/2", null));
    assertEquals(404, nearDup("news", "'id':'2'").status());
  }

  public void testNoSuchDocument() throws IOException {
    index("news", null);
    String none =
        "[id] names no document: there is no [7] in [news]; a document with custom routing needs"
            + " [routing]";
    assertIdRefused(404, "news", "'id':'7'", none);
    assertIdRefused(404, "news", "'id':7", none);
    assertIdRefused(404, "news", "'id':'7','index':'gone'", "no such index [gone]");
  }

  public void testDocumentWithoutFingerprint() throws IOException {
    index("news", null);
    document("news", "1", "{'title':'a'}");
    document("news", "2", "{'print':null}");
    for (String id : List.of("1", "2")) {
      Answer none = succeeded(nearDup("news", "'id':'" + id + "'"));
      assertEquals(id, none.at("results.0.id"));
      assertNull(none.hash());
      assertEquals(0, none.at("results.0.total.value"));
      assertEquals(List.of(), none.ids());
      assertEquals(List.of(), search("news", "'id':'" + id + "'").found());
    }
  }

  public void testDocumentWithSeveralNestedFingerprints() throws IOException {
    index(
        "news",
        "",
        "'parts':{'type':'nested','properties':{'print':{'type':'simhash','ignore_malformed':true}}}");
    document("news", "1", "{'parts':[{'print':'" + A + "'},{'print':'" + FAR + "'}]}");
    String id = "{'field':'parts.print','id':'1'}";
    String query = "{'near_dup':{'parts.print':{'id':'1'}}}";
    for (Answer answer :
        List.of(
            post("news/_near_dup", id),
            post("news/_search", "{'query':{'nested':{'path':'parts','query':" + query + "}}}"))) {
      assertRefused(
          400,
          "[id] names the document [1] in [news], which has [2] fingerprints in [parts.print];"
              + " search by one of them with [hash]",
          answer);
    }
  }

  public void testFieldThatIsNotMapped() throws IOException {
    index("bare", "", "'title':{'type':'keyword'}");
    index("news", null);
    document("bare", "1", "{'title':'a'}");
    Answer answer = nearDup("news", "'index':'bare','id':'1'");
    assertEquals(400, answer.status());
    assertEquals(
        "[field] is not mapped in [bare], the index of the document [1], got [print]; map it as"
            + " [simhash] or [minhash] and index the document again, or search by [hash] or"
            + " [signature]",
        answer.reason());
  }

  public void testWhereSourceDoesNotHaveIt() throws IOException {
    index(
        "news",
        "",
        "'print':{'type':'simhash','null_value':'"
            + A
            + "','copy_to':'copy','fields':{'more':{'type':'simhash'}}},"
            + "'copy':{'type':'simhash'},'other':{'type':'alias','path':'print'}");
    print("news", "1", A);
    print("news", "2", NEAR_A);
    document("news", "3", "{'print':null}");
    for (String field : List.of("print", "other", "copy", "print.more")) {
      Answer answer = succeeded(post("news/_near_dup", "{'field':'" + field + "','id':'2'}"));
      assertEquals(field, NEAR_A, answer.hash());
      assertTrue(field, answer.ids().contains("1"));
    }
    assertEquals(A, succeeded(nearDup("news", "'id':'3'")).hash());
    assertEquals(
        List.of("1", "2", "3"), search("news", "'id':'3'").found().stream().sorted().toList());
  }

  public void testExcludedFromSource() throws IOException {
    put(
        "news",
        "{'mappings':{'_source':{'excludes':['print']},'properties':{'print':{'type':'simhash'}}}}");
    print("news", "1", A);
    print("news", "2", NEAR_A);
    assertEquals(List.of("2"), succeeded(nearDup("news", "'id':'1'")).ids());
    Answer many = succeeded(nearDup("news", "'ids':['2','9','1']"));
    assertEquals(NEAR_A, many.at("results.0.hash"));
    assertEquals(404, many.at("results.1.status"));
    assertEquals(A, many.at("results.2.hash"));
  }

  public void testAValueThatIsNoFingerprint() throws IOException {
    index("news", null);
    index("other", "", "'print':{'type':'keyword'}");
    document("other", "1", "{'print':['x','y']}");
    Answer answer = nearDup("news", "'id':'1','index':'other'");
    assertEquals(400, answer.status());
    assertThat(
        answer.reason(),
        startsWith(
            "[id] names the document [1] in [other], whose [_source.print] is refused: a"
                + " fingerprint is 16 hex digits"));
  }

  public void testWithoutSource() throws IOException {
    put(
        "news",
        "{'mappings':{'_source':{'enabled':false},'properties':{'print':{'type':'simhash'}}}}");
    print("news", "1", A);
    assertEquals(A, succeeded(nearDup("news", "'id':'1'")).hash());
    assertEquals(List.of("1"), nearDup("news", "'hash':'" + A + "'").ids());
  }

  public void testInAnotherIndex() throws IOException {
    index("old", null);
    index("new", null);
    print("old", "1", A);
    print("new", "1", NEAR_A);
    assertEquals("another document", List.of("1"), nearDup("new", "'id':'1','index':'old'").ids());
    Answer both = succeeded(nearDup("old,new", "'id':'1','index':'old'"));
    assertEquals(List.of("1"), both.ids());
    assertEquals("new", both.at("results.0.hits.0._index"));
    put("old/_alias/before", null);
    assertEquals(
        "itself by the name of an alias",
        List.of(),
        nearDup("old", "'id':'1','index':'before'").ids());
  }

  public void testSeveralIndexesAskForOne() throws IOException {
    index("a", null);
    index("b", null);
    print("a", "1", A);
    put("a/_alias/all", null);
    assertEquals(A, succeeded(nearDup("all", "'id':'1'")).hash());
    put("b/_alias/all", null);
    assertIdRefused(400, "all", "'id':'1'", manyIndexes("[a, b]"));
    assertIdRefused(400, "b,a", "'id':'1'", manyIndexes("[a, b]"));
    assertEquals(A, succeeded(nearDup("all", "'id':'1','index':'a'")).hash());
    assertEquals(400, nearDup("all", "'id':'1','index':'all'").status());
  }

  public void testRouting() throws IOException {
    index("news", "'index.number_of_shards':5", "'print':{'type':'simhash'}");
    String routing = routingAwayFrom("1");
    print("news", "1?routing=" + routing, A);
    print("news", "2?routing=" + routing, NEAR_A);
    assertEquals(404, nearDup("news", "'id':'1'").status());
    Answer answer = succeeded(nearDup("news", "'id':'1','routing':'" + routing + "'"));
    assertEquals(List.of("2"), answer.ids());
    assertEquals(
        List.of("2"),
        succeeded(
                post(
                    "news/_near_dup?routing=" + routing,
                    "{'field':'print','id':'1','routing':'" + routing + "'}"))
            .ids());
  }

  public void testRoutingOfAnAlias() throws IOException {
    index("news", "'index.number_of_shards':5", "'print':{'type':'simhash'}");
    String routing = routingAwayFrom("1");
    put("news/_alias/mine", "{'routing':'" + routing + "'}");
    print("mine", "1", A);
    print("mine", "2", NEAR_A);
    assertEquals(404, nearDup("news", "'id':'1'").status());
    assertEquals(List.of("2"), succeeded(nearDup("mine", "'id':'1'")).ids());
    assertEquals(List.of("1", "2"), search("mine", "'id':'1'").found().stream().sorted().toList());
  }

  /** A routing whose shard, of the five of [news], is another than that of the id. */
  private static String routingAwayFrom(String id) throws IOException {
    for (int i = 0; i < 100; i++) {
      Answer written = succeeded(post("news/_doc/" + id + "?refresh=true&routing=r" + i, "{}"));
      boolean away = get("news/_doc/" + id).status() == 404;
      succeeded(call("DELETE", "news/_doc/" + id + "?refresh=true&routing=r" + i, null));
      if (away) {
        return "r" + i;
      }
      assertNotNull(written);
    }
    throw new AssertionError("all routings lead to the shard of the id");
  }

  public void testAnIdMayHaveAnyCharacters() throws IOException {
    index("news", null);
    print("news", "a%20%2F%25b", A);
    print("news", "2", A);
    assertEquals(List.of("2"), succeeded(nearDup("news", "'id':'a /%b'")).ids());
  }

  public void testDottedField() throws IOException {
    index("news", "", "'meta':{'properties':{'print':{'type':'simhash'}}}");
    document("news", "1", "{'meta':{'print':'" + A + "'}}");
    document("news", "2", "{'meta.print':'" + NEAR_A + "'}");
    for (String id : List.of("1", "2")) {
      Answer answer = succeeded(post("news/_near_dup", "{'field':'meta.print','id':'" + id + "'}"));
      assertEquals(List.of(id.equals("1") ? "2" : "1"), answer.ids());
    }
  }

  public void testManyFailAlone() throws IOException {
    index("news", null);
    print("news", "1", A);
    print("news", "2", NEAR_A);
    document("news", "3", "{}");
    Answer answer = succeeded(nearDup("news", "'ids':['1','3','4',2]"));
    assertEquals(List.of("2"), answer.ids(0));
    assertEquals("3", answer.at("results.1.id"));
    assertEquals(0, answer.at("results.1.total.value"));
    assertEquals("4", answer.at("results.2.id"));
    assertEquals(404, answer.at("results.2.status"));
    assertEquals("resource_not_found_exception", answer.at("results.2.error.type"));
    assertEquals(List.of("1"), answer.ids(3));
  }

  public void testDataStream() throws IOException {
    put(
        "_index_template/stream",
        "{'index_patterns':['stream*'],'data_stream':{},'template':{'settings':"
            + "{'index.default_pipeline':'p'},'mappings':{'properties':"
            + "{'print':{'type':'simhash'}}}}}");
    try {
      pipeline("p", simHash(""));
      String at = STORM.replace("{", "{'@timestamp':'2026-01-01T00:00:00Z',");
      put("stream/_create/1?refresh=true", at);
      put("stream/_create/2?refresh=true", at);
      assertEquals(List.of("2"), succeeded(nearDup("stream", "'id':'1'")).ids());
      assertEquals(2, succeeded(nearDup("stream", "'doc':" + STORM)).ids().size());
      succeeded(post("stream/_rollover", null));
      Answer rolled = nearDup("stream", "'id':'1'");
      assertEquals(400, rolled.status());
      assertThat(rolled.reason(), startsWith("[id] is looked up in one index of this cluster"));
      String index = (String) nearDup("stream", "'doc':" + STORM).at("results.0.hits.0._index");
      assertEquals(
          List.of("2"), succeeded(nearDup("stream", "'id':'1','index':'" + index + "'")).ids());
    } finally {
      succeeded(call("DELETE", "_data_stream/stream", null));
      succeeded(call("DELETE", "_index_template/stream", null));
    }
  }
}
