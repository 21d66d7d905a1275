// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BatchSize;
import io.neardup.request.HitBytes;
import io.neardup.request.Listeners;
import io.neardup.request.RequestTask;
import io.neardup.target.TargetKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.CheckedBiConsumer;
import org.opensearch.common.Nullable;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.RemoteClusterAware;
import org.opensearch.transport.client.Client;

/**
 * Reads documents that searches have found, by their ids and with the permissions of the caller:
 * each once, however many questions have found it, and in batches of some megabytes, which are
 * charged. A document that is gone since, or no longer matches the filter, is not read.
 */
final class HitReader {
  /** The maximum number of documents per search. */
  private static final int MAX_BATCH = 1000;

  /** Identifies a document: an id may occur once per shard. */
  record Place(String index, int shard, String id) {
    static Place of(SearchHit hit) {
      return new Place(
          RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex()),
          hit.getShard().getShardId().id(),
          hit.getId());
    }
  }

  private final Client client;
  private final Metadata metadata;
  private final NearDupRequest request;
  private final RequestTask task;
  private final MemoryAccount memory;

  private final Map<Place, Exception> failures = new HashMap<>();
  private final Map<String, ShardSearchFailure> shardFailures = new TreeMap<>();
  private boolean timedOut;
  private long millis;

  HitReader(
      Client client,
      Metadata metadata,
      NearDupRequest request,
      RequestTask task,
      MemoryAccount memory) {
    this.client = client;
    this.metadata = metadata;
    this.request = request;
    this.task = task;
    this.memory = memory;
  }

  /** A hit, and the question that has found it. */
  private record Found(Question question, SearchHit hit) {}

  /**
   * Has the hits of all questions show what is asked for of their documents: sources, fields and
   * highlights, which all hits of a document share. A document that is at another distance than
   * when it was found shows none.
   */
  void show(List<Question> questions, NearDupResult[] results, ActionListener<Void> listener) {
    Map<Place, List<Found>> found = new LinkedHashMap<>();
    int shards = 1;
    for (int i = 0; i < results.length && request.showsContents(); i++) {
      if (results[i].hits().length > 0) {
        shards = Math.max(shards, results[i].search().getTotalShards());
      }
      for (SearchHit hit : results[i].hits()) {
        found
            .computeIfAbsent(Place.of(hit), place -> new ArrayList<>(1))
            .add(new Found(questions.get(i), hit));
      }
    }
    read(
        found.keySet(),
        shards,
        request.contents(),
        (documents, taken) -> {
          documents.forEach((place, document) -> show(document, found.get(place)));
          taken.onResponse(null);
        },
        ActionListener.map(
            listener,
            done -> {
              Arrays.setAll(results, i -> marked(questions.get(i), results[i]));
              return null;
            }));
  }

  private void show(SearchHit document, @Nullable List<Found> found) {
    DocumentField now = document.field(request.field());
    if (request.showsFingerprint() == false) {
      document.removeDocumentField(request.field());
    }
    for (Found of : found == null ? List.<Found>of() : found) {
      if (of.question.target().kind() != TargetKind.SIMHASH || isStillNear(of, now)) {
        of.hit.sourceRef(document.getSourceRef());
        document.getDocumentFields().forEach(of.hit::setDocumentField);
        of.hit.highlightFields(document.getHighlightFields());
      }
    }
  }

  private static boolean isStillNear(Found of, DocumentField now) {
    return now != null
        && now.getValues().stream()
            .mapToLong(Fingerprint::parseValue)
            .anyMatch(
                value ->
                    Fingerprint.distance(value, of.question.hash())
                        == HitNearness.distance(of.hit));
  }

  /**
   * Reads documents, in the order of their places.
   *
   * @param shards number of shards that are searched, each of which may have a document of an id
   * @param content what to read of each
   * @param batch answers when it has taken the documents; their memory stays charged, unless it
   *     gives that back
   */
  void read(
      Set<Place> places,
      int shards,
      SearchSourceBuilder content,
      CheckedBiConsumer<Map<Place, SearchHit>, ActionListener<Void>, Exception> batch,
      ActionListener<Void> listener) {
    int window =
        places.stream().map(Place::index).distinct().mapToInt(this::window).min().orElse(1);
    BatchSize size = new BatchSize(Math.max(1, Math.min(MAX_BATCH, window / shards)));
    Deque<Place> left = new ArrayDeque<>(places);
    Listeners.repeat(
        listener,
        more -> {
          task.checkCancelled();
          if (left.isEmpty()) {
            more.onResponse(false);
            return;
          }
          Set<Place> some = new LinkedHashSet<>();
          for (int i = size.next(); i > 0 && left.isEmpty() == false; i--) {
            some.add(left.remove());
          }
          client.execute(
              SearchAction.INSTANCE,
              search(some, content, (int) Math.min(window, (long) some.size() * shards), shards),
              ActionListener.delegateResponse(
                  Listeners.then(
                      more,
                      (found, each) ->
                          batch.accept(
                              documents(found, size, some, left),
                              ActionListener.map(each, taken -> true))),
                  (each, failure) -> {
                    some.forEach(place -> failures.put(place, failure));
                    more.onResponse(true);
                  }));
        });
  }

  /** Hits that a search of an index may have; in another cluster at least those already found. */
  private int window(String index) {
    IndexMetadata local = metadata.index(index);
    return local == null
        ? (int) Math.max(1, request.examined())
        : IndexSettings.MAX_RESULT_WINDOW_SETTING.get(local.getSettings());
  }

  private SearchRequest search(
      Set<Place> places, SearchSourceBuilder content, int size, int shards) {
    Map<String, List<String>> ids = new TreeMap<>();
    places.forEach(
        place -> ids.computeIfAbsent(place.index, index -> new ArrayList<>()).add(place.id));
    BoolQueryBuilder any = QueryBuilders.boolQuery();
    ids.forEach(
        (index, of) ->
            any.should(
                QueryBuilders.boolQuery()
                    .filter(QueryBuilders.termQuery("_index", index))
                    .filter(QueryBuilders.idsQuery().addIds(of.toArray(String[]::new)))));
    BoolQueryBuilder query = QueryBuilders.boolQuery().filter(any);
    if (request.filter() != null) {
      query.filter(request.filter());
    }
    return request.reading(
        content
            .shallowCopy()
            .query(query)
            .size(size)
            .trackTotalHits(false)
            .sort("_doc")
            .timeout(request.search().source().timeout()),
        BatchSize.BYTES / shards);
  }

  /** What was found; what a shard has left out of it is asked for again. */
  private Map<Place, SearchHit> documents(
      SearchResponse found, BatchSize size, Set<Place> asked, Deque<Place> left) {
    timedOut |= found.isTimedOut();
    millis += found.getTook().millis();
    for (ShardSearchFailure failure : found.getShardFailures()) {
      shardFailures.putIfAbsent(shard(failure), failure);
    }
    Map<Place, SearchHit> documents = new LinkedHashMap<>();
    for (SearchHit hit : found.getHits()) {
      long bytes = HitBytes.of(hit);
      memory.take(bytes);
      size.read(bytes);
      if (LimitedFetch.isLeftOut(hit) == false) {
        documents.put(Place.of(hit), hit);
      } else if (asked.contains(Place.of(hit))) {
        left.addFirst(Place.of(hit));
      }
    }
    return documents;
  }

  private static String shard(ShardSearchFailure failure) {
    return failure.index() + '/' + failure.shardId();
  }

  /** The result of a question, marked as partial where reading was, or failed where it did. */
  NearDupResult marked(Question question, NearDupResult result) {
    SearchHit[] hits = result.hits();
    if (hits.length == 0) {
      return result;
    }
    for (int i = 0; i < hits.length && failures.isEmpty() == false; i++) {
      Exception failure = failures.get(Place.of(hits[i]));
      if (failure != null) {
        return question.failed(failure);
      }
    }
    Map<String, ShardSearchFailure> more = new TreeMap<>(shardFailures);
    for (ShardSearchFailure known : result.search().getShardFailures()) {
      more.remove(shard(known));
    }
    return result.with(more.values(), timedOut, millis);
  }
}
