// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.search.NeighborSearch;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Answer;
import io.neardup.sequencer.Batch;
import io.neardup.sequencer.Budget;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.Decision;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.common.Randomness;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;

/** Decides if no home can: by the index and the other documents of the request. */
final class IndexDecider {
  private static final Logger LOGGER = LogManager.getLogger(IndexDecider.class);
  private static final long LOG_MILLIS = TimeValue.timeValueMinutes(1).millis();

  private final HomeContext context;
  private final AtomicLong lastLog = new AtomicLong(-LOG_MILLIS);

  IndexDecider(HomeContext context) {
    this.context = context;
  }

  /**
   * Answers with one decision per document, which no other node learns of.
   *
   * @param deadline after which it does not wait for the index
   */
  void decide(
      ClaimClient.Question question,
      long deadline,
      String reason,
      ActionListener<List<Decision>> listener) {
    if (question.bulk() != null) {
      log(question.spec(), reason);
    }
    DomainSpec spec = question.spec();
    ClaimWindow window =
        new ClaimWindow(spec.rules(), Randomness.get().nextLong(), 0, Budget.UNLIMITED, () -> 0);
    String bulk = question.bulk() == null ? "" : question.bulk();
    Batch batch = window.claim(bulk, "", ClaimDoc.claims(question.docs()), false);
    Consumer<Answer> decide =
        answer -> {
          List<Decision> decisions = window.ready(batch, answer).get(0).decisions();
          listener.onResponse(decisions.stream().map(Decision::unclaimed).toList());
        };
    long left = Math.max(1, deadline - context.millis());
    Listeners.begin(
        context.within(
            left,
            Listeners.listener(decide, e -> decide.accept(Answer.none(question.docs().size())))),
        found ->
            new NeighborSearch(context.search(spec, left))
                .ask(
                    new NeighborSearch.Question(window.matches(), batch, question.docs(), false),
                    found));
  }

  /** Logs at most one line per minute. */
  private void log(DomainSpec spec, String reason) {
    long now = context.millis();
    long last = lastLog.get();
    if (now - last >= LOG_MILLIS && lastLog.compareAndSet(last, now)) {
      LOGGER.warn(
          "near_dup decides documents of [{}] from the index alone: {} (logged at most once a"
              + " minute)",
          spec.key(),
          reason);
    }
  }
}
