// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.tasks.Task;

/** Holds bulks that write one document, so that its deletion comes first. */
public final class HeldBulkPlugin extends Plugin implements ActionPlugin {
  /** The {@code _id} of the document; null if no bulk is held. */
  static volatile String heldId;

  /** Lets the bulk go. */
  static volatile CountDownLatch gate = new CountDownLatch(0);

  @Override
  public List<ActionFilter> getActionFilters() {
    return List.of(
        new ActionFilter() {
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
            if (request instanceof BulkRequest bulk && isHeld(bulk)) {
              // Not in the thread of the caller, which has other requests to answer.
              Runnable late = () -> chain.proceed(task, action, request, listener);
              new Thread(() -> later(late, listener)).start();
            } else {
              chain.proceed(task, action, request, listener);
            }
          }
        });
  }

  private static void later(Runnable bulk, ActionListener<?> listener) {
    try {
      if (gate.await(30, TimeUnit.SECONDS)) {
        bulk.run();
      } else {
        listener.onFailure(new IllegalStateException("held too long"));
      }
    } catch (InterruptedException e) {
      listener.onFailure(e);
    }
  }

  private static boolean isHeld(BulkRequest bulk) {
    return heldId != null
        && bulk.requests().stream()
            .filter(request -> request.opType() != DocWriteRequest.OpType.DELETE)
            .anyMatch(request -> heldId.equals(request.id()));
  }
}
