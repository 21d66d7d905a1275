// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.write;

import io.neardup.groups.job.WaitingTask.Question;
import io.neardup.groups.job.Work;
import java.util.List;
import java.util.Map;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.admin.indices.create.AutoCreateAction;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.bulk.BulkShardRequest;
import org.opensearch.action.bulk.TransportShardBulkAction;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.index.Index;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.tasks.Task;

/**
 * The indexes that writes were decided for, by name, with their UUIDs. A bulk knows names alone: if
 * an index was deleted and created anew meanwhile, or its name given to an alias, it would write to
 * another one, and if it was deleted, it would create it. What is written within {@link #bind} does
 * neither: {@link Filter} refuses it where core has found the shard of each document.
 *
 * @param uuids by name
 */
public record BoundIndexes(Map<String, String> uuids) {
  private static final String KEY = "near_dup.groups.bound_indexes";

  /** Has a question that writes write to these indexes only. */
  public <T> Question<T> bind(Work work, Question<T> question) {
    ThreadContext context = work.node().threadPool().getThreadContext();
    return listener -> {
      ThreadContext.StoredContext before = context.newStoredContext(true, List.of(KEY));
      try {
        context.putTransient(KEY, this);
        question.ask(listener);
      } finally {
        before.close();
      }
    };
  }

  private void require(Index index) {
    if (index.getUUID().equals(uuids.get(index.getName())) == false) {
      throw gone(index.getName());
    }
  }

  static OpenSearchStatusException gone(String index) {
    return new OpenSearchStatusException(
        "[{}] is not the index that was grouped: it was deleted meanwhile, or its name is that of"
            + " another one now; nothing is written to it, group again",
        RestStatus.GONE,
        index);
  }

  /** Refuses to write elsewhere. */
  public static final class Filter implements ActionFilter {
    private volatile ThreadContext context;

    /** Sets that of the node, before the first write. */
    public void use(ThreadContext ofNode) {
      context = ofNode;
    }

    @Override
    public int order() {
      return 0;
    }

    @Override
    public <Request extends ActionRequest, Response extends ActionResponse> void apply(
        Task task,
        String action,
        Request request,
        ActionRequestMetadata<Request, Response> metadata,
        ActionListener<Response> listener,
        ActionFilterChain<Request, Response> chain) {
      BoundIndexes bound = context.getTransient(KEY);
      if (bound != null) {
        try {
          bound.check(action, request);
        } catch (OpenSearchStatusException e) {
          listener.onFailure(e);
          return;
        }
      }
      chain.proceed(task, action, request, listener);
    }
  }

  private void check(String action, ActionRequest request) {
    if (action.equals(AutoCreateAction.NAME) && request instanceof CreateIndexRequest create) {
      throw gone(create.index());
    }
    if (action.startsWith(TransportShardBulkAction.ACTION_NAME)
        && request instanceof BulkShardRequest shard) {
      require(shard.shardId().getIndex());
    }
  }
}
