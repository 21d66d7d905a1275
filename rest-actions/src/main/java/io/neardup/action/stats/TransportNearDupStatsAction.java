// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import io.neardup.ingest.claim.NearDupIngestCounters;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.minhash.MinHashCounters;
import io.neardup.ingest.neardup.NearDupIngest;
import io.neardup.ingest.pipeline.PipelineConfigs;
import io.neardup.ingest.simhash.SimHashCounters;
import io.neardup.request.LocalAction;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import org.opensearch.action.ActionType;
import org.opensearch.action.FailedNodeException;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.nodes.TransportNodesAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.index.analysis.AnalysisRegistry;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportService;

/** Reads the counters of this node. */
public final class TransportNearDupStatsAction
    extends TransportNodesAction<
        NearDupStatsRequest,
        NearDupStatsResponse,
        TransportNearDupStatsAction.NodeRequest,
        NearDupStatsResponse.NodeStats> {
  /** The name for roles to grant. */
  public static final String NAME = "cluster:monitor/near_dup/stats";

  public static final ActionType<NearDupStatsResponse> INSTANCE =
      new ActionType<>(NAME, NearDupStatsResponse::new);

  private final IdfDictionaries dictionaries;
  private final AnalysisRegistry analyzers;
  private final SimHashCounters simHash;
  private final MinHashCounters minHash;
  private final NearDupCounters searches;
  private final NearDupIngest ingest;
  private final NearDupIngestCounters decisions;

  @Inject
  public TransportNearDupStatsAction(
      ThreadPool threadPool,
      ClusterService clusterService,
      TransportService transportService,
      ActionFilters actionFilters,
      IdfDictionaries dictionaries,
      AnalysisRegistry analyzers,
      SimHashCounters simHash,
      MinHashCounters minHash,
      NearDupCounters searches,
      NearDupIngest ingest,
      NearDupIngestCounters decisions) {
    super(
        NAME,
        threadPool,
        clusterService,
        transportService,
        actionFilters,
        LocalAction.unread(NAME),
        NodeRequest::new,
        ThreadPool.Names.MANAGEMENT,
        NearDupStatsResponse.NodeStats.class);
    this.dictionaries = dictionaries;
    this.analyzers = analyzers;
    this.simHash = simHash;
    this.minHash = minHash;
    this.searches = searches;
    this.ingest = ingest;
    this.decisions = decisions;
  }

  /** The request to one node, without parameters. */
  static final class NodeRequest extends TransportRequest {
    NodeRequest() {}

    NodeRequest(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      WireVersion.write(out, WireVersion.V_0_1_0);
    }
  }

  @Override
  protected NearDupStatsResponse newResponse(
      NearDupStatsRequest request,
      List<NearDupStatsResponse.NodeStats> nodes,
      List<FailedNodeException> failures) {
    return new NearDupStatsResponse(clusterService.getClusterName(), nodes, failures);
  }

  @Override
  protected NodeRequest newNodeRequest(NearDupStatsRequest request) {
    return new NodeRequest();
  }

  @Override
  protected NearDupStatsResponse.NodeStats newNodeResponse(StreamInput in) throws IOException {
    return new NearDupStatsResponse.NodeStats(in);
  }

  @Override
  protected NearDupStatsResponse.NodeStats nodeOperation(NodeRequest request) {
    return new NearDupStatsResponse.NodeStats(
        clusterService.localNode(),
        new NearDupStats(
            new Counts(simHash.sums()),
            new Counts(minHash.sums()),
            new Counts(searches.sums()),
            new Counts(decisions.documents()),
            new Counts(decisions.matchedBy()),
            new Counts(decisions.home()),
            NearDupStats.window(ingest.service().window())
                .with("size_in_bytes", ingest.service().bytes()),
            new Latencies(decisions.latencies())),
        dictionaries.all().stream().map(NearDupStatsResponse.Dictionary::new).toList(),
        UsedAnalyzer.all(new PipelineConfigs(clusterService.state()), analyzers));
  }
}
