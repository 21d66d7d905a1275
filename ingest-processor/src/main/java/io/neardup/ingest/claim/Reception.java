// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.Waitlist.Waiting;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.ClaimWindow;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.cluster.node.DiscoveryNode;

/**
 * Whom a home lets in: nobody before it has begun; from then on whoever compares as it does, until
 * somebody who does not waits for it to end. Thread-safe.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class Reception {
  /** What becomes of a request. */
  enum Admission {
    CLAIM,
    WAIT,
    /** It waits until nothing of this home is left. */
    RETIRE,
    /** Nobody waits for it, or it would wait for itself. */
    OVER,
    /** The home has ended. */
    MOVED
  }

  private final DomainSpec spec;
  private final HomeContext context;
  private final ClaimWindow window;

  /** Until it has begun, or for whoever comes after. */
  private final Waitlist waiting = new Waitlist();

  private boolean open;
  private boolean retiring;
  private volatile boolean closed;

  Reception(DomainSpec spec, HomeContext context, ClaimWindow window) {
    this.spec = spec;
    this.context = context;
    this.window = window;
  }

  /** Whoever is to wait does so from now on. */
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
    // A bulk ends only with all its parts: none of them can wait for claims of another.
    if (window.holds(next.request().bulk)) {
      return sameSpec ? Admission.CLAIM : Admission.OVER;
    }
    return retiring ? Admission.WAIT : Admission.RETIRE;
  }

  /** Nodes of the cluster: one that is gone waits for nothing, and would never tell. */
  Set<String> nodes() {
    Set<String> nodes = new HashSet<>();
    for (DiscoveryNode node : context.state().nodes()) {
      nodes.add(node.getEphemeralId());
    }
    return nodes;
  }

  /** Lets requests in; answers those that wait. */
  synchronized List<Waiting> open() {
    open = true;
    return waiting.takeAll();
  }

  /** Answers those whose time is up. */
  void expire() {
    waiting.expire(context.millis(), spec);
  }

  /** Requests that were not claimed; nobody else knows of them from now on. */
  List<Waiting> takeWaiting() {
    return waiting.takeAll();
  }

  /** Lets nobody in any more; answers those that waited. */
  synchronized List<Waiting> close() {
    closed = true;
    return waiting.takeAll();
  }

  boolean closed() {
    return closed;
  }
}
