// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups.apply;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.Answer;
import io.neardup.plugin.groups.GroupsTestCase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.action.support.WriteRequest;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;

/**
 * {@code _near_dup/groups} with {@code tag} and {@code "decide": "anew"}: decisions become those of
 * another replay, one by one.
 */
public class GroupsAnewTests extends GroupsTestCase {
  private static final int DOCUMENTS = 120;

  /** A document with its decision. */
  private record Doc(String id, long print, int clicks, Map<?, ?> decision) {
    int distance(Doc other) {
      return Long.bitCount(print ^ other.print);
    }

    long seq() {
      return ((Number) decision.get("seq")).longValue();
    }

    boolean isNew() {
      return "new".equals(decision.get("status"));
    }
  }

  private static final Comparator<Doc> MOST_CLICKS_FIRST =
      Comparator.comparingInt((Doc doc) -> -doc.clicks)
          .thenComparing(Doc::print, Long::compareUnsigned)
          .thenComparing(Doc::id);

  @Override
  protected void write() throws IOException {
    index(
        "news",
        "'number_of_shards':3,'number_of_replicas':0",
        "'print':{'type':'simhash'},'clicks':{'type':'integer'},'near_dup':{'type':'near_dup'}");
    fill("d");
  }

  private void fill(String prefix) {
    BulkRequestBuilder bulk = client().prepareBulk();
    for (int i = 0; i < DOCUMENTS; i++) {
      int first = between(0, 9);
      int second = between(0, 9);
      long print = (1L << first) | (1L << second) | ((long) between(0, 4) << 50);
      bulk.add(
          client()
              .prepareIndex("news")
              .setId(prefix + i)
              .setSource("print", Fingerprint.toHex(print), "clicks", between(0, 9)));
    }
    assertFalse(bulk.get().hasFailures());
    client().admin().indices().prepareRefresh("news").get();
  }

  private static String tag(int maxDistance, String order, String more) {
    return "{'field':'print','action':'tag','max_distance':"
        + maxDistance
        + ",'keep':[{'clicks':'"
        + order
        + "'}]"
        + more
        + "}";
  }

  private static Answer tagged(int maxDistance, String order, String more) throws IOException {
    return succeeded(post("news/_near_dup/groups", tag(maxDistance, order, more)));
  }

  private List<Doc> stored() {
    client().admin().indices().prepareRefresh("news").get();
    List<Doc> docs = new ArrayList<>();
    for (SearchHit hit : client().prepareSearch("news").setSize(10_000).get().getHits()) {
      Map<String, Object> source = hit.getSourceAsMap();
      docs.add(
          new Doc(
              hit.getId(),
              Fingerprint.parse((String) source.get("print")),
              (Integer) source.get("clicks"),
              (Map<?, ?>) source.get("near_dup")));
    }
    return docs;
  }

  /** Each is a duplicate of the nearest canonical before it, of the first of equally near ones. */
  private static void assertReplay(List<Doc> stored, Comparator<Doc> order, int maxDistance) {
    List<Doc> canonicals = new ArrayList<>();
    for (Doc doc : stored.stream().sorted(order).toList()) {
      Doc of =
          canonicals.stream()
              .filter(canonical -> canonical.distance(doc) <= maxDistance)
              .min(Comparator.comparingInt(doc::distance))
              .orElse(null);
      if (of == null) {
        assertTrue(doc.toString(), doc.isNew());
        assertNull(doc.toString(), doc.decision.get("of"));
        canonicals.add(doc);
      } else {
        assertFalse(doc + " of " + of, doc.isNew());
        assertEquals(doc + " of " + of, of.decision.get("group"), doc.decision.get("group"));
        assertEquals(doc.toString(), of.id, ((Map<?, ?>) doc.decision.get("of")).get("id"));
        assertEquals(doc.toString(), of.distance(doc), doc.decision.get("distance"));
      }
    }
  }

  public void testAnotherKeepAndAnotherDistance() throws IOException {
    tagged(3, "asc", "");
    int distance = randomFrom(1, 2, 3, 4, 5);
    Answer answer = tagged(distance, "desc", ",'decide':'anew'");
    assertEquals(answer.toString(), 0, answer.at("changed"));
    List<Doc> docs = stored();
    assertReplay(docs, MOST_CLICKS_FIRST, distance);
    assertReplay(docs, Comparator.comparingLong(Doc::seq), distance);
    Answer again = tagged(distance, "desc", ",'decide':'anew'");
    assertEquals(again.toString(), 0, again.at("tagged"));
    assertEquals(again.toString(), DOCUMENTS, again.at("unchanged"));
    again = tagged(distance, "asc", "");
    assertEquals(again.toString(), 0, again.at("tagged"));
  }

