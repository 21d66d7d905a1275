// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opensearch.OpenSearchParseException;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.settings.Settings;
import org.opensearch.search.SearchHit;

/** A processor for which what stands in another document is a duplicate, on three nodes. */
public class ContainedAtIngestTests extends NearDupDocumentsTestCase {
  private static final String TEASER =
      "Harbor Lines will close its ferry terminal in Eastport on the first of March, the company"
          + " said on Monday, and all of the forty employees have been offered work.";
  private static final String ARTICLE =
      "From our correspondent. &ldquo;"
          + TEASER
          + "&rdquo; The mayor had hoped for a different answer, and so had those who live there,"
          + " since the ferries bring the guests of two hotels, and the mail as well.";
  private static final String OTHER =
      "Fog is expected across the bay on Monday, and the ferries may be late, as they were in the"
          + " week before, when nobody could see as far as the lighthouse on the other side.";
  private static final String HALF = TEASER + " " + OTHER;

  private static void stored(String stage, String more) {
    storePipeline(
        "p",
        "{'processors':[{'near_dup':{'stages':["
            + (stage.isEmpty() ? "{'passages':['content']}" : stage)
            + "],'reveal':true"
            + more
            + "}}]}");
  }

  private void news(String stage, String more) {
    stored(stage, more);
    create("news");
  }

