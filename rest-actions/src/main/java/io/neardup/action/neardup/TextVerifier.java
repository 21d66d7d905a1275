// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.resolve.DocumentTexts;
import io.neardup.request.Listeners;
import io.neardup.request.RequestTask;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.FingerprintSource.OfId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.search.MultiSearchAction;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.GroupedActionListener;
import org.opensearch.common.Nullable;
import org.opensearch.common.util.concurrent.AtomicArray;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.transport.client.Client;

/**
 * Confirms candidates by their texts, read with the caller's rights. One multi-search reads the
 * documents that are asked about by their ids. A text costs its analysis, 64 microseconds for 2 KB;
 * comparing two a microsecond, and their edits up to 200, or for long texts up to a second, after
 * which they are not counted on.
 */
final class TextVerifier {
  private final DocumentTexts texts;
  private final Client client;
  private final NearDupRequest request;
  private final RequestTask task;
  private final TaskId parent;
  private final Executor executor;

  /**
   * @param parent the id of the task
   * @param executor analyzes texts
   */
  TextVerifier(
      DocumentTexts texts,
      Client client,
      NearDupRequest request,
      RequestTask task,
      TaskId parent,
      Executor executor) {
    this.texts = texts;
    this.client = client;
    this.request = request;
    this.task = task;
    this.parent = parent;
    this.executor = executor;
  }

  /** The document that a question is about, or why it cannot be read. */
  private record Asked(@Nullable IngestDocument document, @Nullable Exception failure) {}

  /** Answers with what is confirmed, in the order of the questions. */
  void verify(
      List<Question> questions,
      List<NearDupResult> found,
      ActionListener<List<NearDupResult>> listener) {
    AtomicArray<Asked> asked = new AtomicArray<>(questions.size());
    read(
        questions,
        IntStream.range(0, questions.size()).filter(i -> found.get(i).matches() > 0).toArray(),
        asked,
        Listeners.then(
            listener,
            (all, rest) ->
                executor.execute(
                    ActionRunnable.supply(rest, () -> confirm(questions, found, asked)))));
  }

  /** Reads the documents of these questions. */
  private void read(
      List<Question> questions, int[] some, AtomicArray<Asked> asked, ActionListener<?> listener) {
    List<Integer> ids = new ArrayList<>();
    List<Integer> docs = new ArrayList<>();
    for (int i : some) {
      (questions.get(i).entry().source() instanceof OfId ? ids : docs).add(i);
    }
    ActionListener<Void> each =
        new GroupedActionListener<>(ActionListener.map(listener, all -> null), docs.size() + 1);
    for (int i : docs) {
      texts.process(
          (OfDoc) questions.get(i).entry().source(),
          Listeners.listener(
              document -> tell(asked, i, new Asked(document, null), each),
              failure -> tell(asked, i, new Asked(null, failure), each)));
    }
    readIds(questions, ids, asked, each);
  }

  private static void tell(
      AtomicArray<Asked> asked, int question, Asked document, ActionListener<Void> each) {
    asked.set(question, document);
    each.onResponse(null);
  }

  private void readIds(
      List<Question> questions,
      List<Integer> ids,
      AtomicArray<Asked> asked,
      ActionListener<Void> listener) {
    if (ids.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    MultiSearchRequest searches = new MultiSearchRequest();
    searches.setParentTask(parent);
    ids.forEach(i -> searches.add(itself(questions.get(i).entry())));
    client.execute(
        MultiSearchAction.INSTANCE,
        searches,
        ActionListener.map(
            listener,
            found -> {
              for (int i = 0; i < ids.size(); i++) {
                asked.set(ids.get(i), document(questions.get(ids.get(i)), found.getResponses()[i]));
              }
              return null;
            }));
  }

  private SearchRequest itself(NearDupEntry entry) {
    SearchRequest search =
        request.search(
            new SearchSourceBuilder().query(entry.itself()).size(1).trackTotalHits(false));
    String routing = ((OfId) entry.source()).routing();
    return routing == null ? search : search.routing(routing);
  }

  private Asked document(Question question, MultiSearchResponse.Item found) {
    if (found.isFailure()) {
      return new Asked(null, found.getFailure());
    }
    SearchHit[] hits = found.getResponse().getHits().getHits();
    if (hits.length > 0 && hits[0].hasSource()) {
      return new Asked(texts.indexed(hits[0].getSourceAsMap()), null);
    }
    return new Asked(
        null,
        new IllegalArgumentException(
            "[verify] with [text] compares with the text of the document ["
                + question.entry().id()
                + "], which "
                + (hits.length == 0 ? "no search finds yet: refresh first" : "has no [_source]")
                + "; send it as [doc], or verify by [minhash]"));
  }

  private List<NearDupResult> confirm(
      List<Question> questions, List<NearDupResult> found, AtomicArray<Asked> asked) {
    List<NearDupResult> confirmed = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      task.checkCancelled();
      Asked about = asked.get(i);
      confirmed.add(about == null ? found.get(i) : confirm(questions.get(i), about, found.get(i)));
    }
    return confirmed;
  }

  private NearDupResult confirm(Question question, Asked asked, NearDupResult candidates) {
    if (asked.failure() != null) {
      return question.failed(asked.failure());
    }
    try {
      return confirm(asked.document(), candidates);
    } catch (TaskCancelledException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      return question.failed(e);
    }
  }

  private NearDupResult confirm(IngestDocument document, NearDupResult candidates)
      throws IOException {
    TextVerification wanted = request.texts();
    TextMeasures asked = TextMeasures.of(texts, document, wanted);
    List<SearchHit> confirmed = new ArrayList<>();
    List<UnreadCandidate> unread = new ArrayList<>();
    for (SearchHit hit : candidates.search().getHits()) {
      task.checkCancelled();
      try {
        Map<String, Object> measured =
            TextMeasures.of(texts, indexed(hit), wanted)
                .confirm(asked, wanted, task::checkCancelled);
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

  private IngestDocument indexed(SearchHit hit) {
    if (hit.hasSource() == false) {
      throw new IllegalArgumentException("the document has no [_source]; verify by [minhash]");
    }
    return texts.indexed(hit.getSourceAsMap());
  }

  private NearDupResult result(
      NearDupResult candidates, List<SearchHit> confirmed, List<UnreadCandidate> unread)
      throws IOException {
    SearchHits all = candidates.search().getHits();
    boolean looked = all.getHits().length == candidates.matches();
    TotalHits total =
        new TotalHits(
            confirmed.size(),
            looked ? TotalHits.Relation.EQUAL_TO : TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
    List<SearchHit> shown = confirmed.stream().skip(request.from()).limit(request.size()).toList();
    for (SearchHit hit : shown) {
      filterSource(hit);
    }
    return candidates.with(
        new SearchHits(shown.toArray(SearchHit[]::new), total, all.getMaxScore()), unread);
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
