// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.ManySearches;
import io.neardup.action.resolve.DocumentTexts;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BatchSize;
import io.neardup.request.HitBytes;
import io.neardup.request.Listeners;
import io.neardup.request.RequestTask;
import io.neardup.resolve.FingerprintSource;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.FingerprintSource.OfId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * The texts of the documents that questions are about, each read once and in batches of some
 * megabytes. Only what they are compared by is kept, and charged.
 */
final class AskedTexts {
  /** The maximum number of documents at once: nobody knows how large they are. */
  private static final int MAX_BATCH = 8;

  private final Client client;
  private final DocumentTexts texts;
  private final Executor executor;
  private final NearDupRequest request;
  private final RequestTask task;
  private final MemoryAccount memory;
  private final Map<FingerprintSource, Asked> asked = new HashMap<>();

  /** What a text is compared by, or why that cannot be told. */
  record Asked(@Nullable TextMeasures text, @Nullable Exception failure) {}

  AskedTexts(
      Client client,
      DocumentTexts texts,
      Executor executor,
      NearDupRequest request,
      RequestTask task,
      MemoryAccount memory) {
    this.client = client;
    this.texts = texts;
    this.executor = executor;
    this.request = request;
    this.task = task;
    this.memory = memory;
  }

  /** What the document of a question is compared by. */
  Asked of(Question question) {
    return asked.get(question.source());
  }

  /** Reads and measures these documents. */
  void measure(Set<FingerprintSource> sources, ActionListener<Void> listener) {
    Iterator<OfDoc> docs = select(sources, OfDoc.class);
    Iterator<OfId> ids = select(sources, OfId.class);
    BatchSize size = new BatchSize(MAX_BATCH);
    Listeners.repeat(
        listener,
        more ->
            executor.execute(
                ActionRunnable.wrap(
                    more,
                    next -> {
                      task.checkCancelled();
                      if (docs.hasNext()) {
                        measure(docs.next(), next);
                      } else if (ids.hasNext()) {
                        measure(some(ids, size.next()), size, next);
                      } else {
                        next.onResponse(false);
                      }
                    })));
  }

  private static <T> Iterator<T> select(Set<FingerprintSource> sources, Class<T> kind) {
    return sources.stream().filter(kind::isInstance).map(kind::cast).iterator();
  }

  private static List<OfId> some(Iterator<OfId> ids, int count) {
    List<OfId> some = new ArrayList<>();
    while (some.size() < count && ids.hasNext()) {
      some.add(ids.next());
    }
    return some;
  }

  /** As it would be indexed. */
  private void measure(OfDoc doc, ActionListener<Boolean> listener) {
    texts.process(
        doc,
        Listeners.listener(
            document ->
                Listeners.begin(
                    listener,
                    next -> {
                      put(doc, () -> document);
                      next.onResponse(true);
                    }),
            failure -> {
              asked.put(doc, new Asked(null, failure));
              listener.onResponse(true);
            }));
  }

  /** As they were indexed. */
  private void measure(List<OfId> ids, BatchSize size, ActionListener<Boolean> listener) {
    ManySearches.run(
        client,
        ids.stream().map(this::search).toList(),
        Listeners.then(
            listener,
            (found, next) ->
                executor.execute(ActionRunnable.supply(next, () -> measure(ids, found, size)))));
  }

  private boolean measure(List<OfId> ids, List<MultiSearchResponse.Item> found, BatchSize size) {
    long bytes = found.stream().map(AskedTexts::hits).mapToLong(HitBytes::of).sum();
    memory.take(bytes);
    for (int i = 0; i < found.size(); i++) {
      OfId id = ids.get(i);
      MultiSearchResponse.Item item = found.get(i);
      put(id, () -> document(id, item, size));
    }
    memory.giveBack(bytes);
    return true;
  }

  private static SearchHit[] hits(MultiSearchResponse.Item found) {
    return found.isFailure() ? new SearchHit[0] : found.getResponse().getHits().getHits();
  }

  private SearchRequest search(OfId id) {
    SearchRequest search =
        request.reading(
            new SearchSourceBuilder().query(Question.itself(id)).size(1).trackTotalHits(false),
            BatchSize.BYTES);
    return id.routing() == null ? search : search.routing(id.routing());
  }

  private IngestDocument document(OfId id, MultiSearchResponse.Item found, BatchSize size) {
    if (found.isFailure()) {
      throw ExceptionsHelper.convertToRuntime(found.getFailure());
    }
    SearchHit[] hits = hits(found);
    if (hits.length == 0 || hits[0].hasSource() == false) {
      throw new IllegalArgumentException(
          "[verify] with [text] compares with the text of the document ["
              + id.id()
              + "], which "
              + (hits.length == 0 ? "no search finds yet: refresh first" : "has no [_source]")
              + "; send it as [doc], or verify by [minhash]");
    }
    size.read(HitBytes.of(hits[0]));
    return texts.indexed(hits[0]);
  }

  private void put(FingerprintSource source, Supplier<IngestDocument> document) {
    task.checkCancelled();
    try {
      TextMeasures text =
          TextMeasures.of(texts, document.get(), request.texts(), task::checkCancelled);
      memory.take(text.bytes());
      asked.put(source, new Asked(text, null));
    } catch (TaskCancelledException e) {
      throw e;
    } catch (RuntimeException e) {
      asked.put(source, new Asked(null, e));
    }
  }
}
