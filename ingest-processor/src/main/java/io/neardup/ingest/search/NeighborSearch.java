// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Answer;
import io.neardup.sequencer.Batch;
import io.neardup.sequencer.BatchMatches;
import io.neardup.sequencer.ClaimedVersion;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Hit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.core.action.ActionListener;

/**
 * Collects from the index everything that is needed to decide a batch: nearby canonicals, the
 * members that stand in for missing ones, and, if duplicates are to be discarded or documents are
 * decided anew, whether their matches still exist; and what the texts of what is near say.
 *
 * <p>See {@code docs/design/claims.md}.
 */
public record NeighborSearch(DomainSearch search) {
  /**
   * A request to search for a batch.
   *
   * @param matches of the window in which it was claimed
   * @param batch of claims
   * @param docs of the batch, in order
   * @param discards whether duplicates are not written to their original target
   */
  public record Question(
      BatchMatches matches, Batch batch, List<ClaimDoc> docs, boolean discards) {}

  /** Searches; finds nothing if there is no index. */
  public void ask(Question question, ActionListener<Answer> asked) {
    if (search.indices().isEmpty()) {
      asked.onResponse(Answer.none(0));
      return;
    }
    MemoryAccount memory = search.openAccount();
    ActionListener<Answer> listener = ActionListener.runAfter(asked, memory::close);
    NearSearch near =
        new NearSearch(search, question.docs, question.batch.stored() == false, memory);
    near.run(Listeners.then(listener, (done, next) -> look(question, near, next)));
  }

  private void look(Question question, NearSearch found, ActionListener<Answer> listener) {
    Map<ClaimedVersion, Hit> versions = new LinkedHashMap<>();
    List<DocRef> ids = List.of();
    if (question.discards || question.batch.stored()) {
      question
          .matches
          .acknowledged(question.batch)
          .forEach(hit -> versions.put(hit.version(), hit));
      // What the search saw can be recognized without being read.
      question
          .matches
          .near(question.batch, found.canonicals())
          .forEach(hit -> versions.put(hit.version(), hit));
    }
    if (question.discards) {
      ids = question.matches.ids(question.batch, found.canonicals());
    }
    // If the lookup fails, no match is confirmed, so that all is written.
    MatchLookup.Seen nothing = new MatchLookup.Seen(Map.of(), Map.of());
    search
        .lookup()
        .look(
            versions.values(),
            ids,
            Listeners.listener(
                seen -> answer(question, found, seen, listener),
                e -> answer(question, found, nothing, listener)));
  }

  private void answer(
      Question question, NearSearch found, MatchLookup.Seen seen, ActionListener<Answer> listener) {
    TextLosses.ask(
        search,
        question,
        Stream.concat(found.canonicals().stream(), found.standIns().stream()).toList(),
        ActionListener.map(
            listener,
            texts ->
                new Answer(
                    found.canonicals(),
                    found.standIns(),
                    seen.there(),
                    seen.taken(),
                    found.failed(),
                    texts)));
  }
}
