// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.action.DocumentRights;
import io.neardup.groups.page.FingerprintPage;
import io.neardup.groups.page.FingerprintPageAggregationBuilder;
import io.neardup.groups.page.InternalFingerprintPages;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.request.Listeners;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.search.CreatePitAction;
import org.opensearch.action.search.CreatePitRequest;
import org.opensearch.action.search.DeletePitAction;
import org.opensearch.action.search.DeletePitRequest;
import org.opensearch.action.search.SearchContextId;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.MatchNoneQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.PointInTimeBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * One point in time of the indexes of a job. All that is read of it is read by searches of the
 * user, so that whatever restricts these restricts the job: aliases, documents and fields that are
 * hidden.
 */
public final class Snapshot {
  private static final String NOT_PINNED =
      "the document-level security of this user looks terms up, and opensearch-security cannot"
          + " restrict a point in time by that; ask as a user whose roles restrict documents by"
          + " other queries, or not at all";

  private static final Logger LOGGER = LogManager.getLogger(Snapshot.class);

  private final Client client;
  private final GroupsRequest request;
  private final TaskId parent;
  private final String pointInTime;
  private final SearchContextId shards;
  private final LongConsumer moved;

  /**
   * One that is open.
   *
   * @param pointInTime its id
   * @param moved hears how many bytes of pages have come
   */
  public Snapshot(
      Client client,
      GroupsRequest request,
      TaskId parent,
      String pointInTime,
      NamedWriteableRegistry registry,
      LongConsumer moved) {
    this.client = client;
    this.request = request;
    this.parent = parent;
    this.pointInTime = pointInTime;
    this.moved = moved;
    this.shards = SearchContextId.decode(registry, pointInTime);
  }

  /**
   * Pins the shards.
   *
   * @param keepAlive how long they remain so if nothing is read
   * @param moved hears how many bytes of pages have come
   */
  public static void open(
      Client client,
      GroupsRequest request,
      TaskId parent,
      TimeValue keepAlive,
      NamedWriteableRegistry registry,
      LongConsumer moved,
      ActionListener<Snapshot> listener) {
    CreatePitRequest create = new CreatePitRequest(keepAlive, false, request.indices());
    create.setIndicesOptions(request.indicesOptions());
    create.setParentTask(parent);
    client.execute(
        CreatePitAction.INSTANCE,
        create,
        DocumentRights.explained(
            ActionListener.map(
                listener,
                open -> new Snapshot(client, request, parent, open.getId(), registry, moved)),
            NOT_PINNED));
  }

  /** Lets the shards go; the listener is answered in any case. */
  public void close(Runnable listener) {
    close(client, pointInTime, listener);
  }

  /** Closes a point in time; the listener is answered in any case. */
  public static void close(Client client, String pointInTime, Runnable listener) {
    // No child of the task, which may be cancelled: then it could not have any more.
    client.execute(
        DeletePitAction.INSTANCE,
        new DeletePitRequest(pointInTime),
        Listeners.listener(closed -> listener.run(), failure -> listener.run()));
  }

  /** Asks all shards for nothing, so that they stay pinned while nothing else is read. */
  public void renew() {
    search(
        new SearchSourceBuilder().query(new MatchNoneQueryBuilder()).size(0),
        Listeners.listener(
            renewed -> {},
            failure -> LOGGER.debug("shards may be lost, which the next read tells", failure)));
  }

  /** The id by which another node can read it. */
  public String pointInTime() {
    return pointInTime;
  }

  public int shards() {
    return shards.shards().size();
  }

  public Set<ShardId> shardIds() {
    return shards.shards().keySet();
  }

  /** The indexes of the shards. */
  public Set<String> indices() {
    return shardIds().stream().map(ShardId::getIndexName).collect(Collectors.toSet());
  }

