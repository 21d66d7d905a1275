// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.aggregation.NearDupHit;
import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.opensearch.action.search.MultiSearchAction;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.common.Nullable;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.transport.RemoteClusterAware;
import org.opensearch.transport.client.Client;

/**
 * The sources of hits, read by id with the caller's permissions. A document that is gone since the
 * first search, no longer matches the filter, or is now at another distance has none.
 */
final class HitSources {
  /** The maximum number of documents per search. */
  private static final int MAX_BATCH = 1000;

  /** Identifies a document: an id may occur once per shard. */
  private record Place(String index, int shard, String id) {}

  /** A document as read by the second search. */
  private record Read(BytesReference source, List<Long> fingerprints) {}

  private final Map<Place, Read> documents = new HashMap<>();
  private final Map<String, Exception> failures = new HashMap<>();
  private final Map<String, ShardSearchFailure> shardFailures = new TreeMap<>();
  private boolean timedOut;
  private long millis;

  private HitSources() {}

  /**
   * Reads the sources of the hits, if requested.
   *
   * @param window the maximum number of hits of a search
   * @param shards number of shards that are searched
   */
  static void fetch(
      Client client,
      NearDupRequest request,
      TaskId parent,
      List<SharedAnswer> answers,
      int window,
      int shards,
      ActionListener<HitSources> listener) {
    Map<String, Set<String>> ids = wanted(request, answers);
    HitSources sources = new HitSources();
    if (ids.isEmpty()) {
      listener.onResponse(sources);
      return;
    }
    // Each id has room for a document in every shard.
    int batch = Math.max(1, Math.min(MAX_BATCH, window / shards));
    List<Map<String, Set<String>>> batches = batches(ids, batch);
    MultiSearchRequest searches = new MultiSearchRequest();
    searches.setParentTask(parent);
    batches.forEach(of -> searches.add(search(request, of, Math.min(window, batch * shards))));
    client.execute(
        MultiSearchAction.INSTANCE,
        searches,
        ActionListener.map(listener, found -> sources.read(request.field(), batches, found)));
  }

  /** The ids of all hits by index; empty if no source is requested. */
  private static Map<String, Set<String>> wanted(
      NearDupRequest request, List<SharedAnswer> answers) {
    Map<String, Set<String>> ids = new TreeMap<>();
    FetchSourceContext source = request.search().source().fetchSource();
    if (source == null || source.fetchSource()) {
      answers.forEach(
          answer ->
              answer
                  .hits()
                  .forEach(
                      hit ->
                          ids.computeIfAbsent(hit.index(), index -> new TreeSet<>())
                              .add(hit.id())));
    }
    return ids;
  }

  private static List<Map<String, Set<String>>> batches(Map<String, Set<String>> ids, int atMost) {
    List<Map<String, Set<String>>> batches = new ArrayList<>();
    int room = 0;
    for (Map.Entry<String, Set<String>> index : ids.entrySet()) {
      for (String id : index.getValue()) {
        if (room == 0) {
          batches.add(new TreeMap<>());
          room = atMost;
        }
        batches
            .get(batches.size() - 1)
            .computeIfAbsent(index.getKey(), name -> new TreeSet<>())
            .add(id);
        room--;
      }
    }
    return batches;
  }

  private static SearchRequest search(
      NearDupRequest request, Map<String, Set<String>> ids, int size) {
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
    SearchSourceBuilder all = request.search().source();
    return request.search(
        new SearchSourceBuilder()
            .query(query)
            .size(size)
            .trackTotalHits(false)
            .sort("_doc")
            .timeout(all.timeout())
            .fetchSource(all.fetchSource())
            .docValueField(request.field()));
  }

  private HitSources read(
      String field, List<Map<String, Set<String>>> batches, MultiSearchResponse found) {
    MultiSearchResponse.Item[] items = found.getResponses();
    for (int i = 0; i < items.length; i++) {
      if (items[i].isFailure()) {
        Exception failure = items[i].getFailure();
        batches
            .get(i)
            .forEach((index, ids) -> ids.forEach(id -> failures.put(key(index, id), failure)));
      } else {
        read(field, items[i].getResponse());
      }
    }
    millis = found.getTook().millis();
    return this;
  }

  private void read(String field, SearchResponse found) {
    timedOut |= found.isTimedOut();
    for (ShardSearchFailure failure : found.getShardFailures()) {
      shardFailures.putIfAbsent(shard(failure), failure);
    }
    for (SearchHit hit : found.getHits()) {
      String index = RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex());
      DocumentField fingerprints = hit.field(field);
      documents.put(
          new Place(index, hit.getShard().getShardId().id(), hit.getId()),
          new Read(
              hit.getSourceRef(),
              fingerprints == null
                  ? List.of()
                  : fingerprints.getValues().stream().map(Fingerprint::parseValue).toList()));
    }
  }

  private static String shard(ShardSearchFailure failure) {
    return key(failure.index(), Integer.toString(failure.shardId()));
  }

  private static String key(String index, String id) {
    return index + '/' + id;
  }

  /** Bytes read. */
  long bytes() {
    return documents.values().stream()
        .mapToLong(read -> read.source == null ? 0 : read.source.length())
        .sum();
  }

  /** Why one of these hits could not be read, or null. */
  @Nullable Exception failure(List<NearDupHit> hits) {
    return failures.isEmpty()
        ? null
        : hits.stream()
            .map(hit -> failures.get(key(hit.index(), hit.id())))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }

  /** The source of a hit, or null. */
  @Nullable BytesReference of(NearDupHit hit, long hash) {
    Read read = documents.get(new Place(hit.index(), hit.shard().getShardId().id(), hit.id()));
    return read != null
            && read.fingerprints.stream()
                .anyMatch(now -> Fingerprint.distance(now, hash) == hit.distance())
        ? read.source
        : null;
  }

  /** The response of the first search; partial if the second one was. */
  SearchResponse response(SearchResponse found, SearchHits hits) {
    Map<String, ShardSearchFailure> failed = new TreeMap<>(shardFailures);
    Arrays.stream(found.getShardFailures()).map(HitSources::shard).forEach(failed.keySet()::remove);
    List<ShardSearchFailure> all = new ArrayList<>(Arrays.asList(found.getShardFailures()));
    all.addAll(failed.values());
    return new SearchResponse(
        new InternalSearchResponse(
            hits,
            null,
            null,
            null,
            found.isTimedOut() || timedOut,
            null,
            found.getNumReducePhases()),
        null,
        found.getTotalShards(),
        found.getSuccessfulShards() - failed.size(),
        found.getSkippedShards(),
        found.getTook().millis() + millis,
        all.toArray(ShardSearchFailure[]::new),
        found.getClusters());
  }
}
