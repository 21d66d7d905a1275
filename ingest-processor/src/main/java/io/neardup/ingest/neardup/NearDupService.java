// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.claim.ClaimClient;
import io.neardup.ingest.claim.HomeService;
import io.neardup.ingest.claim.InFlight;
import io.neardup.ingest.claim.NearDupIngestCounters;
import io.neardup.ingest.claim.NearDupIngestSettings;
import io.neardup.ingest.claim.OutcomeReporter;
import io.neardup.ingest.claim.WindowMemory;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.pipeline.PipelineConfigs;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.opensearch.action.support.AutoCreateIndex;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lifecycle.AbstractLifecycleComponent;
import org.opensearch.index.IndexSettings;
import org.opensearch.indices.IndicesService;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * The parts of {@code near_dup} on a node, assembled once the node's services exist. Processors,
 * the filter and the statistics access it through {@link NearDupIngest}.
 */
public final class NearDupService extends AbstractLifecycleComponent {
  private final Client client;
  private final ClusterService clusterService;
  private final NearDupIngestSettings settings;
  private final WindowMemory memory;
  private final Domains domains;
  private final WriteTargets targets;
  private final WrittenMappings mappings;
  private final InFlight inFlight = new InFlight();
  private final HomeService homes;

  /** Called by the node. */
  @Inject
  public NearDupService(
      Client client,
      ClusterService clusterService,
      TransportService transport,
      IndicesService indicesService,
      IndexNameExpressionResolver resolver,
      AutoCreateIndex autoCreate,
      NearDupIngest ingest,
      NearDupIngestSettings settings,
      NearDupIngestCounters counters,
      WindowMemory memory,
      IngestLimits limits) {
    this.client = client;
    this.clusterService = clusterService;
    this.settings = settings;
    this.memory = memory;
    this.domains =
        new Domains(
            resolver, new IndexFields(indicesService, clusterService::state, limits::openAccount));
    this.targets = new WriteTargets(client, clusterService, domains, autoCreate);
    this.mappings = new WrittenMappings(client, clusterService, domains, settings::timeout);
    this.homes =
        new HomeService(
            client,
            clusterService,
            transport,
            indicesService,
            domains,
            inFlight,
            settings,
            counters,
            memory,
            new Promoter(this, counters),
            this::domains);
    ingest.set(this);
  }

  @Override
  protected void doStart() {
    homes.start();
  }

  @Override
  protected void doStop() {
    homes.stop();
  }

  @Override
  protected void doClose() {}

  /** Whether documents are compared at all. */
  boolean enabled() {
    return settings.enabled();
  }

  /** Gets decisions. */
  ClaimClient claims() {
    return homes.claims();
  }

  /** Reports outcomes to homes. */
  OutcomeReporter reporter() {
    return homes.reporter();
  }

  /** The indexes that are written to. */
  WriteTargets targets() {
    return targets;
  }

  /** The mappings of what is written. */
  WrittenMappings mappings() {
    return mappings;
  }

  /** Resolves domains. */
  Domains domains() {
    return domains;
  }

  /**
   * Tells the domains that documents of an index belong to by its default pipeline. Reads each
   * pipeline once, however many indexes have it.
   */
  Function<String, List<DomainSpec>> domains(ClusterState state) {
    PipelineConfigs pipelines = new PipelineConfigs(state);
    return index -> {
      String pipeline =
          IndexSettings.DEFAULT_PIPELINE.get(state.metadata().index(index).getSettings());
      return pipelines.nearDups(pipeline).stream()
          .map(options -> domains.spec(options, domains.written(index, state), state))
          .toList();
    };
  }

  ClusterState state() {
    return clusterService.state();
  }

  /** Acts as the current user. */
  Client client() {
    return client;
  }

  ThreadPool threadPool() {
    return client.threadPool();
  }

  /** Whether an index is part of a domain. */
  boolean contains(DomainSpec spec, String index) {
    return domains.indices(spec, state()).stream().anyMatch(part -> part.getName().equals(index));
  }

  /** Claims held by the homes of this node, by state. */
  public Map<String, Long> window() {
    return homes.window();
  }

  /** Number of this node's claims in flight. */
  public int inFlight() {
    return inFlight.size();
  }

  /** Memory of all windows, in bytes. */
  public long bytes() {
    return memory.used();
  }
}
