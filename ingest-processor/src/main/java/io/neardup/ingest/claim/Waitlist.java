// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.ClaimRequest;
import io.neardup.ingest.claim.message.ClaimResponse;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.SpecDifference;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.core.action.ActionListener;

/** Requests that a home has not claimed yet, in the order of arrival. Thread-safe. */
final class Waitlist {
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

  private final List<Waiting> waiting = new ArrayList<>();

  synchronized void add(Waiting next) {
    waiting.add(next);
  }

  /** Removes and returns all requests. */
  synchronized List<Waiting> takeAll() {
    List<Waiting> taken = List.copyOf(waiting);
    waiting.clear();
    return taken;
  }

  /** Answers requests whose time is up. */
  void expire(long now, DomainSpec spec) {
    List<Waiting> over;
    synchronized (this) {
      over = waiting.stream().filter(next -> next.deadline <= now).toList();
      waiting.removeAll(over);
    }
    over.forEach(next -> next.expire(spec));
  }
}
