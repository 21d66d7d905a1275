// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.SignatureComparer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.admin.indices.alias.Alias;
import org.opensearch.action.admin.indices.rollover.RolloverRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.settings.Settings;
import org.opensearch.search.SearchHit;

/** Texts that near_dup signs itself, with what else it can do, on three nodes. */
public class TextStageOnClusterTests extends NearDupDocumentsTestCase {
  private static final String STORY =
      "The board of Dorset Water declared a quarterly dividend of 65.50 cents a share, payable on"
          + " June 3. The company expects to pay as much in the second half of the year.";
  private static final String SHORTER =
      "The board of Dorset Water declared a quarterly dividend of 65.50 cents a share, payable on"
          + " June 3.";
  private static final String OTHER = STORY.replace("65.50", "66.50");

  private void texts(String more) {
    String json = "{'processors':[{'near_dup':{'fields':['content'],'reveal':true" + more + "}}]}";
    storePipeline("p", json);
  }

  private static Settings.Builder settings(int shards) {
    return Settings.builder()
        .put("index.number_of_shards", shards)
        .put("index.number_of_replicas", 1)
        .put("index.default_pipeline", "p");
  }

  private void news(int shards) {
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate("news")
            .setSettings(settings(shards))
            .setMapping("clicks", "type=long")
            .get());
    ensureGreen();
  }

  private static IndexRequest text(String index, String id, String text, Object... more) {
    Map<String, Object> source = new HashMap<>(Map.of("content", text));
    for (int i = 0; i < more.length; i += 2) {
      source.put((String) more[i], more[i + 1]);
    }
    return new IndexRequest(index).id(id).source(source);
  }

  private void assertDecided(String index, String id, String status) {
    Map<?, ?> decision = decision(index, id);
    Map<?, ?> of = (Map<?, ?>) decision.get("of");
    String said = decision.get("status") + (of == null ? "" : " of " + of.get("id"));
    assertEquals(decision.toString(), status, said);
    assertNotNull(decision.toString(), decision.get("signature"));
  }

  public void testRollover() throws Exception {
    texts("");
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate("roll-000001")
            .setSettings(settings(2))
            .addAlias(new Alias("roll").writeIndex(true))
            .get());
    written(text("roll", "1", STORY));
    RolloverRequest rollover = new RolloverRequest("roll", null);
    rollover.getCreateIndexRequest().settings(settings(1));
    assertAcked(client().admin().indices().rolloverIndex(rollover).get());
    ensureGreen();
    written(text("roll", "2", SHORTER), text("roll", "3", OTHER));
    written(text("roll", "4", OTHER + " It is said."));
    assertDecided("roll-000001", "1", "new");
    assertEquals("duplicate", decision("roll-000002", "2").get("status"));
    assertEquals(
        decision("roll-000001", "1").get("group"), decision("roll-000002", "2").get("group"));
    assertDecided("roll-000002", "3", "new");
    assertDecided("roll-000002", "4", "duplicate of 3");
  }

  /** Near a group without its canonical: more signatures than one search may have. */
  public void testMoreThanASearchTakes() throws Exception {
    texts("");
    news(2);
    int most = randomBoolean() ? 500 : 100;
    setting("plugins.near_dup.max_hashes", "" + most);
    written(text("news", "1", STORY), text("news", "2", SHORTER));
    written(new DeleteRequest("news", "1"));
    refresh();
    List<DocWriteRequest<?>> bulk = new ArrayList<>();
    for (int i = 0; i <= most; i++) {
      bulk.add(text("news", "other" + i, "The report of " + randomAlphaOfLength(12) + i));
    }
    bulk.add(text("news", "3", STORY));
    written(bulk.toArray(DocWriteRequest[]::new));
    assertNull(decision("news", "other0").toString(), decision("news", "other0").get("checked"));
    assertSoon(
        () -> assertEquals(decision("news", "2").get("group"), decision("news", "3").get("group")));
  }

  public void testWindow() throws Exception {
    texts(",'window':{'field':'at','age':'7d'}");
    news(2);
    written(text("news", "1", STORY, "at", "2026-01-01"));
    written(text("news", "2", SHORTER, "at", "2026-01-05"));
    written(text("news", "3", STORY, "at", "2026-01-09"));
    written(text("news", "4", STORY, "at", "2026-01-10"));
    assertDecided("news", "1", "new");
    assertDecided("news", "2", "duplicate of 1");
    assertDecided("news", "3", "new");
    assertDecided("news", "4", "duplicate of 3");
  }

  public void testKeep() throws Exception {
    texts(",'keep':[{'clicks':'desc'}]");
    news(2);
    written(text("news", "1", STORY, "clicks", 1), text("news", "2", OTHER, "clicks", 1));
    written(text("news", "3", SHORTER, "clicks", 7));
    assertSoon(
        () -> {
          assertDecided("news", "3", "new");
          assertDecided("news", "1", "duplicate of 3");
          assertDecided("news", "2", "new");
        });
    written(text("news", "4", STORY, "clicks", 3));
    assertSoon(() -> assertDecided("news", "4", "duplicate of 3"));
  }

  public void testReplaceAndMerge() throws Exception {
    texts(
        ",'keep':[{'clicks':'desc'}],'on_duplicate':'replace','merge':{'copies':'count',"
            + "'sites':{'add':'site'}}");
    news(2);
    written(text("news", "1", STORY, "clicks", 1, "site", "a"));
    written(text("news", "2", OTHER, "clicks", 1, "site", "a"));
    written(text("news", "3", SHORTER, "clicks", 7, "site", "b"));
    assertSoon(
        () -> {
          assertFalse(get("news", "1").isExists());
          assertDecided("news", "3", "new");
          assertEquals(1, get("news", "3").getSource().get("copies"));
          List<?> sites = (List<?>) get("news", "3").getSource().get("sites");
          assertNotNull(sites);
          assertEquals(List.of("a", "b"), sites.stream().map(Object::toString).sorted().toList());
        });
    assertDecided("news", "2", "new");
    written(text("news", "4", STORY, "clicks", 2, "site", "c"));
    assertSoon(
        () -> {
          assertFalse(get("news", "4").isExists());
          assertEquals(2, get("news", "3").getSource().get("copies"));
        });
  }

  public void testDropAndMerge() throws Exception {
    texts(",'on_duplicate':'drop','merge':{'copies':'count','sites':{'add':'site'}}");
    news(2);
    written(
        text("news", "1", STORY, "site", "a"),
        text("news", "2", OTHER, "site", "a"),
        text("news", "3", SHORTER, "site", "b"));
    written(text("news", "4", STORY, "site", "c"));
    assertSoon(
        () -> {
          assertFalse(get("news", "3").isExists());
          assertFalse(get("news", "4").isExists());
          assertEquals(2, get("news", "1").getSource().get("copies"));
          assertEquals(3, ((List<?>) get("news", "1").getSource().get("sites")).size());
        });
    assertDecided("news", "1", "new");
    assertDecided("news", "2", "new");
  }

  private final List<String> written = new ArrayList<>();

  /** A new text, or one that was written with a word changed, cut off or added. */
  private synchronized String next(Random random) {
    String text;
    if (written.isEmpty() || random.nextInt(3) == 0) {
      StringBuilder words = new StringBuilder();
      for (int i = random.nextBoolean() ? 30 : 120; i > 0; i--) {
        words.append(i % 10 == 0 ? Integer.toString(random.nextInt(1000)) : word(random));
        words.append(' ');
      }
      text = words.toString();
    } else {
      List<String> words =
          new ArrayList<>(
              Arrays.asList(written.get(random.nextInt(written.size())).trim().split(" ")));
      int place = random.nextInt(words.size());
      switch (random.nextInt(4)) {
        case 0 -> words.set(place, word(random));
        case 1 -> words.add(place, Integer.toString(random.nextInt(1000)));
        case 2 -> words.set(place, Integer.toString(random.nextInt(1000)));
        default -> words.subList(words.size() - words.size() / 10, words.size()).clear();
      }
      text = String.join(" ", words);
    }
    written.add(text);
    return text;
  }

  private static String word(Random random) {
    return "w" + Integer.toString(random.nextInt(5000), 36).replaceAll("[0-9]", "x");
  }

  private record Doc(String id, MinHashSignature signature, Map<?, ?> decision) {
    static Doc of(SearchHit hit) {
      Map<?, ?> decision = (Map<?, ?>) hit.getSourceAsMap().get("near_dup");
      return new Doc(
          hit.getId(), MinHashSignature.parse((String) decision.get("signature")), decision);
    }

    double similarity(Doc other) {
      byte[] bytes = other.signature.toBytes();
      return new SignatureComparer(signature).compare(bytes, 0, bytes.length).jaccard();
    }
  }

  /** Replayed by brute force; at .8, one of a million is not found. */
  public void testWritersOnAllNodes() throws Exception {
    texts("");
    news(randomFrom(1, 3));
    List<Doc> docs =
        writtenAtOnce((random, id) -> text("news", id, next(random))).stream()
            .map(Doc::of)
            .toList();
    Map<String, Doc> canonicals = new HashMap<>();
    for (Doc doc : docs) {
      double nearest = canonicals.values().stream().mapToDouble(doc::similarity).max().orElse(0);
      Map<?, ?> of = (Map<?, ?>) doc.decision.get("of");
      String message = doc + " " + nearest;
      if (of == null) {
        assertEquals(message, "new", doc.decision.get("status"));
        assertTrue(message, nearest < 0.8);
        canonicals.put(doc.id, doc);
      } else {
        Doc canonical = canonicals.get(of.get("id"));
        assertNotNull(message, canonical);
        assertTrue(message, doc.similarity(canonical) >= 0.5);
        assertTrue(message, nearest < 0.8 || doc.similarity(canonical) == nearest);
        assertEquals(message, canonical.decision.get("group"), doc.decision.get("group"));
      }
    }
    String all = canonicals.size() + " new of " + docs.size();
    assertTrue(all, canonicals.size() > 10 && docs.size() - canonicals.size() > 10);
    remember(false);
    assertNothingLeft();
  }
}