  /**
   * What there is to group.
   *
   * @param documents that have a fingerprint or signature, or both where one verifies the other
   * @param given how many of them are canonical already
   * @param kinds by field, of what kinds it is in the indexes that have it
   */
  public record Extent(long documents, long given, Map<String, Set<String>> kinds) {
    /** Documents to group. */
    public long grouped() {
      return documents - given;
    }
  }

  /** Counts the documents, and has each shard check the fields. */
  public void measure(ActionListener<Extent> listener) {
    count(
        Part.ALL,
        Listeners.then(
            listener,
            (all, next) -> {
              if (request.against() == null) {
                next.onResponse(all);
              } else {
                count(
                    Part.GIVEN,
                    ActionListener.map(
                        next, given -> new Extent(all.documents, given.documents, all.kinds)));
              }
            }));
  }

  private void count(Part part, ActionListener<Extent> listener) {
    BoolQueryBuilder counted = query(part).filter(QueryBuilders.existsQuery(request.field()));
    if (request.verify() != null) {
      counted.filter(QueryBuilders.existsQuery(request.verify().field()));
    }
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(counted)
            .size(0)
            .trackTotalHits(true)
            .aggregation(page(Columns.whole(part, null), 0));
    search(
        source,
        ActionListener.map(
            listener,
            found -> {
              InternalFingerprintPages fields = pages(found);
              return new Extent(
                  found.getHits().getTotalHits().value(),
                  0,
                  fields == null ? Map.of() : fields.kinds());
            }));
  }

  /**
   * The next documents of each shard.
   *
   * @param docs by shard, which to look at
   * @param size rows of a shard at most
   */
  void page(
      Columns columns,
      Map<ShardId, ShardDocs> docs,
      int size,
      ActionListener<List<FingerprintPage>> listener) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(query(columns.part()).filter(new ShardDocsQueryBuilder(docs)))
            .size(0)
            .trackTotalHits(false)
            .aggregation(page(columns, size));
    search(source, ActionListener.map(listener, found -> counted(pages(found).pages())));
  }

  private List<FingerprintPage> counted(List<FingerprintPage> pages) {
    moved.accept(pages.stream().mapToLong(FingerprintPage::bytes).sum());
    return pages;
  }

  private BoolQueryBuilder query(Part part) {
    BoolQueryBuilder query = QueryBuilders.boolQuery();
    if (request.against() == null) {
      return request.query() == null ? query : query.filter(request.query());
    }
    return switch (part) {
      case GIVEN -> query.filter(request.against());
      case GROUPED -> query.filter(grouped()).mustNot(request.against());
      case ALL ->
          query.filter(QueryBuilders.boolQuery().should(grouped()).should(request.against()));
    };
  }

  private QueryBuilder grouped() {
    return request.query() == null ? QueryBuilders.matchAllQuery() : request.query();
  }

  private FingerprintPageAggregationBuilder page(Columns columns, int size) {
    boolean whole = columns.printsOnly() == false;
    return new FingerprintPageAggregationBuilder(
        request.field(),
        whole && request.verify() != null ? request.verify().field() : null,
        whole ? request.keep() : List.of(),
        whole ? request.scope() : List.of(),
        size,
        columns.filter());
  }

  private static InternalFingerprintPages pages(SearchResponse found) {
    return found.getAggregations() == null
        ? null
        : found.getAggregations().get(FingerprintPageAggregationBuilder.NAME);
  }

  /** Searches this point in time, as the user. */
  public void search(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
    SearchRequest search =
        new SearchRequest(shards.getActualIndices())
            .indicesOptions(pinned(request.indicesOptions()))
            .source(source.pointInTimeBuilder(new PointInTimeBuilder(pointInTime)));
    new WholeSearch(client, parent).run(search, listener);
  }

  /** As core has it for points in time: the names are those of indexes, and exist. */
  private static IndicesOptions pinned(IndicesOptions options) {
    return IndicesOptions.fromOptions(
        options.ignoreUnavailable(),
        options.allowNoIndices(),
        false,
        false,
        false,
        true,
        true,
        options.ignoreThrottled());
  }
}