  /** Which of them comes first plays no part, and differs once they are written again. */
  public void testCopiesKeepTheirDecisions() throws IOException {
    for (SearchHit hit : client().prepareSearch("news").setSize(DOCUMENTS).get().getHits()) {
      int print = between(0, 2);
      document("news", hit.getId(), "{'clicks':0,'print':'000000000000000" + print + "'}");
    }
    int distance = between(0, 1);
    tagged(distance, "desc", ",'decide':'anew'");
    Answer again = tagged(distance, "desc", ",'decide':'anew'");
    assertEquals(again.toString(), DOCUMENTS, again.at("unchanged"));
    assertReplay(stored(), MOST_CLICKS_FIRST, distance);
    assertReplay(stored(), Comparator.comparingLong(Doc::seq), distance);
  }

  public void testWhatHasNoDecisionYet() throws IOException {
    tagged(3, "desc", ",'decide':'anew'");
    assertReplay(stored(), MOST_CLICKS_FIRST, 3);
  }

  public void testCanonicalsKeepTheirGroups() throws IOException {
    tagged(3, "asc", "");
    Map<String, Object> before = new HashMap<>();
    stored().stream()
        .filter(Doc::isNew)
        .forEach(doc -> before.put(doc.id, doc.decision.get("group")));
    tagged(3, "desc", ",'decide':'anew'");
    for (Doc doc : stored()) {
      if (doc.isNew() && before.containsKey(doc.id)) {
        assertEquals(before.get(doc.id), doc.decision.get("group"));
      }
    }
  }

  /** Nor is a document lost, or one written that changed meanwhile. */
  public void testAtNoTimeIsThereNoDecision() throws Exception {
    tagged(3, "asc", "");
    CompletableFuture<HttpResponse<String>> answer =
        start("news/_near_dup/groups", tag(3, "desc", ",'decide':'anew','requests_per_second':60"));
    do {
      client().admin().indices().prepareRefresh("news").get();
      assertEquals(
          0,
          client()
              .prepareSearch("news")
              .setQuery(
                  QueryBuilders.boolQuery().mustNot(QueryBuilders.existsQuery("near_dup.status")))
              .get()
              .getHits()
              .getTotalHits()
              .value());
    } while (answer.isDone() == false);
    assertEquals(answer.get().body(), 200, answer.get().statusCode());
    assertReplay(stored(), MOST_CLICKS_FIRST, 3);
  }

  /** As is one whose canonical was decided anew after it arrived. */
  public void testDecidedBeforeItsCanonical() throws IOException {
    tagged(3, "asc", "");
    List<Doc> docs = stored();
    Doc duplicate = docs.stream().filter(doc -> doc.isNew() == false).findFirst().orElseThrow();
    long least = docs.stream().mapToLong(Doc::seq).min().orElseThrow();
    client()
        .prepareUpdate("news", duplicate.id)
        .setDoc(Map.of("near_dup", Map.of("seq", least - 1)))
        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
        .get();
    tagged(3, "asc", "");
    assertReplay(stored(), Comparator.comparingLong(Doc::seq), 3);
    assertEquals(DOCUMENTS, tagged(3, "asc", "").at("unchanged"));
  }

  /** What arrives is decided among what stands at that moment. */
  public void testWhileOthersWrite() throws Exception {
    pipeline(
        "dedup", "{'near_dup':{'stages':[{'simhash':'print','precomputed':true}],'reveal':true}}");
    tagged(3, "asc", "");
    put("news/_settings", "{'index.default_pipeline':'dedup'}");
    CompletableFuture<HttpResponse<String>> answer =
        start("news/_near_dup/groups", tag(3, "desc", ",'decide':'anew','requests_per_second':90"));
    fill("later");
    assertEquals(answer.get().body(), 200, answer.get().statusCode());
    tagged(3, "asc", "");
    assertReplay(stored(), Comparator.comparingLong(Doc::seq), 3);
  }

  public void testRefused() throws IOException {
    assertRefused("[decide] must be [anew], got [new]", ",'action':'tag','decide':'new'");
    assertRefused("[decide] is how [action] [tag] decides", ",'decide':'anew'");
  }

  private static void assertRefused(String reason, String more) throws IOException {
    Answer answer = post("news/_near_dup/groups", "{'field':'print'" + more + "}");
    assertEquals(answer.toString(), 400, answer.status());
    assertThat(answer.reason(), containsString(reason));
  }
}
