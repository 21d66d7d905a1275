// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.clustermanager.AcknowledgedRequest;
import org.opensearch.action.support.clustermanager.AcknowledgedResponse;
import org.opensearch.action.support.clustermanager.TransportClusterManagerNodeAction;
import org.opensearch.cluster.AckedClusterStateUpdateTask;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.block.ClusterBlockException;
import org.opensearch.cluster.block.ClusterBlockLevel;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.metadata.MetadataDeleteIndexService;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Nullable;
import org.opensearch.common.Priority;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;

/**
 * What the cluster manager does to a {@code dest} that its UUID names. It seals it: a digest of
 * what a run was asked stands in the metadata of the index, where no request of a user writes, so
 * that whoever may write to the index, or map it, cannot have others go on with something that
 * nobody asked for. And it removes one that is refused, since core's own request to delete knows
 * names alone.
 */
public final class DestMetadataAction extends ActionType<AcknowledgedResponse> {
  public static final DestMetadataAction INSTANCE = new DestMetadataAction();

  private static final String NAME = "internal:near_dup/groups/dest";
  private static final String KEY = "near_dup_groups";
  private static final String DIGEST = "digest";

  private DestMetadataAction() {
    super(NAME, AcknowledgedResponse::new);
  }

  /** Whether this is the digest that was kept. */
  static boolean isSealed(IndexMetadata index, String digest) {
    Map<String, String> kept = index.getCustomData(KEY);
    return kept != null && digest.equals(kept.get(DIGEST));
  }

  /** Either of the two. */
  public static final class Request extends AcknowledgedRequest<Request> {
    private final Index index;

    /** Null to remove the index. */
    @Nullable private final String digest;

    private Request(Index index, @Nullable String digest) {
      this.index = index;
      this.digest = digest;
    }

    static Request seal(Index index, String digest) {
      return new Request(index, digest);
    }

    static Request remove(Index index) {
      return new Request(index, null);
    }

    /** Mirrors {@link #writeTo}. */
    public Request(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in);
      index = new Index(in);
      digest = in.readOptionalString();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      WireVersion.write(out, WireVersion.V_0_1_0);
      index.writeTo(out);
      out.writeOptionalString(digest);
    }

    @Override
    public ActionRequestValidationException validate() {
      return null;
    }
  }

  /** Does so on the cluster manager. */
  public static final class Transport
      extends TransportClusterManagerNodeAction<Request, AcknowledgedResponse> {
    private final MetadataDeleteIndexService removal;

    @Inject
    public Transport(
        TransportService transportService,
        ClusterService clusterService,
        ThreadPool threadPool,
        ActionFilters actionFilters,
        IndexNameExpressionResolver resolver,
        MetadataDeleteIndexService removal) {
      super(
          NAME,
          transportService,
          clusterService,
          threadPool,
          actionFilters,
          Request::new,
          resolver);
      this.removal = removal;
    }

    @Override
    protected String executor() {
      return ThreadPool.Names.SAME;
    }

    @Override
    protected AcknowledgedResponse read(StreamInput in) throws IOException {
      return new AcknowledgedResponse(in);
    }

    @Override
    protected ClusterBlockException checkBlock(Request request, ClusterState state) {
      return state.blocks().globalBlockedException(ClusterBlockLevel.METADATA_WRITE);
    }

    @Override
    protected void clusterManagerOperation(
        Request request, ClusterState state, ActionListener<AcknowledgedResponse> listener) {
      clusterService.submitStateUpdateTask(
          "near_dup groups of [" + request.index.getName() + "]",
          new AckedClusterStateUpdateTask<>(Priority.URGENT, request, listener) {
            @Override
            protected AcknowledgedResponse newResponse(boolean acknowledged) {
              return new AcknowledgedResponse(acknowledged);
            }

            @Override
            public ClusterState execute(ClusterState current) {
              IndexMetadata index = current.metadata().index(request.index);
              if (index == null) {
                throw new IndexNotFoundException(request.index);
              }
              if (request.digest == null) {
                return removal.deleteIndices(current, Set.of(request.index));
              }
              IndexMetadata.Builder sealed =
                  IndexMetadata.builder(index).putCustom(KEY, Map.of(DIGEST, request.digest));
              return ClusterState.builder(current)
                  .metadata(Metadata.builder(current.metadata()).put(sealed))
                  .build();
            }
          });
    }
  }
}
