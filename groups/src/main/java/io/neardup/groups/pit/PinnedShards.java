// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.action.DocumentRights;
import io.neardup.groups.job.WaitingTask.Answer;
import io.neardup.groups.job.Work;
import io.neardup.request.Listeners;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.search.CreatePitAction;
import org.opensearch.action.search.CreatePitRequest;
import org.opensearch.action.search.CreatePitResponse;
import org.opensearch.action.search.DeletePitAction;
import org.opensearch.action.search.DeletePitRequest;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchContextId;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.Nullable;
import org.opensearch.common.TriConsumer;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.query.MatchNoneQueryBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchService;
import org.opensearch.search.builder.PointInTimeBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.internal.AliasFilter;
import org.opensearch.threadpool.Scheduler;
import org.opensearch.threadpool.ThreadPool;

/**
 * Shards as they are at one moment, read by searches of the user. They stay so until they are let
 * go, however slowly they are read: they are renewed several times in what the cluster allows.
 */
public final class PinnedShards implements Releasable {
  /** How long those of a node that is lost stay open, if the cluster allows it. */
  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(5);

  /** How often they are renewed in that time. */
  private static final int RENEWALS = 5;

  private static final String NOT_PINNED =
      "the document-level security of this user looks terms up, and opensearch-security cannot"
          + " restrict a point in time by that; ask as a user whose roles restrict documents by"
          + " other queries, or not at all";

  private static final Logger LOGGER = LogManager.getLogger(PinnedShards.class);

  private final Work work;
  private final IndicesOptions options;
  private final String id;
  private final SearchContextId shards;
  private Scheduler.Cancellable renewing;

  /**
   * Those that another node has pinned.
   *
   * @param id of the point in time
   */
  PinnedShards(Work work, IndicesOptions options, String id) {
    this.work = work;
    this.options = options;
    this.id = id;
    this.shards = SearchContextId.decode(work.node().registry(), id);
  }

  /**
   * Pins the shards of these indexes.
   *
   * @param preference of copies, {@link Work#PRIMARY} or null
   */
  public static PinnedShards open(
      Work work, IndicesOptions options, @Nullable String preference, String... indices) {
    TimeValue max =
        work.node()
            .clusterService()
            .getClusterSettings()
            .get(SearchService.MAX_PIT_KEEPALIVE_SETTING);
    TimeValue keepAlive = max.compareTo(KEEP_ALIVE) < 0 ? max : KEEP_ALIVE;
    CreatePitRequest create = new CreatePitRequest(keepAlive, false, indices);
    create.setIndicesOptions(options);
    create.setPreference(preference);
    // It is waited for in any case, so that it is let go, too.
    String id =
        work.task()
            .<CreatePitResponse>awaitAnyway(
                listener ->
                    work.client()
                        .execute(
                            CreatePitAction.INSTANCE,
                            create,
                            DocumentRights.explained(listener, NOT_PINNED)))
            .getId();
    PinnedShards pinned = new PinnedShards(work, options, id);
    pinned.renewing =
        work.node()
            .threadPool()
            .scheduleWithFixedDelay(
                pinned::renew,
                TimeValue.timeValueMillis(Math.max(1, keepAlive.millis() / RENEWALS)),
                ThreadPool.Names.GENERIC);
    return pinned;
  }

  /** Asks all shards for nothing. */
  private void renew() {
    SearchRequest nothing =
        work.whole(request(new SearchSourceBuilder().query(new MatchNoneQueryBuilder()).size(0)));
    work.client()
        .execute(
            SearchAction.INSTANCE,
            nothing,
            Listeners.listener(
                renewed -> {},
                e -> LOGGER.debug("shards may be lost, which the next read tells", e)));
  }

  /** Lets the shards go. */
  @Override
  public void close() {
    renewing.cancel();
    // No child of the task, which may be cancelled: then it could not have any more.
    work.node()
        .client()
        .execute(
            DeletePitAction.INSTANCE,
            new DeletePitRequest(id),
            Listeners.listener(
                closed -> {}, e -> LOGGER.debug("shards stay pinned for some minutes", e)));
  }

  /** The id by which another node can read them. */
  public String id() {
    return id;
  }

  public Set<ShardId> shardIds() {
    return shards.shards().keySet();
  }

  /** Their indexes of this cluster: those of others may have the names of others here. */
  public Map<String, String> uuids() {
    Map<String, String> uuids = new TreeMap<>();
    shards
        .shards()
        .forEach(
            (shard, at) -> {
              if (at.getClusterAlias() == null) {
                uuids.put(shard.getIndexName(), shard.getIndex().getUUID());
              }
            });
    return uuids;
  }

  /** Whether some of them are of another cluster. */
  public boolean areRemote() {
    return shards.shards().values().stream().anyMatch(shard -> shard.getClusterAlias() != null);
  }

  /**
   * Passes the filters of aliases on that are applied anew in each search, also of other clusters.
   *
   * @param step takes the cluster, or null for this one, the name of the index and the filter
   */
  public void eachFilter(TriConsumer<String, String, AliasFilter> step) {
    shards
        .shards()
        .forEach(
            (shard, at) -> {
              AliasFilter filter = shards.aliasFilter().get(shard.getIndex().getUUID());
              if (filter != null && filter.getQueryBuilder() != null) {
                step.apply(at.getClusterAlias(), shard.getIndexName(), filter);
              }
            });
  }

  /** Searches them, as the user. */
  public SearchResponse search(SearchSourceBuilder source) {
    return begin(source).get();
  }

  /** The same, to be waited for later. */
  public Answer<SearchResponse> begin(SearchSourceBuilder source) {
    return work.beginSearch(request(source));
  }

  /** Passes all hits of a search on, page by page; it sorts by what tells them apart. */
  public void each(SearchSourceBuilder source, Consumer<SearchHit[]> step) {
    SearchHit[] hits = search(source).getHits().getHits();
    while (hits.length > 0) {
      step.accept(hits);
      source.searchAfter(hits[hits.length - 1].getSortValues());
      hits = search(source).getHits().getHits();
    }
  }

  /** As core has it for points in time: the names are those of indexes, and exist. */
  private SearchRequest request(SearchSourceBuilder source) {
    return new SearchRequest(shards.getActualIndices())
        .indicesOptions(
            IndicesOptions.fromOptions(
                options.ignoreUnavailable(),
                options.allowNoIndices(),
                false,
                false,
                false,
                true,
                true,
                options.ignoreThrottled()))
        .source(source.pointInTimeBuilder(new PointInTimeBuilder(id)));
  }
}
