// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.action.neardup.LimitedFetch;
import io.neardup.groups.job.WaitingTask.Answer;
import io.neardup.groups.pit.CopiedFields;
import io.neardup.groups.pit.CopiedFields.Copies;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.pit.RankedDocs;
import io.neardup.groups.pit.ShardDocs;
import io.neardup.groups.pit.ShardDocsQueryBuilder;
import io.neardup.request.BatchSize;
import io.neardup.request.HitBytes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.common.Strings;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.mapper.RoutingFieldMapper;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.fetch.subphase.FieldAndFormat;

/**
 * Finds rows of a table again in the point in time that they were read from, to learn their names
 * or sources: by the numbers of the documents in their shards. A search for each batch.
 *
 * @param <R> how the documents are known
 */
public record PointInTimeDocs<R extends Rows>(PointInTime pointInTime, R rows) {
  /**
   * Reads the names of documents.
   *
   * @param some no more than a search may have hits
   */
  public Map<Integer, DocumentId> identify(int... some) {
    return hits(some, FetchSourceContext.DO_NOT_FETCH_SOURCE, List.of(), PointInTimeDocs::id).get();
  }

  /**
   * The name of a document, and what is copied from it.
   *
   * @param copies of fields
   */
  public record Named(DocumentId id, Copies copies) {}

  /**
   * The same with copies of fields: not of those for which there was no room, to be asked for
   * again.
   *
   * @param read takes how large each was
   */
  public Map<Integer, Named> name(CopiedFields fields, LongConsumer read, int... some) {
    return hits(
            some,
            FetchSourceContext.DO_NOT_FETCH_SOURCE,
            fields.asked(),
            hit -> {
              read.accept(HitBytes.of(hit));
              return new Named(id(hit), fields.of(hit));
            })
        .get();
  }

  /** Asks for documents, with some fields of their sources. */
  public Supplier<Map<Integer, RankedDocs.Doc>> read(int[] some, String... fields) {
    return hits(
        some,
        new FetchSourceContext(true, fields, Strings.EMPTY_ARRAY),
        List.of(),
        PointInTimeDocs::doc);
  }

  private <T> Supplier<Map<Integer, T>> hits(
      int[] some,
      FetchSourceContext fetched,
      List<FieldAndFormat> fields,
      Function<SearchHit, T> form) {
    Map<ShardId, int[]> rowsOf = rows.byShardAndDoc(some);
    Map<ShardId, ShardDocs> docs = new HashMap<>();
    rowsOf.forEach(
        (shard, of) -> docs.put(shard, ShardDocs.of(Arrays.stream(of).map(rows::doc).toArray())));
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.boolQuery().filter(new ShardDocsQueryBuilder(docs)))
            .size(some.length)
            .trackTotalHits(false)
            .sort("_doc")
            .seqNoAndPrimaryTerm(true)
            .fetchSource(fetched);
    fields.forEach(field -> source.fetchField(field.field, field.format));
    if (fields.isEmpty() == false) {
      source.ext(List.of(new LimitedFetch(BatchSize.BYTES)));
    }
    Answer<SearchResponse> found = pointInTime.pinned().begin(source);
    return () -> {
      Map<Integer, T> formed = new HashMap<>();
      byRow(found.get(), rowsOf, some.length)
          .forEach(
              (row, hit) -> {
                if (LimitedFetch.isLeftOut(hit) == false) {
                  formed.put(row, form.apply(hit));
                }
              });
      return formed;
    };
  }

  /** The hits of a shard come in the order of their numbers, as its rows do. */
  private static Map<Integer, SearchHit> byRow(
      SearchResponse found, Map<ShardId, int[]> rowsOf, int wanted) {
    Map<Integer, SearchHit> named = new HashMap<>();
    Map<ShardId, Integer> next = new HashMap<>();
    for (SearchHit hit : found.getHits()) {
      ShardId shard = hit.getShard().getShardId();
      int at = next.merge(shard, 1, Integer::sum) - 1;
      named.put(rowsOf.get(shard)[at], hit);
    }
    if (named.size() != wanted) {
      throw new IllegalStateException(
          "of ["
              + wanted
              + "] documents of a point in time, only ["
              + named.size()
              + "] are found again: did the roles of the user change meanwhile?");
    }
    return named;
  }

  /** A document with what was asked for of its source. */
  static RankedDocs.Doc doc(SearchHit hit) {
    return new RankedDocs.Doc(id(hit), hit.hasSource() ? hit.getSourceAsMap() : Map.of());
  }

  private static DocumentId id(SearchHit hit) {
    DocumentField routing = hit.field(RoutingFieldMapper.NAME);
    return new DocumentId(
        hit.getShard().getFullyQualifiedIndexName(),
        hit.getShard().getShardId().getIndex().getUUID(),
        hit.getId(),
        routing == null ? null : routing.getValue(),
        hit.getSeqNo(),
        hit.getPrimaryTerm());
  }
}
