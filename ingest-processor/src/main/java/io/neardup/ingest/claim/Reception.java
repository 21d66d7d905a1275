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
 * Admits requests to a home: none before it has started, then those with its spec, until one with
 * another spec waits for it to end. Thread-safe.
 *
 * <p>See {@code docs/design/claims.md}.
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

  private final DomainSpec spec;
  private final HomeContext context;
  private final ClaimWindow window;

  /** Requests that wait for this home to start, or for the next one. */
  private final Waitlist waiting = new Waitlist();

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
    return waiting.takeAll();
  }

  /** Answers requests whose time is up. */
  void expire() {
    waiting.expire(context.millis(), spec);
  }

  /** Removes and returns the requests that were not claimed. */
  List<Waiting> takeWaiting() {
    return waiting.takeAll();
  }

  /** Stops admitting requests; returns those that waited. */
  synchronized List<Waiting> close() {
    closed = true;
    return waiting.takeAll();
  }

  boolean closed() {
    return closed;
  }
}
