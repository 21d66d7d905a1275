// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.opensearch.common.CheckedRunnable;
import org.opensearch.test.InternalTestCluster;
import org.opensearch.test.transport.MockTransportService;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportService;

/** Requests for an action that reach a node and wait there, until they are released. */
final class HeldRequests implements AutoCloseable {
  private final MockTransportService transport;
  private final Semaphore arrived = new Semaphore(0);
  private final List<CheckedRunnable<Exception>> held = new ArrayList<>();
  private boolean holding = true;

  /** Holds what reaches the node from now on. */
  HeldRequests(InternalTestCluster cluster, String node, String action) {
    transport = (MockTransportService) cluster.getInstance(TransportService.class, node);
    transport.<TransportRequest>addRequestHandlingBehavior(
        action,
        (handler, request, channel, task) -> {
          synchronized (this) {
            if (holding) {
              held.add(() -> handler.messageReceived(request, channel, task));
              arrived.release();
              return;
            }
          }
          handler.messageReceived(request, channel, task);
        });
  }

  /** Until there is one more. */
  void await() throws InterruptedException {
    assertTrue("nothing is held", arrived.tryAcquire(30, TimeUnit.SECONDS));
  }

  /** Holds nothing more. */
  synchronized void letOthersPass() {
    holding = false;
  }

  /** Lets all go on, and all that follow. */
  void release() throws Exception {
    List<CheckedRunnable<Exception>> released;
    synchronized (this) {
      holding = false;
      released = List.copyOf(held);
      held.clear();
    }
    for (CheckedRunnable<Exception> request : released) {
      request.run();
    }
  }

  @Override
  public void close() {
    try {
      release();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    transport.clearInboundRules();
  }
}
