// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.search.NeighborSearch;
import io.neardup.ingest.search.NeighborSearch.Question;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Answer;
import io.neardup.sequencer.ClaimWindow;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.cluster.ClusterState;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;

/**
 * Searches for the claims of a home's batches: after any refresh that is due, again while a shard
 * is missing.
 */
record BatchSearch(
    DomainSpec spec, HomeContext context, DomainRefresh refresh, ClaimWindow window) {
  private static final Logger LOGGER = LogManager.getLogger(BatchSearch.class);

  /**
   * Answers once, by {@link Answer#none} when the time is up.
   *
   * @param deadline in the milliseconds of the context
   * @param closed whether nobody is waiting anymore
   */
  void run(Question question, long deadline, BooleanSupplier closed, Consumer<Answer> answered) {
    long start = System.nanoTime();
    attempt(
        question,
        deadline,
        Listeners.listener(
            answer -> {
              context.counters().countLatency("search", System.nanoTime() - start);
              answer.standIns().forEach(hit -> window.orphans().found(hit.group()));
              answered.accept(answer);
            },
            e -> {
              if (context.millis() < deadline && closed.getAsBoolean() == false) {
                context.later(() -> run(question, deadline, closed, answered));
              } else {
                LOGGER.debug("the search for claims of [{}] failed", spec.key(), e);
                answered.accept(Answer.none(question.docs().size()));
              }
            }));
  }

  private void attempt(Question question, long deadline, ActionListener<Answer> answered) {
    long left = Math.max(1, deadline - context.millis());
    Listeners.begin(
        context.within(left, answered),
        listener -> {
          ClusterState state = context.state();
          List<Index> indices = context.domains().indices(spec, state);
          NeighborSearch neighbors = new NeighborSearch(context.search(spec, indices, left));
          refresh.ensure(
              state,
              indices,
              Listeners.then(listener, (done, next) -> neighbors.ask(question, next)));
        });
  }
}
