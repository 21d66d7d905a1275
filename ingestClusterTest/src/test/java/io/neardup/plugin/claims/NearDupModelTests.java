// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.plugin.StillRunning;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.Rule;
import org.opensearch.action.admin.indices.alias.Alias;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.datastream.CreateDataStreamAction;
import org.opensearch.action.admin.indices.rollover.RolloverRequest;

/**
 * Eight threads write through all nodes of a cluster; what was decided is compared with a replay.
 * The long form, with 200,000 documents, is {@code ./mvnw -Psoak}.
 */
public class NearDupModelTests extends NearDupClusterTestCase {
  @Rule public final StillRunning stillRunning = new StillRunning();

  public void testRefreshEverySecond() throws Exception {
    create("1s", randomFrom(1, 3));
    assertExact(new NearDupWriters("news", false, true, documents()), () -> {});
  }

  public void testRewritesAndDeletes() throws Exception {
    create(randomFrom("1s", "-1"), randomFrom(1, 3));
    NearDupWriters writers = new NearDupWriters("news", true, true, documents());
    writers.run(this::anyClient, () -> {});
    writers.check(client());
    logger.warn("{}", writers);
    assertEquals(0, writers.lost());
    assertTrue(writers.toString(), writers.doubted() <= writers.decided() / 10);
    assertNothingLeft();
    assertBusy(() -> assertEquals(Map.of(), writers.headless(client())), 30, TimeUnit.SECONDS);
  }

  /** Nothing is doubted when nothing is rewritten. */
  private void assertExact(NearDupWriters writers, Runnable meanwhile) throws Exception {
    writers.run(this::anyClient, meanwhile);
    assertNothingLeft();
    writers.check(client());
    logger.warn("{}", writers);
    assertEquals(0, writers.lost());
    assertEquals(writers.toString(), 0, writers.doubted());
    assertNothingLeft();
  }

  /** Duplicates are not written, while others fail: for each of them a near one is there. */
  public void testDiscarded() throws Exception {
    boolean drop = randomBoolean();
    pipeline(",'on_duplicate':'" + (drop ? "drop" : "fail") + "'");
    create(randomFrom("1s", "-1"), randomFrom(1, 3));
    NearDupWriters writers =
        new NearDupWriters(new NearDupBulk.Stream("news", false, true, false, documents()), drop);
    assertExact(writers, () -> {});
    assertTrue(writers.toString(), writers.discarded() > 0);
  }

  public void testNeverRefreshed() throws Exception {
    create("-1", randomFrom(1, 3));
    assertExact(new NearDupWriters("news", false, true, documents()), () -> {});
  }

  public void testRolloverOfAnAlias() throws Exception {
    template("news-*", false);
    assertAcked(
        client()
            .admin()
            .indices()
            .create(new CreateIndexRequest("news-000001").alias(new Alias("news").writeIndex(true)))
            .get());
    assertExact(new NearDupWriters("news", false, true, documents()), this::rollOver);
    assertTrue(client().admin().indices().prepareGetIndex().get().indices().length > 1);
  }

  public void testDataStream() throws Exception {
    template("stream", true);
    assertAcked(
        client()
            .execute(CreateDataStreamAction.INSTANCE, new CreateDataStreamAction.Request("stream"))
            .get());
    assertExact(
        new NearDupWriters("stream", false, true, documents()),
        () -> assertTrue(rollOver("stream")));
  }

  private void rollOver() {
    assertTrue(rollOver("news"));
  }

  private boolean rollOver(String target) {
    return client()
        .admin()
        .indices()
        .rolloverIndex(new RolloverRequest(target, null))
        .actionGet()
        .isRolledOver();
  }
}
