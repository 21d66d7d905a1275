// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import io.neardup.request.Listeners;
import io.neardup.target.Nearness;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.search.TotalHits;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.SearchHits;
import org.opensearch.transport.client.Client;

/**
 * Answers all questions at the distance of the request. For the k nearest it searches at growing
 * distances, repeating questions that have found too few: anything not found yet is farther away
 * than every hit, in any shard. So the nearest are exact under any filter.
 */
final class ExpandingSearch {
  /**
   * From this many questions on, one shared search plus one for sources is faster than separate
   * searches.
   */
  private static final int MIN_SHARED = 5;

  /** Where one kind of lookup ends and the next, more expensive one begins; then two scans. */
  private static final int[] STEPS = {3, 7, 11, 20};

  private final Client client;
  private final NearDupRequest request;
  private final TaskId parent;
  private final MemoryAccount memory;
  private final List<Nearness> rounds;

  ExpandingSearch(Client client, NearDupRequest request, TaskId parent, CircuitBreaker breaker) {
    this.client = client;
    this.request = request;
    this.parent = parent;
    this.memory = new BreakerMemory(breaker, "<near_dup>", "").open();
    this.rounds = request.k() == null ? List.of(request.nearness()) : rounds(request);
  }

  private static List<Nearness> rounds(NearDupRequest request) {
    int farthest = request.nearness().distance(request.field(), true);
    return IntStream.concat(
            IntStream.of(STEPS).filter(step -> step < farthest), IntStream.of(farthest))
        .mapToObj(Nearness::within)
        .toList();
  }

  /** Answers in the order of the questions, all of which have a fingerprint. */
  void run(List<Question> questions, ActionListener<List<NearDupResult>> listener) {
    NearDupResult[] results = new NearDupResult[questions.size()];
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      open.add(i);
    }
    run(0, questions, open, results, ActionListener.runAfter(listener, memory::close));
  }

  private void run(
      int next,
      List<Question> questions,
      List<Integer> open,
      NearDupResult[] results,
      ActionListener<List<NearDupResult>> listener) {
    if (open.isEmpty()) {
      listener.onResponse(Arrays.asList(results));
      return;
    }
    boolean last = next == rounds.size() - 1;
    Round round = new Round(request, rounds.get(next), last ? 0 : request.k());
    ask(
        round,
        open.stream().map(questions::get).toList(),
        Listeners.then(
            listener,
            (found, rest) -> {
              List<Integer> again = new ArrayList<>();
              for (int i = 0; i < found.size(); i++) {
                NearDupResult result = found.get(i);
                if (result.failure() == null && round.isAnswer(result.matches()) == false) {
                  again.add(open.get(i));
                }
                results[open.get(i)] = nearest(result);
              }
              run(next + 1, questions, again, results, rest);
            }));
  }

  private void ask(
      Round round, List<Question> questions, ActionListener<List<NearDupResult>> listener) {
    if (questions.size() >= MIN_SHARED && request.isPlain() && areShareable(questions)) {
      new SharedSearch(client, round, parent, memory).run(questions, listener);
    } else {
      new SeparateSearches(client, round, parent).run(questions, listener);
    }
  }

  /** An aggregation attributes hits by Hamming distance alone. */
  private boolean areShareable(List<Question> questions) {
    return request.verification() == null
        && questions.stream().allMatch(question -> question.target().kind() == TargetKind.SIMHASH);
  }

  /** Reduces the matches within a distance to the k nearest. */
  private NearDupResult nearest(NearDupResult result) {
    if (request.k() == null || result.matches() <= request.k()) {
      return result;
    }
    SearchHits all = result.search().getHits();
    TotalHits total = new TotalHits(request.k(), TotalHits.Relation.EQUAL_TO);
    return result.with(new SearchHits(all.getHits(), total, all.getMaxScore()), List.of());
  }
}
