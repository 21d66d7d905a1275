// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.neardup.HitReader.Place;
import io.neardup.action.resolve.DocumentTexts;
import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lost.IndexDocFreqs;
import io.neardup.request.HitBytes;
import io.neardup.request.Listeners;
import io.neardup.request.RequestTask;
import io.neardup.resolve.FingerprintSource;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.ActionRunnable;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * Confirms what was found by its texts, read with the caller's rights. The documents that questions
 * are about are measured first. Then candidates are read, the nearest first, and each is measured
 * once and compared with all questions that have found it: of a batch, nothing is kept but what the
 * comparisons say. A text costs its analysis, 64 microseconds for 2 KB; comparing two a
 * microsecond, and their edits up to 200, or for long texts up to a second, after which they are
 * not counted on.
 */
final class TextVerifier {
  private static final String GONE =
      "since it was found, the document was deleted, or no longer matches [filter]";

  private final DocumentTexts texts;
  private final AskedTexts asked;
  private final Executor executor;
  private final NearDupRequest request;
  private final RequestTask task;
  private final MemoryAccount memory;

  /** Null if nothing is asked about what is lost. */
  @Nullable private final HitLosses losses;

  private final Map<Place, List<Candidate>> candidates = new LinkedHashMap<>();

  /** Why candidates cannot be compared: that they were not read, until they are. */
  private final IdentityHashMap<SearchHit, String> unread = new IdentityHashMap<>();

  private final IdentityHashMap<Question, Exception> failures = new IdentityHashMap<>();

  /** A hit of a question. */
  private record Candidate(Question question, SearchHit hit) {}

  /**
   * @throws IllegalArgumentException (HTTP 400) if no processor shows how texts are read
   */
  TextVerifier(
      TransportNearDupAction node,
      Client client,
      NearDupRequest request,
      RequestTask task,
      MemoryAccount memory)
      throws Exception {
    this.texts = DocumentTexts.of(node.texts, request.resolve(), request.pipeline());
    this.asked = new AskedTexts(client, texts, node.executor, request, task, memory);
    this.executor = node.executor;
    this.request = request;
    this.task = task;
    this.memory = memory;
    AllowedLoss loss = request.texts().loss();
    this.losses =
        loss == null
            ? null
            : new HitLosses(
                loss,
                new IndexDocFreqs(client, request::search, texts.fields(), memory),
                memory,
                task::checkCancelled);
  }

  /** Leaves of the results what is confirmed. */
  void verify(
      List<Question> questions,
      NearDupResult[] results,
      HitReader reader,
      ActionListener<Void> listener) {
    Set<FingerprintSource> sources = new LinkedHashSet<>();
    for (int i = 0; i < results.length; i++) {
      if (results[i].hits().length > 0) {
        sources.add(questions.get(i).source());
      }
    }
    asked.measure(
        sources,
        Listeners.then(
            listener,
            (measured, next) -> {
              int shards = collect(questions, results);
              reader.read(
                  candidates.keySet(),
                  shards,
                  new SearchSourceBuilder(),
                  (documents, taken) ->
                      executor.execute(
                          ActionRunnable.wrap(taken, judged -> compare(documents, judged))),
                  ActionListener.map(
                      next,
                      done -> {
                        for (int i = 0; i < results.length; i++) {
                          results[i] = confirmed(questions.get(i), results[i], reader);
                        }
                        return null;
                      }));
            }));
  }

  /**
   * All candidates, the nearest of each question first.
   *
   * @return the greatest number of shards that had to be searched
   */
  private int collect(List<Question> questions, NearDupResult[] results) {
    int shards = 1;
    int left = 1;
    for (int rank = 0; left > 0; rank++) {
      left = 0;
      for (int i = 0; i < results.length; i++) {
        SearchHit[] hits = results[i].hits();
        if (rank < hits.length && asked.of(questions.get(i)).text() != null) {
          left++;
          shards = Math.max(shards, results[i].search().getTotalShards());
          unread.put(hits[rank], GONE);
          candidates
              .computeIfAbsent(Place.of(hits[rank]), place -> new ArrayList<>(1))
              .add(new Candidate(questions.get(i), hits[rank]));
        }
      }
    }
    return shards;
  }

  private void compare(Map<Place, SearchHit> documents, ActionListener<Void> listener) {
    documents.forEach(
        (place, document) -> {
          task.checkCancelled();
          compare(document, candidates.getOrDefault(place, List.of()));
        });
    memory.giveBack(HitBytes.of(documents.values().toArray(SearchHit[]::new)));
    if (losses == null) {
      listener.onResponse(null);
    } else {
      losses.confirm(listener);
    }
  }

  private void compare(SearchHit document, List<Candidate> found) {
    TextMeasures text;
    try {
      text = TextMeasures.of(texts, texts.indexed(document), request.texts(), task::checkCancelled);
    } catch (IllegalArgumentException e) {
      found.forEach(candidate -> unread.put(candidate.hit, e.getMessage()));
      return;
    } catch (RuntimeException e) {
      found.forEach(candidate -> failures.put(candidate.question, e));
      return;
    }
    for (Candidate candidate : found) {
      task.checkCancelled();
      unread.remove(candidate.hit);
      try {
        TextMeasures about = asked.of(candidate.question).text();
        Map<String, Object> measured = text.confirm(about, request.texts(), task::checkCancelled);
        if (measured != null && losses == null) {
          HitNearness.tellText(candidate.hit, measured);
        } else if (measured != null) {
          losses.add(candidate.hit, measured, text, about);
        }
      } catch (IllegalArgumentException e) {
        unread.put(candidate.hit, e.getMessage());
      }
    }
  }

  private NearDupResult confirmed(Question question, NearDupResult result, HitReader reader) {
    SearchHit[] hits = result.hits();
    if (hits.length == 0) {
      return result;
    }
    Exception failure = asked.of(question).failure();
    failure = failure == null ? failures.get(question) : failure;
    if (failure != null) {
      return question.failed(failure);
    }
    List<SearchHit> confirmed = new ArrayList<>();
    List<UnreadCandidate> left = new ArrayList<>();
    for (SearchHit hit : hits) {
      String reason = unread.get(hit);
      if (HitNearness.isConfirmed(hit)) {
        confirmed.add(hit);
      } else if (reason != null) {
        left.add(new UnreadCandidate(hit.getIndex(), hit.getId(), reason));
      }
    }
    TotalHits total =
        new TotalHits(
            confirmed.size(),
            hits.length == result.matches()
                ? TotalHits.Relation.EQUAL_TO
                : TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
    SearchHit[] shown =
        confirmed.stream().skip(request.from()).limit(request.size()).toArray(SearchHit[]::new);
    float score = result.search().getHits().getMaxScore();
    NearDupResult read = reader.marked(question, result);
    return read.failure() == null ? read.with(new SearchHits(shown, total, score), left) : read;
  }
}