  private void create(String index) {
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate(index)
            .setSettings(
                Settings.builder()
                    .put("index.number_of_shards", between(1, 3))
                    .put("index.number_of_replicas", 1)
                    .put("index.default_pipeline", "p"))
            .get());
    ensureGreen();
  }

  private static IndexRequest text(String id, Object text) {
    return new IndexRequest("news").id(id).source(Map.of("content", text));
  }

  public void testTag() throws Exception {
    news("", "");
    written(text("1", ARTICLE), text("2", TEASER), text("3", OTHER), text("4", HALF));
    assertNew("1", "3", "4");
    assertDuplicate("2", "1");
    assertEquals("content.passages", decision("2").get("matched_by"));
    assertEquals(29, decision("2").get("words"));
    assertEquals(1.0, decision("2").get("contained"));
    written(text("5", "They wrote: " + TEASER), text("6", OTHER + " It is said."));
    assertDuplicate("6", "3");
    assertEquals("duplicate", decision("5").get("status"));
    assertEquals(29, decision("5").get("words"));
    assertEquals(0.935484, decision("5").get("contained"));
    // What stands in it came before, and stays.
    written(text("7", ARTICLE + " " + ARTICLE.replace("ferry", "boat") + " " + OTHER));
    assertNew("7");
    written(text("8", List.of(OTHER, TEASER)));
    assertEquals("duplicate", decision("8").get("status"));
    written(text("9", ""), text("10", "..."), text("11", "Two words"), text("12", "two words"));
    assertNew("9", "10", "11");
    assertDuplicate("12", "11");
    assertThat(mapped("news").toString(), containsString("min_passage=20"));
  }

  public void testDropFailAndReroute() throws Exception {
    news("", ",'on_duplicate':'drop'");
    written(text("1", ARTICLE), text("2", TEASER));
    assertSoon(() -> assertFalse(get("news", "2").isExists()));
    written(text("3", TEASER), text("4", HALF));
    assertSoon(() -> assertFalse(get("news", "3").isExists()));
    assertNew("1", "4");
    stored("", ",'on_duplicate':'fail'");
    settled();
    BulkItemResponse failed = write(text("5", TEASER))[0];
    assertThat(
        failed.getFailureMessage(), containsString("with {\"contained\":1.0,\"words\":29};"));
    stored("", ",'on_duplicate':'reroute','to':'copies'");
    written(text("6", TEASER));
    assertEquals("duplicate", decision("copies", "6").get("status"));
  }

  /** What has no word stands in every document, and in none. */
  public void testTextsWithoutWords() throws Exception {
    news("", "");
    written(text("1", ""), text("2", "... --- ..."), text("3", TEASER));
    for (String id : List.of("1", "2")) {
      assertEquals("new", decision(id).get("status"));
      assertEquals(
          "the text of [content] has no word and no number, by which it could be compared",
          decision(id).get("reason"));
    }
    assertNull(decision("3").get("reason"));
  }

  /** A canonical that goes leaves its place to what stood in it. */
  public void testPromotion() throws Exception {
    news("", "");
    written(text("1", ARTICLE), text("2", TEASER));
    assertDuplicate("2", "1");
    written(new DeleteRequest("news", "1"));
    assertSoon(() -> assertNew("2"));
    written(text("3", TEASER));
    assertDuplicate("3", "2");
  }

  /** What stood in a canonical that goes need not stand in its first member. */
  public void testPromotionOfEach() throws Exception {
    news("", "");
    written(text("1", HALF), text("2", TEASER), text("3", OTHER), text("4", OTHER));
    assertDuplicate("2", "1");
    assertDuplicate("3", "1");
    assertDuplicate("4", "1");
    written(new DeleteRequest("news", "1"));
    if (randomBoolean()) {
      written(text("5", TEASER + " Read more."));
    }
    assertSoon(() -> assertNew("3"));
    assertSoon(() -> assertDuplicate("4", "3"));
    assertSoon(
        () ->
            assertTrue(
                Stream.of("2", "5")
                    .filter(id -> get("news", id).isExists())
                    .anyMatch(id -> "new".equals(decision(id).get("status")))));
  }

  /** As many as an article may have, and within the time that is promised for one. */
  public void testPromotionOfMany() throws Exception {
    news("", "");
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      parts.add("Part " + i + ": " + randomWords());
    }
    List<DocWriteRequest<?>> requests = new ArrayList<>();
    requests.add(text("all", String.join(" ", parts)));
    for (int i = 0; i < parts.size(); i++) {
      requests.add(text(Integer.toString(i), parts.get(i)));
    }
    written(requests.toArray(DocWriteRequest<?>[]::new));
    assertDuplicate("7", "all");
    assertDuplicate("59", "all");
    written(new DeleteRequest("news", "all"));
    assertSoon(
        () -> {
          for (int i = 0; i < parts.size(); i++) {
            assertNew(Integer.toString(i));
          }
        });
  }

  private static String randomWords() {
    return random()
        .ints(40, 0, 1_000_000)
        .mapToObj(word -> "w" + word)
        .collect(Collectors.joining(" "));
  }

  /** A canonical that is cut stands in what it was before, but its duplicates not in it. */
  public void testCanonicalIsCut() throws Exception {
    news("", "");
    written(text("1", ARTICLE), text("2", TEASER));
    assertDuplicate("2", "1");
    written(text("1", ARTICLE.substring(ARTICLE.indexOf("The mayor"))));
    assertSoon(() -> assertNew("1", "2"));
  }

  public void testHtmlAndShorterPassages() throws Exception {
    news("{'passages':'content','coverage':1,'min_passage':8,'html':true}", "");
    written(text("1", "<p>" + ARTICLE + "</p>"));
    written(text("2", "<div>The mayor had hoped <b>for a different</b> answer, and so</div>"));
    written(text("3", "The mayor had hoped for a different answer, and so said we"));
    assertDuplicate("2", "1");
    assertEquals(10, decision("2").get("words"));
    assertNew("3");
  }

  public void testRefused() throws Exception {
    refused("{'passages':['a','b']}", "", "must name one field of a text");
    refused("{'passages':[]}", "", "must name one field of a text");
    refused("{'passages':true}", "", "must name a field of the document");
    refused("{'passages':['a.0.b']}", "", "without elements of lists");
    refused("{'passages':['a'],'coverage':0}", "", "[stages[0].coverage] must be a number greater");
    refused("{'passages':['a'],'coverage':'x'}", "", "must be a number greater");
    refused("{'passages':['a'],'min_passage':4}", "", "must be an integer between 5 and 1000");
    refused("{'passages':['a'],'html':'x'}", "", "[stages[0].html]");
    refused("{'passages':['a'],'similarity':0.5}", "", "similarity");
    refused("{'passages':['a'],'exact':'b'}", "", "must have either [exact]");
    refused("{'passages':['a']},{'passages':'a'}", "", "must not name a field twice");
    refused("", ",'keep':[{'clicks':'desc'}]", "[keep] cannot be with a stage of [passages]");
    refused("", ",'target_field':'content'", "must not overlap");
    stored("{'passages':['content'],'min_passage':10}", "");
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate("news")
            .setSettings(Settings.builder().put("index.default_pipeline", "p"))
            .setMapping(
                "{\"properties\":{\"content\":{\"type\":\"text\",\"fields\":{\"passages\":"
                    + "{\"type\":\"passages\"}}}}}")
            .get());
    BulkItemResponse item = write(text("1", TEASER))[0];
    assertThat(
        item.getFailureMessage(),
        containsString(
            "[min_passage] of field [content.passages] of index [news] must be [10] as in the stage"
                + " of near_dup, got [20]"));
  }

  /** The name of the field of passages rather than of the text. */
  public void testAnotherNameMapsNothing() throws Exception {
    news("{'passages':['content.passages']}", "");
    assertThat(
        write(text("1", TEASER))[0].getFailureMessage(),
        containsString("must hold a text of its own, got one in [content]"));
    stored("{'passages':['contnet']}", "");
    assertThat(
        write(text("1", TEASER))[0].getFailureMessage(),
        containsString("[contnet], which near_dup"));
    stored("{'passages':['content']}", "");
    written(text("1", TEASER));
    assertNew("1");
  }

  private static void refused(String stage, String more, String reason) {
    Exception refused = expectThrows(OpenSearchParseException.class, () -> stored(stage, more));
    assertThat(refused.getMessage(), containsString(reason));
  }

  private final List<String> written = new ArrayList<>();

  /** A new text, or one with parts of others. */
  private synchronized String next(Random random) {
    StringBuilder text = new StringBuilder();
    boolean fresh = written.isEmpty() || random.nextInt(3) == 0;
    for (int parts = fresh ? 1 : 1 + random.nextInt(2); parts > 0; parts--) {
      if (fresh == false) {
        String[] from = written.get(random.nextInt(written.size())).split(" ");
        int start = random.nextInt(from.length);
        int end = start + random.nextInt(from.length - start + 1);
        text.append(String.join(" ", Arrays.asList(from).subList(start, end))).append(' ');
      }
      for (int i = fresh ? 10 + random.nextInt(90) : random.nextInt(12); i > 0; i--) {
        text.append('w').append((char) ('a' + random.nextInt(26)));
        text.append((char) ('a' + random.nextInt(26))).append(' ');
      }
    }
    String made = text.toString().replaceAll(" +", " ").trim();
    if (made.isEmpty()) {
      return next(random);
    }
    written.add(made);
    return made;
  }

  private record Doc(String id, List<String> words, Map<?, ?> decision) {
    static Doc of(SearchHit hit) {
      Map<?, ?> decision = (Map<?, ?>) hit.getSourceAsMap().get("near_dup");
      String text = (String) hit.getSourceAsMap().get("content");
      return new Doc(hit.getId(), Arrays.asList(text.split(" ")), decision);
    }

    /** By brute force. */
    int wordsIn(Doc other, int least) {
      if (words.size() < least) {
        return words.equals(other.words) ? words.size() : 0;
      }
      BitSet covered = new BitSet();
      String all = " " + String.join(" ", other.words) + " ";
      for (int i = 0; i + least <= words.size(); i++) {
        if (all.contains(" " + String.join(" ", words.subList(i, i + least)) + " ")) {
          covered.set(i, i + least);
        }
      }
      return covered.cardinality();
    }
  }

  /** Replayed by brute force. */
  public void testWritersOnAllNodes() throws Exception {
    int least = randomFrom(5, 12, 20);
    news("{'passages':['content'],'min_passage':" + least + "}", "");
    List<Doc> docs =
        writtenAtOnce((random, id) -> text(id, next(random))).stream().map(Doc::of).toList();
    List<Doc> canonicals = new ArrayList<>();
    for (Doc doc : docs) {
      Doc found = null;
      for (Doc canonical : canonicals) {
        int words = doc.wordsIn(canonical, least);
        if ((double) words / doc.words.size() >= 0.8
            && (found == null || words > doc.wordsIn(found, least))) {
          found = canonical;
        }
      }
      Map<?, ?> of = (Map<?, ?>) doc.decision.get("of");
      assertEquals(
          doc.toString(), found == null ? null : found.id, of == null ? null : of.get("id"));
      if (found == null) {
        assertEquals(doc.toString(), "new", doc.decision.get("status"));
        canonicals.add(doc);
      } else {
        assertEquals(doc.toString(), doc.wordsIn(found, least), doc.decision.get("words"));
        assertEquals(found.decision.get("group"), doc.decision.get("group"));
      }
    }
    String all = canonicals.size() + " new of " + docs.size();
    assertTrue(all, canonicals.size() > 10 && docs.size() - canonicals.size() > 10);
    remember(false);
    assertNothingLeft();
  }
}
