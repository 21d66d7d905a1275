// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import io.neardup.action.agreement.AgreementResponse.Found;
import io.neardup.ingest.features.AnalyzerProbe;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.idf.IdfName;
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

/**
 * Reads dictionaries and tries analyzers of this node, on a thread that may block on disk reads.
 */
public final class TransportAgreementAction
    extends TransportNodesAction<
        AgreementRequest,
        AgreementResponse,
        TransportAgreementAction.NodeRequest,
        AgreementResponse.OfNode> {
  /** The name for roles to grant; not required to store a pipeline. */
  public static final String NAME = "cluster:monitor/near_dup/agreement";

  public static final ActionType<AgreementResponse> INSTANCE =
      new ActionType<>(NAME, AgreementResponse::new);

  private final IdfDictionaries dictionaries;
  private final AnalysisRegistry analyzers;

  @Inject
  public TransportAgreementAction(
      ThreadPool threadPool,
      ClusterService clusterService,
      TransportService transportService,
      ActionFilters actionFilters,
      IdfDictionaries dictionaries,
      AnalysisRegistry analyzers) {
    super(
        NAME,
        threadPool,
        clusterService,
        transportService,
        actionFilters,
        LocalAction.unread(NAME),
        NodeRequest::new,
        ThreadPool.Names.GENERIC,
        AgreementResponse.OfNode.class);
    this.dictionaries = dictionaries;
    this.analyzers = analyzers;
  }

  /** The request to one node. */
  static final class NodeRequest extends TransportRequest {
    private final List<Need> needs;

    NodeRequest(List<Need> needs) {
      this.needs = needs;
    }

    NodeRequest(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in);
      needs = in.readList(Need::new);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      WireVersion.write(out, WireVersion.V_0_1_0);
      out.writeList(needs);
    }
  }

  @Override
  protected AgreementResponse newResponse(
      AgreementRequest request,
      List<AgreementResponse.OfNode> nodes,
      List<FailedNodeException> failures) {
    return new AgreementResponse(clusterService.getClusterName(), nodes, failures);
  }

  @Override
  protected NodeRequest newNodeRequest(AgreementRequest request) {
    return new NodeRequest(request.needs());
  }

  @Override
  protected AgreementResponse.OfNode newNodeResponse(StreamInput in) throws IOException {
    return new AgreementResponse.OfNode(in);
  }

  @Override
  protected AgreementResponse.OfNode nodeOperation(NodeRequest request) {
    return new AgreementResponse.OfNode(
        clusterService.localNode(), request.needs.stream().map(this::find).toList());
  }

  private Found find(Need need) {
    try {
      return new Found(pinned(need), null);
    } catch (RuntimeException e) {
      return new Found(null, e);
    }
  }

  private String pinned(Need need) {
    return switch (need.kind()) {
      case IDF, WITHOUT -> dictionaries.check(IdfName.parse(need.name())).name().toString();
      case ANALYZER -> need.name() + "@" + AnalyzerProbe.digest(analyzers, need.name());
    };
  }
}
