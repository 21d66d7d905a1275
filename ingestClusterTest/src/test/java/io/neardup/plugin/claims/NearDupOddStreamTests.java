// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.plugin.StillRunning;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.Rule;
import org.opensearch.action.admin.indices.alias.Alias;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.rollover.RolloverRequest;
import org.opensearch.ingest.common.IngestCommonModulePlugin;
import org.opensearch.painless.PainlessModulePlugin;
import org.opensearch.plugins.Plugin;

/**
 * Eight threads write bulks whose actions depend on each other: rewrites, deletes with a copy of
 * what goes, upserts, partial updates, dead letters, conflicts, one id in two indexes. What was
 * decided is compared with a replay, and of whatever was not written a near document was.
 */
public class NearDupOddStreamTests extends NearDupClusterTestCase {
  @Rule public final StillRunning stillRunning = new StillRunning();

  @Override
  protected Collection<Class<? extends Plugin>> nodePlugins() {
    List<Class<? extends Plugin>> plugins = new ArrayList<>(super.nodePlugins());
    plugins.add(IngestCommonModulePlugin.class);
    plugins.add(PainlessModulePlugin.class);
    return plugins;
  }

  /** Sends documents with the number of dead letters to another index, after near_dup. */
  private void onDuplicate(String parameters) {
    String json =
        "{'processors':[{'near_dup':{'field':'print','precomputed':true"
            + parameters
            + "}},{'fail':{'if':'ctx.number == "
            + NearDupBulk.DEAD_NUMBER
            + "','message':'bad','on_failure':[{'set':{'field':'_index','value':'"
            + NearDupBulk.DEAD
            + "'}}]}}]}";
    storePipeline("p", json);
  }

  private void createOther(String index) {
    create(index, "-1", 1);
    if (index.equals(NearDupBulk.TWINS) == false) {
      assertAcked(
          client()
              .admin()
              .indices()
              .prepareUpdateSettings(index)
              .setSettings(Map.of("index.default_pipeline", "_none"))
              .get());
    }
  }

  private NearDupWriters write(Runnable meanwhile) throws Exception {
    return write(false, meanwhile);
  }

  private NearDupWriters write(boolean removes, Runnable meanwhile) throws Exception {
    createOther(NearDupBulk.TWINS);
    createOther(NearDupBulk.DEAD);
    NearDupWriters writers =
        new NearDupWriters(new NearDupBulk.Stream("news", true, true, true, documents()), removes);
    writers.run(this::anyClient, meanwhile);
    return writers;
  }

  private void assertReplayed(NearDupWriters writers) throws Exception {
    assertNothingLeft();
    writers.check(client());
    logger.warn("{}, {} discarded", writers, writers.discarded());
    assertEquals(0, writers.lost());
    assertTrue(writers.toString(), writers.doubted() <= writers.decided() / 10);
    assertNothingLeft();
  }

  private void assertDiscards(String parameters) throws Exception {
    onDuplicate(parameters);
    create(randomFrom("1s", "-1"), randomFrom(1, 3));
    assertReplayed(write(parameters.contains("drop"), () -> {}));
  }

  public void testTag() throws Exception {
    onDuplicate("");
    create(randomFrom("1s", "-1"), randomFrom(1, 3));
    assertReplayed(write(() -> {}));
  }

  public void testDrop() throws Exception {
    assertDiscards(",'on_duplicate':'drop'");
  }

  public void testFail() throws Exception {
    assertDiscards(",'on_duplicate':'fail'");
  }

  public void testReroute() throws Exception {
    createOther(NearDupBulk.COPIES);
    assertDiscards(",'on_duplicate':'reroute','to':'" + NearDupBulk.COPIES + "'");
  }

  /** An alias rolls over twice, and its oldest index is deleted. */
  public void testRolloverAndRetention() throws Exception {
    onDuplicate("");
    setting("plugins.near_dup.ingest.lost_after", "5s");
    template("news-*", false);
    assertAcked(
        client()
            .admin()
            .indices()
            .create(new CreateIndexRequest("news-000001").alias(new Alias("news").writeIndex(true)))
            .get());
    NearDupWriters writers =
        write(
            () -> {
              // What goes does not come back by a late rewrite.
              setting("action.auto_create_index", "false");
              rollOver();
              rollOver();
              assertAcked(client().admin().indices().prepareDelete("news-000001").get());
            });
    ensureGreen();
    writers.forgetWhatIsGone(client());
    writers.check(client());
    logger.warn("{}, {} writes failed", writers, writers.lost());
    assertNothingLeft();
  }

  private void rollOver() {
    assertTrue(
        client()
            .admin()
            .indices()
            .rolloverIndex(new RolloverRequest("news", null))
            .actionGet()
            .isRolledOver());
  }
}
