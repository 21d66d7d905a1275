// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.groups.job.FoundIndexes;
import io.neardup.groups.job.WaitingTask.Answer;
import io.neardup.groups.job.Work;
import io.neardup.groups.page.FingerprintPage;
import io.neardup.groups.page.FingerprintPageAggregationBuilder;
import io.neardup.groups.page.InternalFingerprintPages;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.request.Action;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.Job;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.search.SearchPhaseExecutionException;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.Nullable;
import org.opensearch.common.lease.Releasable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.mapper.IndexFieldMapper;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.indices.IndicesModule;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * The documents of a job, at one point in time. All that is read of it is read by searches of the
 * user, so that whatever restricts these restricts the job: aliases, documents and fields that are
 * hidden.
 *
 * @param moved hears how many bytes of pages have come
 */
public record PointInTime(GroupsRequest request, PinnedShards pinned, LongConsumer moved)
    implements Releasable {
  /** Pins the shards. What is tagged was perhaps tagged a moment ago. */
  public static PointInTime open(Job job) {
    GroupsRequest request = job.request();
    String preference = request.action() == Action.TAG ? Work.PRIMARY : null;
    return new PointInTime(
        request,
        PinnedShards.open(job, request.indicesOptions(), preference, request.indices()),
        job.task()::moved);
  }

  /**
   * One that another node has opened, and closes.
   *
   * @param id of the point in time
   */
  public static PointInTime opened(
      Work work, GroupsRequest request, String id, LongConsumer moved) {
    return new PointInTime(request, new PinnedShards(work, request.indicesOptions(), id), moved);
  }

  /** Lets the shards go. */
  @Override
  public void close() {
    pinned.close();
  }

  /**
   * What there is to group.
   *
   * @param documents that have a fingerprint or signature, or both where one verifies the other
   * @param given how many of them are canonical already
   * @param uncompared documents to group that have none, and are near no other one
   * @param all documents, whatever they have, also of those that are canonical already
   * @param kinds by field, of what kinds it is in the indexes that have it
   * @param window how many hits a search of all of them may have
   */
  public record Extent(
      long documents,
      long given,
      long uncompared,
      long all,
      Map<String, Set<String>> kinds,
      int window) {
    /** Documents to group. */
    public long grouped() {
      return documents - given;
    }
  }

  /** Counts the documents, and has each shard check the fields. */
  public Extent measure() {
    long documents = count(Part.ALL);
    long given = request.against() == null ? 0 : count(Part.GIVEN);
    long all = count(query(Part.ALL));
    long grouped = request.against() == null ? all : count(query(Part.GROUPED));
    // An index that does not map the field has documents without it, too.
    InternalFingerprintPages fields = fields();
    return new Extent(
        documents,
        given,
        grouped + given - documents,
        all,
        fields == null ? Map.of() : fields.kinds(),
        fields == null ? Integer.MAX_VALUE : fields.window());
  }

  /** Core leaves shards out that can have no match, which here are none: each tells its fields. */
  private @Nullable InternalFingerprintPages fields() {
    SearchSourceBuilder all = new SearchSourceBuilder().query(QueryBuilders.matchAllQuery());
    return pages(
        checked(all.size(0).terminateAfter(1).aggregation(page(Columns.whole(Part.ALL, null), 0))));
  }

  /**
   * The indexes with documents to group, with their UUIDs.
   *
   * @param given which of the documents that are canonical already count as well
   */
  public Map<String, String> indexes(QueryBuilder given) {
    BoolQueryBuilder some = QueryBuilders.boolQuery().should(query(Part.GROUPED));
    if (request.against() != null) {
      some.should(query(Part.GIVEN).filter(given));
    }
    return new FoundIndexes(IndexFieldMapper.NAME, pinned.uuids()).of(some, pinned::search);
  }

  private long count(Part part) {
    BoolQueryBuilder counted = query(part).filter(has("field", request.field()));
    if (request.verify() != null) {
      counted.filter(has("verify", request.verify().field()));
    }
    return count(counted);
  }

  private long count(QueryBuilder query) {
    return checked(new SearchSourceBuilder().query(query).size(0).trackTotalHits(true))
        .getHits()
        .getTotalHits()
        .value();
  }

  /** Some of the fields that all documents have cannot be looked for; none can be compared. */
  private static QueryBuilder has(String parameter, String field) {
    if (IndicesModule.getBuiltInMetadataFields().contains(field)) {
      throw new IllegalArgumentException(
          "[" + parameter + "] must name a field of documents, got [" + field + "], one of core's");
    }
    return QueryBuilders.existsQuery(field);
  }

  /** The documents of a shard whose numbers are not less. */
  public BoolQueryBuilder query(Part part, ShardId shard, int doc) {
    return query(part).filter(new ShardDocsQueryBuilder(Map.of(shard, ShardDocs.from(doc))));
  }

  /** What a shard refuses is told as it is. */
  private SearchResponse checked(SearchSourceBuilder source) {
    try {
      return pinned.search(source);
    } catch (SearchPhaseExecutionException e) {
      if (ExceptionsHelper.unwrap(e, IllegalArgumentException.class)
          instanceof IllegalArgumentException refusal) {
        throw refusal;
      }
      throw e;
    }
  }

  /**
   * Asks for the next documents of each shard.
   *
   * @param docs by shard, which to look at
   * @param size rows of a shard at most
   */
  Answer<SearchResponse> begin(Columns columns, Map<ShardId, ShardDocs> docs, int size) {
    BoolQueryBuilder rows = query(columns.part()).filter(new ShardDocsQueryBuilder(docs));
    if (columns.printsOnly() && request.verify() != null) {
      // What has no signature has no row in any page, and is not counted.
      rows.filter(QueryBuilders.existsQuery(request.verify().field()));
    }
    return pinned.begin(
        new SearchSourceBuilder()
            .query(rows)
            .size(0)
            .trackTotalHits(false)
            .aggregation(page(columns, size)));
  }

  /** What {@link #begin} was answered. */
  List<FingerprintPage> pages(Answer<SearchResponse> answer) {
    List<FingerprintPage> pages = pages(answer.get()).pages();
    moved.accept(pages.stream().mapToLong(FingerprintPage::bytes).sum());
    return pages;
  }

  private BoolQueryBuilder query(Part part) {
    BoolQueryBuilder query = QueryBuilders.boolQuery();
    QueryBuilder grouped =
        request.query() == null ? QueryBuilders.matchAllQuery() : request.query();
    QueryBuilder given = request.against();
    if (given == null) {
      return query.filter(grouped);
    }
    return switch (part) {
      case GIVEN -> query.filter(given);
      case GROUPED -> query.filter(grouped).mustNot(given);
      case ALL -> query.filter(QueryBuilders.boolQuery().should(grouped).should(given));
    };
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
}
