// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.SpecDifference;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.core.action.ActionListener;

/** Requests that a home has not claimed yet, in the order in which they came. Thread-safe. */
final class Waitlist {
  /**
   * One of them.
   *
   * @param deadline by when it must be answered, in the milliseconds of the context
   */
  record Waiting(ClaimRequest request, long deadline, ActionListener<ClaimResponse> listener) {
    /** Nobody waits for it any more; what is compared in another way may come again. */
    void expire(DomainSpec spec) {
      listener.onFailure(
          request.spec.equals(spec)
              ? new OpenSearchTimeoutException("the home of [" + spec.key() + "] was not ready")
              : SpecDifference.refusal(spec, request.spec));
    }
  }

  private final List<Waiting> waiting = new ArrayList<>();

  synchronized void add(Waiting next) {
    waiting.add(next);
  }

  /** Nobody else has them from now on. */
  synchronized List<Waiting> takeAll() {
    List<Waiting> taken = List.copyOf(waiting);
    waiting.clear();
    return taken;
  }

  /** Answers those whose time is up. */
  void expire(long now, DomainSpec spec) {
    List<Waiting> over;
    synchronized (this) {
      over = waiting.stream().filter(next -> next.deadline <= now).toList();
      waiting.removeAll(over);
    }
    over.forEach(next -> next.expire(spec));
  }
}
