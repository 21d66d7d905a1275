// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
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

/** Holds some requests of users and jobs, so that something else comes first. */
public final class HeldRequestsPlugin extends Plugin implements ActionPlugin {
  /** Which ones. */
  private static volatile Predicate<ActionRequest> held = request -> false;

  /** How many are held now. */
  public static final AtomicInteger HELD = new AtomicInteger();

  /** Lets them go. */
  private static volatile CountDownLatch gate = new CountDownLatch(0);

  /** Holds those that are such, from now on. */
  public static void hold(Predicate<ActionRequest> such) {
    gate = new CountDownLatch(1);
    held = such;
  }

  /** Lets go what is held, and holds nothing any more. */
  public static void letGo() {
    held = request -> false;
    gate.countDown();
  }

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
            if (held.test(request)) {
              // Not in the thread of the caller, which has other requests to answer.
              Runnable late = () -> chain.proceed(task, action, request, listener);
              new Thread(() -> later(late, listener)).start();
            } else {
              chain.proceed(task, action, request, listener);
            }
          }
        });
  }

  private static void later(Runnable request, ActionListener<?> listener) {
    HELD.incrementAndGet();
    try {
      if (gate.await(30, TimeUnit.SECONDS)) {
        request.run();
      } else {
        listener.onFailure(new IllegalStateException("held too long"));
      }
    } catch (InterruptedException e) {
      listener.onFailure(e);
    } finally {
      HELD.decrementAndGet();
    }
  }

  /** Bulks that write a document. */
  public static Predicate<ActionRequest> writesOf(String id) {
    return request ->
        request instanceof BulkRequest bulk
            && bulk.requests().stream()
                .filter(write -> write.opType() != DocWriteRequest.OpType.DELETE)
                .anyMatch(write -> id.equals(write.id()));
  }
}
