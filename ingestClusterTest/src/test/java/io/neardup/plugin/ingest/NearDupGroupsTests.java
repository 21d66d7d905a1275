// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.NoShardAvailableActionException;
import org.opensearch.action.admin.indices.alias.Alias;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.delete.DeleteIndexRequest;
import org.opensearch.action.admin.indices.refresh.RefreshRequest;
import org.opensearch.action.admin.indices.rollover.RolloverRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.core.action.ActionListener;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.Plugin;

/** A group goes on when its canonical is deleted, rewritten, or gone with its index. */
public class NearDupGroupsTests extends NearDupDocumentsTestCase {
  /** At distance 3 from {@link #A}, and from each other at 6. */
  private static final long LEFT = A ^ 0b111;

  private static final long RIGHT = A ^ 0b111000;

  private void refreshed() throws Exception {
    remember(false);
    assertNothingLeft();
    remember(forgotten == false);
    client().admin().indices().prepareRefresh("news*").get();
  }

  private void assertStandsIn(String id, String of, Object group) {
    assertEquals(decision(id).toString(), "duplicate", decision(id).get("status"));
    assertEquals(Map.of("index", "news", "id", of), decision(id).get("of"));
    assertEquals(group, decision(id).get("group"));
  }

  /** A stand-in becomes canonical. */
  private void assertPromoted(String id, Object group) throws Exception {
    assertSoon(() -> assertEquals("new", nearDup("news", id).get("status")));
    assertEquals(group, decision(id).get("group"));
  }

  public void testDeleted() throws Exception {
    news();
    written(document("a", A));
    written(document("b", LEFT), document("c", RIGHT));
    Object group = decision("a").get("group");
    written(new DeleteRequest("news", "a"));
    refreshed();
    written(document("d", LEFT), document("e", A), document("f", LEFT ^ 0b111000000));
    assertStandsIn("d", "b", group);
    assertStandsIn("e", "b", group);
    assertStandsIn("f", "b", group);
    assertPromoted("b", group);
    // Near to f only, which is no canonical.
    written(document("g", LEFT ^ 0b111111000000));
    assertNew("g");
    written(document("h", B));
    assertNew("h");
  }

  /**
   * Of those who look for canonicals and give groups another one, some requests fail: what was
   * deleted shows in the end.
   */
  public void testDeletedWhileShardsAreAway() throws Exception {
    create("news", "1s", randomIntBetween(1, 3));
    written(document("a", A));
    written(document("b", LEFT));
    Object group = decision("a").get("group");
    try {
      FailingPlugin.READS.set(1);
      FailingPlugin.REFRESHES.set(1);
      written(new DeleteRequest("news", "a"));
      assertPromoted("b", group);
      assertTrue(FailingPlugin.READS.get() + " reads", FailingPlugin.READS.get() <= 0);
    } finally {
      FailingPlugin.READS.set(0);
      FailingPlugin.REFRESHES.set(0);
    }
  }

  /** Fails the next refreshes and readings of documents as if their shards were away. */
  public static final class FailingPlugin extends Plugin implements ActionPlugin {
    static final AtomicInteger READS = new AtomicInteger();
    static final AtomicInteger REFRESHES = new AtomicInteger();

    @Override
    public List<ActionFilter> getActionFilters() {
      return List.of(
          new ActionFilter.Simple() {
            @Override
            public int order() {
              return 0;
            }

            @Override
            protected boolean apply(
                String action, ActionRequest request, ActionListener<?> answer) {
              boolean fails =
                  (request instanceof MultiGetRequest && READS.getAndDecrement() > 0)
                      || (request instanceof RefreshRequest && REFRESHES.getAndDecrement() > 0);
              if (fails) {
                answer.onFailure(new NoShardAvailableActionException(null, "away"));
              }
              return fails == false;
            }
          });
    }
  }

  @Override
  protected Collection<Class<? extends Plugin>> nodePlugins() {
    return Stream.concat(super.nodePlugins().stream(), Stream.of(FailingPlugin.class)).toList();
  }

