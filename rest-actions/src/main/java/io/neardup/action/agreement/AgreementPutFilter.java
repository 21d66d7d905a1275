// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import io.neardup.ingest.pipeline.PipelinePutFilter;
import io.neardup.ingest.pipeline.Step;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.ingest.PutPipelineRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.logging.HeaderWarning;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.action.ActionListener;
import org.opensearch.ingest.IngestService;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.OriginSettingClient;

/**
 * Rejects pipelines whose analyzers or dictionaries differ between the nodes that would run them.
 * The server itself only validates on the cluster manager.
 */
public final class AgreementPutFilter extends PipelinePutFilter {
  private final ThreadPool threadPool;
  private final Client client;

  /**
   * @param client used as the node, because a user who may store a pipeline need not have
   *     permission to query nodes
   */
  public AgreementPutFilter(ClusterService clusterService, ThreadPool threadPool, Client client) {
    super(clusterService, threadPool);
    this.threadPool = threadPool;
    this.client = new OriginSettingClient(client, IngestService.INGEST_ORIGIN);
  }

  @Override
  protected void check(PutPipelineRequest put, ClusterState state, ActionListener<Void> listener) {
    List<Need> needs = needs(put);
    if (needs.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    client.execute(
        TransportAgreementAction.INSTANCE,
        new AgreementRequest(needs, nodes(state.nodes())),
        ActionListener.map(
            listener,
            response -> {
              warn(needs, Verdict.of(needs, response));
              return null;
            }));
  }

  /** The ingest nodes, and the cluster manager, which creates the processors to validate them. */
  private static Set<String> nodes(DiscoveryNodes nodes) {
    Set<String> ids = new LinkedHashSet<>(nodes.getIngestNodes().keySet());
    ids.add(nodes.getClusterManagerNodeId());
    return ids;
  }

  private static List<Need> needs(PutPipelineRequest request) {
    return Step.in(config(request)).stream().flatMap(Need::of).distinct().toList();
  }

  private static Map<String, Object> config(PutPipelineRequest request) {
    return XContentHelper.convertToMap(request.getSource(), false, request.getMediaType()).v2();
  }

  private void warn(List<Need> needs, List<String> pinned) {
    for (int i = 0; i < needs.size(); i++) {
      if (needs.get(i).isUnpinned()) {
        threadPool
            .getThreadContext()
            .addResponseHeader(
                "Warning",
                HeaderWarning.formatWarning(
                    "["
                        + needs.get(i).kind()
                        + "] names ["
                        + needs.get(i).name()
                        + "] without a digest, so a node with a different file would make different"
                        + " fingerprints; name ["
                        + pinned.get(i)
                        + "] so that such a node rejects documents instead"));
      }
    }
  }
}
