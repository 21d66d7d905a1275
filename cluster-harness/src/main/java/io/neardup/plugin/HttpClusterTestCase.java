// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.After;
import org.opensearch.common.settings.Settings;
import org.opensearch.plugins.Plugin;
import org.opensearch.test.OpenSearchIntegTestCase;
import org.opensearch.transport.Netty4ModulePlugin;
import org.opensearch.transport.client.Client;

/** A test on several nodes with this plugin, asked over real HTTP. */
public abstract class HttpClusterTestCase extends OpenSearchIntegTestCase {
  private final List<Http> connections = new ArrayList<>();

  @Override
  protected Collection<Class<? extends Plugin>> nodePlugins() {
    return List.of(NearDupPlugin.class, Netty4ModulePlugin.class);
  }

  @Override
  protected boolean addMockHttpTransport() {
    return false;
  }

  /** Without core's count of spans: those of searches that a stopped node has sent never end. */
  @Override
  protected boolean addMockTelemetryPlugin() {
    return false;
  }

  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    return Settings.builder().put(super.nodeSettings(nodeOrdinal)).put(Http.SETTINGS).build();
  }

  @After
  public void disconnect() {
    connections.forEach(Http::close);
  }

  /** To the node of this client, until the end of the test. */
  protected Http http(Client client) {
    Http http = Http.to(client);
    connections.add(http);
    return http;
  }
}