  public void testNotWhileTheCanonicalIsThere() throws Exception {
    news();
    written(document("a", A));
    written(document("b", LEFT));
    refreshed();
    written(document("c", LEFT ^ 0b111000));
    assertNew("c");
    assertFalse(decision("a").get("group").equals(decision("c").get("group")));
  }

  public void testRewritten() throws Exception {
    news();
    written(document("a", A));
    written(document("b", LEFT));
    Object group = decision("a").get("group");
    written(document("a", B));
    written(document("c", LEFT));
    assertEquals(decision("c").toString(), group, decision("c").get("group"));
    refreshed();
    written(document("d", LEFT));
    assertEquals(decision("d").toString(), group, decision("d").get("group"));
    assertNew("a");
  }

  public void testRetention() throws Exception {
    template("news-*", false);
    client()
        .admin()
        .indices()
        .create(new CreateIndexRequest("news-000001").alias(new Alias("news").writeIndex(true)))
        .get();
    ensureGreen();
    written(document("news", "a", A, Map.of()));
    Object group = decision("news-000001", "a").get("group");
    client().admin().indices().rolloverIndex(new RolloverRequest("news", null)).get();
    ensureGreen();
    written(document("news", "b", LEFT, Map.of()));
    assertEquals(group, decision("news-000002", "b").get("group"));
    client().admin().indices().delete(new DeleteIndexRequest("news-000001")).get();
    refreshed();
    written(document("news", "c", LEFT, Map.of()));
    Map<?, ?> third = decision("news-000002", "c");
    assertEquals(third.toString(), group, third.get("group"));
    assertEquals("duplicate", third.get("status"));
  }

  /** As what was rolled over is often blocked: the next member can be changed. */
  public void testTheFirstMemberTakesNoWrites() throws Exception {
    pipeline(",'indices':['news','news-*']");
    for (String index : List.of("news-1", "news-2", "news")) {
      create(index, "1s", 1);
    }
    written(document("news-1", "a", A, Map.of()));
    written(document("news-2", "b", LEFT, Map.of()));
    written(document("c", near(A)));
    Object group = decision("c").get("group");
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareUpdateSettings("news-2")
            .setSettings(Map.of("index.blocks.write", true)));
    assertAcked(client().admin().indices().prepareDelete("news-1"));
    assertPromoted("c", group);
    assertEquals("duplicate", decision("news-2", "b").get("status"));
  }

  public void testDroppedForOneThatWasPromoted() throws Exception {
    news();
    written(document("a", A));
    written(document("b", LEFT));
    Object group = decision("b").get("group");
    written(new DeleteRequest("news", "a"));
    assertPromoted("b", group);
    pipeline(",'on_duplicate':'drop'");
    written(document("c", LEFT));
    assertSoon(() -> assertFalse(get("news", "c").isExists()));
  }

  public void testScopes() throws Exception {
    pipeline(",'scope':'topic'");
    news();
    for (String topic : List.of("sea", "land", "air")) {
      written(document("news", topic, A, Map.of("topic", topic)));
      assertEquals(16, ((String) decision(topic).get("scope")).length());
    }
    written(document("news", "again", near(A), Map.of("topic", "air")));
    assertDuplicate("again", "air");
  }

  /** A text in more scopes than one search has hits costs no document its decision. */
  public void testManyScopes() throws Exception {
    forgotten = true;
    remember(false);
    pipeline(",'scope':'topic'");
    news();
    IndexRequest[] popular =
        IntStream.range(0, 10_050)
            .mapToObj(i -> document("news", "p" + i, A, Map.of("topic", "t" + i)))
            .toArray(IndexRequest[]::new);
    written(popular);
    written(
        document("news", "new", A, Map.of("topic", "other")),
        document("news", "old", near(A), Map.of("topic", "t7")),
        document("news", "far", B, Map.of("topic", "t7")));
    assertNew("new", "far");
    assertDuplicate("old", "p7");
  }
}
