// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.idfcheck;

import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.idf.IdfName;
import io.neardup.mapper.WireVersion;
import io.neardup.rest.idfcheck.IdfCheckResponse.Found;
import java.io.IOException;
import java.util.List;
import org.opensearch.action.FailedNodeException;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.nodes.TransportNodesAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportService;

/** Reads the dictionaries of this node for whoever asks, on a thread that may wait for a disk. */
public final class TransportIdfCheckAction
    extends TransportNodesAction<
        IdfCheckRequest,
        IdfCheckResponse,
        TransportIdfCheckAction.NodeRequest,
        IdfCheckResponse.OfNode> {
  private final IdfDictionaries dictionaries;

  @Inject
  public TransportIdfCheckAction(
      ThreadPool threadPool,
      ClusterService clusterService,
      TransportService transportService,
      ActionFilters actionFilters,
      IdfDictionaries dictionaries) {
    super(
        IdfCheckAction.NAME,
        threadPool,
        clusterService,
        transportService,
        actionFilters,
        IdfCheckRequest::new,
        NodeRequest::new,
        ThreadPool.Names.GENERIC,
        IdfCheckResponse.OfNode.class);
    this.dictionaries = dictionaries;
  }

  /** Asks one node. */
  static final class NodeRequest extends TransportRequest {
    private final List<String> names;

    NodeRequest(List<String> names) {
      this.names = names;
    }

    NodeRequest(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in);
      names = in.readStringList();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      WireVersion.write(out, WireVersion.V_0_1_0);
      out.writeStringCollection(names);
    }
  }

  @Override
  protected IdfCheckResponse newResponse(
      IdfCheckRequest request,
      List<IdfCheckResponse.OfNode> nodes,
      List<FailedNodeException> failures) {
    return new IdfCheckResponse(clusterService.getClusterName(), nodes, failures);
  }

  @Override
  protected NodeRequest newNodeRequest(IdfCheckRequest request) {
    return new NodeRequest(request.names());
  }

  @Override
  protected IdfCheckResponse.OfNode newNodeResponse(StreamInput in) throws IOException {
    return new IdfCheckResponse.OfNode(in);
  }

  @Override
  protected IdfCheckResponse.OfNode nodeOperation(NodeRequest request) {
    return new IdfCheckResponse.OfNode(
        clusterService.localNode(), request.names.stream().map(this::find).toList());
  }

  private Found find(String name) {
    try {
      return new Found(dictionaries.check(IdfName.parse(name)).name().toString(), null);
    } catch (RuntimeException e) {
      return new Found(null, e);
    }
  }
}
