// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.resolve.DocumentTexts;
import io.neardup.request.Answers;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.FingerprintSource.OfId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.transport.client.Client;

/**
 * Confirms candidates by their texts, read with the caller's rights, one question after another. A
 * text costs its analysis, 64 microseconds for 2 KB; comparing two a microsecond, and their edits
 * up to 200.
 */
final class TextVerifier {
  private final DocumentTexts texts;
  private final Client client;
  private final NearDupRequest request;
  private final CancellableTask task;
  private final Executor executor;

  /**
   * @param executor analyzes texts
   */
  TextVerifier(
      DocumentTexts texts,
      Client client,
      NearDupRequest request,
      CancellableTask task,
      Executor executor) {
    this.texts = texts;
    this.client = client;
    this.request = request;
    this.task = task;
    this.executor = executor;
  }

  /** Answers with what is confirmed, in the order of the questions. */
  void verify(
      List<Question> questions,
      List<NearDupResult> found,
      ActionListener<List<NearDupResult>> listener) {
    verify(0, questions, found, new ArrayList<>(), listener);
  }

  private void verify(
      int next,
      List<Question> questions,
      List<NearDupResult> found,
      List<NearDupResult> verified,
      ActionListener<List<NearDupResult>> listener) {
    if (next == questions.size()) {
      listener.onResponse(verified);
      return;
    }
    if (task.isCancelled()) {
      throw new TaskCancelledException(
          "cancelled after [" + next + "] of [" + questions.size() + "] questions");
    }
    NearDupResult candidates = found.get(next);
    ActionListener<NearDupResult> done =
        Answers.then(
            listener,
            (result, rest) -> {
              verified.add(result);
              verify(next + 1, questions, found, verified, rest);
            });
    if (candidates.failure() != null || candidates.matches() == 0) {
      done.onResponse(candidates);
      return;
    }
    Question question = questions.get(next);
    ActionListener<NearDupResult> each =
        ActionListener.delegateResponse(
            done, (rest, failure) -> rest.onResponse(question.failed(failure)));
    document(
        question,
        Answers.then(
            each,
            (document, rest) -> execute(() -> confirm(document, candidates), question, rest)));
  }

  /** What one question is answered with. */
  @FunctionalInterface
  private interface Work {
    NearDupResult get() throws IOException;
  }

  private void execute(Work work, Question question, ActionListener<NearDupResult> listener) {
    executor.execute(
        () -> {
          NearDupResult result;
          try {
            result = work.get();
          } catch (IOException | RuntimeException e) {
            result = question.failed(e);
          }
          listener.onResponse(result);
        });
  }

  private void document(Question question, ActionListener<IngestDocument> listener) {
    switch (question.entry().source()) {
      case OfDoc doc -> texts.process(doc, listener);
      case OfId id ->
          client.search(
              itself(id),
              ActionListener.map(listener, answer -> texts.indexed(sourceOf(id, answer))));
    }
  }

  private SearchRequest itself(OfId id) {
    BoolQueryBuilder itself =
        QueryBuilders.boolQuery().filter(QueryBuilders.idsQuery().addIds(id.id()));
    if (id.index() != null) {
      itself.filter(QueryBuilders.termQuery("_index", id.index()));
    }
    SearchRequest search =
        request.search(new SearchSourceBuilder().query(itself).size(1).trackTotalHits(false));
    return id.routing() == null ? search : search.routing(id.routing());
  }

  private static Map<String, Object> sourceOf(OfId id, SearchResponse answer) {
    SearchHit[] hits = answer.getHits().getHits();
    if (hits.length == 0 || hits[0].hasSource() == false) {
      throw new IllegalArgumentException(
          "[verify] with [text] compares with the text of the document ["
              + id.id()
              + "], which "
              + (hits.length == 0 ? "no search finds yet: refresh first" : "has no [_source]")
              + "; send it as [doc], or verify by [minhash]");
    }
    return hits[0].getSourceAsMap();
  }

  private NearDupResult confirm(IngestDocument document, NearDupResult candidates)
      throws IOException {
    TextMeasures asked = TextMeasures.of(texts, document);
    List<SearchHit> confirmed = new ArrayList<>();
    List<UnreadCandidate> unread = new ArrayList<>();
    for (SearchHit hit : candidates.search().getHits()) {
      if (task.isCancelled()) {
        throw new TaskCancelledException("cancelled while texts were compared");
      }
      try {
        Map<String, Object> measured =
            TextMeasures.of(texts, indexed(hit)).confirm(asked, wanted());
        if (measured != null) {
          HitNearness.tellText(hit, measured);
          confirmed.add(hit);
        }
      } catch (IllegalArgumentException e) {
        unread.add(new UnreadCandidate(hit.getIndex(), hit.getId(), e.getMessage()));
      }
    }
    return result(candidates, confirmed, unread);
  }

  private TextVerification wanted() {
    return request.texts();
  }

  private IngestDocument indexed(SearchHit hit) {
    if (hit.hasSource() == false) {
      throw new IllegalArgumentException("the document has no [_source]; verify by [minhash]");
    }
    return texts.indexed(hit.getSourceAsMap());
  }

  private NearDupResult result(
      NearDupResult candidates, List<SearchHit> confirmed, List<UnreadCandidate> unread)
      throws IOException {
    SearchResponse all = candidates.search();
    boolean looked = all.getHits().getHits().length == candidates.matches();
    TotalHits total =
        new TotalHits(
            confirmed.size(),
            looked ? TotalHits.Relation.EQUAL_TO : TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
    List<SearchHit> shown = confirmed.subList(0, Math.min(confirmed.size(), request.size()));
    for (SearchHit hit : shown) {
      filterSource(hit);
    }
    SearchHits hits =
        new SearchHits(shown.toArray(SearchHit[]::new), total, all.getHits().getMaxScore());
    SearchResponse response =
        new SearchResponse(
            new InternalSearchResponse(
                hits, null, null, null, all.isTimedOut(), null, all.getNumReducePhases()),
            null,
            all.getTotalShards(),
            all.getSuccessfulShards(),
            all.getSkippedShards(),
            all.getTook().millis(),
            all.getShardFailures(),
            all.getClusters());
    return new NearDupResult(candidates.id(), candidates.target(), response, unread, null);
  }

  /** Leaves of the source what was asked for; all of it had to be read. */
  private void filterSource(SearchHit hit) throws IOException {
    FetchSourceContext wanted = request.search().source().fetchSource();
    if (wanted == null) {
      return;
    }
    if (wanted.fetchSource() == false) {
      hit.sourceRef(null);
    } else if (wanted.includes().length + wanted.excludes().length > 0) {
      hit.sourceRef(
          BytesReference.bytes(
              XContentFactory.jsonBuilder()
                  .map(
                      XContentMapValues.filter(
                          hit.getSourceAsMap(), wanted.includes(), wanted.excludes()))));
    }
  }
}
