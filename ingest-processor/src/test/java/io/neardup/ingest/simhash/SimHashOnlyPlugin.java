// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.features.SketchNode;
import io.neardup.ingest.idf.IdfDictionaries;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.env.Environment;
import org.opensearch.env.NodeEnvironment;
import org.opensearch.ingest.Processor;
import org.opensearch.plugins.IngestPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.repositories.RepositoriesService;
import org.opensearch.script.ScriptService;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.watcher.ResourceWatcherService;

/** Registers only the processor and its setting. */
public final class SimHashOnlyPlugin extends Plugin implements IngestPlugin {
  /** Never reset; tests compare differences. */
  static final SimHashCounters COUNTERS = new SimHashCounters();

  /** None. */
  static final IdfDictionaries DICTIONARIES =
      new IdfDictionaries(Path.of("none"), new NoopCircuitBreaker("none"), "none");

  private final IngestLimits limits;

  public SimHashOnlyPlugin(Settings settings) {
    this.limits = new IngestLimits(settings);
  }

  @Override
  public List<Setting<?>> getSettings() {
    return IngestLimits.settings();
  }

  @Override
  public Collection<Object> createComponents(
      Client client,
      ClusterService clusterService,
      ThreadPool threadPool,
      ResourceWatcherService resourceWatcherService,
      ScriptService scriptService,
      NamedXContentRegistry xContentRegistry,
      Environment environment,
      NodeEnvironment nodeEnvironment,
      NamedWriteableRegistry namedWriteableRegistry,
      IndexNameExpressionResolver indexNameExpressionResolver,
      Supplier<RepositoriesService> repositoriesServiceSupplier) {
    limits.listen(clusterService.getClusterSettings());
    return List.of();
  }

  @Override
  public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
    return Map.of(
        SimHashProcessor.TYPE,
        new SimHashProcessor.Factory(
            new SketchNode(parameters.analysisRegistry, DICTIONARIES, limits, COUNTERS)));
  }
}
