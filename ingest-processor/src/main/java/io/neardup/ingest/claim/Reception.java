// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.ClaimRequest;
import io.neardup.ingest.claim.message.ClaimResponse;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.SpecDifference;
import io.neardup.sequencer.ClaimWindow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.core.action.ActionListener;

/**
 * Admits requests to a home: none before it has started, then those with its spec, until one with
 * another spec waits for it to end. Thread-safe.
 */
final class Reception {
  /** What happens to a request. */
  enum Admission {
    CLAIM,
    WAIT,
    /** It waits until this home is empty. */
    RETIRE,
    /** Its time is up, or it would wait for itself. */
    OVER,
    /** The home has ended. */
    MOVED
  }

  /**
   * A waiting request.
   *
   * @param deadline of its answer, in the milliseconds of the context
   */
  record Waiting(ClaimRequest request, long deadline, ActionListener<ClaimResponse> listener) {
    /** Answers it when its time is up; a request with another spec may be retried. */
    void expire(DomainSpec spec) {
      listener.onFailure(
          request.spec.equals(spec)
              ? new OpenSearchTimeoutException("the home of [" + spec.key() + "] was not ready")
              : SpecDifference.refusal(spec, request.spec));
    }
  }

  private final DomainSpec spec;
  private final HomeContext context;
  private final ClaimWindow window;

  /** Requests that wait for this home to start, or for the next one. */
  private final List<Waiting> waiting = new ArrayList<>();

  private boolean open;
  private boolean retiring;
  private volatile boolean closed;

  Reception(DomainSpec spec, HomeContext context, ClaimWindow window) {
    this.spec = spec;
    this.context = context;
    this.window = window;
  }

  /** Admits a request or adds it to the waiting ones. */
  synchronized Admission admit(Waiting next) {
    Admission admission = admission(next);
    if (admission == Admission.WAIT || admission == Admission.RETIRE) {
      waiting.add(next);
    }
    retiring |= admission == Admission.RETIRE;
    return admission;
  }

  private Admission admission(Waiting next) {
    if (closed) {
      return Admission.MOVED;
    }
    if (next.deadline() <= context.millis() || nodes().contains(next.request().node) == false) {
      return Admission.OVER;
    }
    if (open == false) {
      return Admission.WAIT;
    }
    boolean sameSpec = next.request().spec.equals(spec);
    if (sameSpec && retiring == false) {
      return Admission.CLAIM;
    }
    // A bulk ends only with all of its parts: none of them can wait for claims of another.
    if (window.open().holds(next.request().bulk)) {
      return sameSpec ? Admission.CLAIM : Admission.OVER;
    }
    return retiring ? Admission.WAIT : Admission.RETIRE;
  }

  /** Nodes of the cluster: one that is gone waits for nothing and would never report outcomes. */
  Set<String> nodes() {
    Set<String> nodes = new HashSet<>();
    for (DiscoveryNode node : context.state().nodes()) {
      nodes.add(node.getEphemeralId());
    }
    return nodes;
  }

  /** Starts admitting requests; returns those that waited. */
  synchronized List<Waiting> open() {
    open = true;
    return takeWaiting();
  }

  /** Answers requests whose time is up. */
  void expire() {
    List<Waiting> over;
    synchronized (this) {
      over = waiting.stream().filter(next -> next.deadline <= context.millis()).toList();
      waiting.removeAll(over);
    }
    over.forEach(next -> next.expire(spec));
  }

  /** Removes and returns the requests that were not claimed, in the order of arrival. */
  synchronized List<Waiting> takeWaiting() {
    List<Waiting> taken = List.copyOf(waiting);
    waiting.clear();
    return taken;
  }

  /** Stops admitting requests; returns those that waited. */
  synchronized List<Waiting> close() {
    closed = true;
    return takeWaiting();
  }

  boolean closed() {
    return closed;
  }
}
