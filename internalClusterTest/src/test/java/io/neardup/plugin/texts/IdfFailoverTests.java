// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import io.neardup.action.idf.IdfAction;
import io.neardup.action.idf.IdfRequest;
import io.neardup.action.idf.IdfResponse;
import io.neardup.plugin.NearDupPlugin;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.After;
import org.junit.Before;
import org.opensearch.action.search.SearchPhaseExecutionException;
import org.opensearch.action.search.SearchTransportService;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.shard.ShardNotFoundException;
import org.opensearch.plugins.Plugin;
import org.opensearch.test.OpenSearchIntegTestCase;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.test.transport.MockTransportService;
import org.opensearch.transport.ConnectTransportException;
import org.opensearch.transport.TransportService;

/** Two copies of a shard, some of which cannot be asked for their terms. */
@ClusterScope(numDataNodes = 2, numClientNodes = 1, supportsDedicatedMasters = false)
public class IdfFailoverTests extends OpenSearchIntegTestCase {
  private static final String SHARD_ACTION =
      SearchTransportService.CREATE_READER_CONTEXT_ACTION_NAME;

  private static final int REQUESTS = 10;

  private final AtomicInteger failures = new AtomicInteger();

  @Override
  protected Collection<Class<? extends Plugin>> nodePlugins() {
    return List.of(NearDupPlugin.class, MockTransportService.TestPlugin.class);
  }

  @Before
  public void writeTwoCopies() {
    assertTrue(
        prepareCreate("news")
            .setSettings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 1)
                    .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, 1))
            .setMapping("text", "type=text")
            .get()
            .isAcknowledged());
    ensureGreen("news");
    client()
        .prepareIndex("news")
        .setSource("text", "one two")
        .setRefreshPolicy(RefreshPolicy.IMMEDIATE)
        .get();
  }

  @After
  public void forgetRules() {
    for (String node : internalCluster().getNodeNames()) {
      transport(node).clearAllRules();
    }
  }

  private static MockTransportService transport(String node) {
    return (MockTransportService) internalCluster().getInstance(TransportService.class, node);
  }

  private static List<String> dataNodes() {
    return List.copyOf(internalCluster().getDataNodeNames());
  }

  private static String idf() {
    IdfRequest request =
        new IdfRequest(
            new String[] {"news"}, IndicesOptions.strictExpandOpen(), "text", 1, 1_000_000);
    IdfResponse response =
        internalCluster().coordOnlyNodeClient().execute(IdfAction.INSTANCE, request).actionGet();
    try (var lines = response.lines()) {
      return lines.utf8ToString();
    }
  }

  private void failOn(String node, Supplier<RuntimeException> failure) {
    transport(node)
        .addRequestHandlingBehavior(
            SHARD_ACTION,
            (handler, request, channel, task) -> {
              failures.incrementAndGet();
              throw failure.get();
            });
  }

  private static RuntimeException gone() {
    return new ShardNotFoundException(new ShardId("news", "_na_", 0));
  }

  /** The copy of either node may be the one that is always asked first. */
  private void assertAlways(Consumer<String> fail) {
    String lines = idf();
    for (String node : dataNodes()) {
      fail.accept(node);
      for (int i = 0; i < REQUESTS; i++) {
        assertEquals(lines, idf());
      }
      forgetRules();
    }
    assertTrue("a copy that fails was asked", failures.get() > 0);
  }

  public void testACopyThatIsGone() {
    assertAlways(node -> failOn(node, IdfFailoverTests::gone));
  }

  public void testANodeThatCannotBeReached() {
    assertAlways(this::disconnect);
  }

  private void disconnect(String away) {
    for (String node : internalCluster().getNodeNames()) {
      transport(node)
          .addSendBehavior(
              transport(away),
              (connection, id, action, request, options) -> {
                if (action.equals(SHARD_ACTION)) {
                  failures.incrementAndGet();
                  throw new ConnectTransportException(connection.getNode(), "away");
                }
                connection.sendRequest(id, action, request, options);
              });
    }
  }

  public void testNoCopyLeft() {
    dataNodes().forEach(node -> failOn(node, IdfFailoverTests::gone));
    expectThrows(SearchPhaseExecutionException.class, IdfFailoverTests::idf);
    assertEquals(2, failures.get());
  }
}
