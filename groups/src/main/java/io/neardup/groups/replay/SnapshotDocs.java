// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.pit.RankedDocs;
import io.neardup.groups.pit.ShardDocs;
import io.neardup.groups.pit.ShardDocsQueryBuilder;
import io.neardup.groups.pit.Snapshot;
import io.neardup.groups.pit.WholeSource;
import io.neardup.groups.pit.WholeSourcePhase;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.document.DocumentField;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.xcontent.MediaType;
import org.opensearch.index.mapper.RoutingFieldMapper;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/**
 * Finds rows of a table again in the point in time that they were read from, to learn their names
 * or sources: by the numbers of the documents in their shards. A search for each batch.
 *
 * @param table what the rows are of
 */
public record SnapshotDocs(Snapshot snapshot, DocumentTable table) {
  /**
   * Reads the names of documents.
   *
   * @param rows no more than a search may have hits
   */
  public void identify(int[] rows, ActionListener<Map<Integer, DocumentId>> listener) {
    hits(
        rows,
        FetchSourceContext.DO_NOT_FETCH_SOURCE,
        List.of(),
        ActionListener.map(listener, hits -> converted(hits, SnapshotDocs::id)));
  }

  /** Reads documents, with some fields of their sources, or with all where that is safe. */
  void read(int[] rows, String[] fields, ActionListener<Map<Integer, RankedDocs.Doc>> listener) {
    hits(
        rows,
        FetchSourceContext.FETCH_SOURCE,
        List.of(new WholeSource(fields)),
        ActionListener.map(listener, hits -> converted(hits, SnapshotDocs::doc)));
  }

  private static <T> Map<Integer, T> converted(
      Map<Integer, SearchHit> hits, Function<SearchHit, T> form) {
    Map<Integer, T> converted = new HashMap<>();
    hits.forEach((row, hit) -> converted.put(row, form.apply(hit)));
    return converted;
  }

  private static RankedDocs.Doc doc(SearchHit hit) {
    if (hit.getSourceRef() == null) {
      return new RankedDocs.Doc(id(hit), Map.of(), null);
    }
    var source = XContentHelper.convertToMap(hit.getSourceRef(), true, (MediaType) null);
    return new RankedDocs.Doc(
        id(hit), source.v2(), WholeSourcePhase.isWhole(hit) ? source.v1() : null);
  }

  private void hits(
      int[] rows,
      FetchSourceContext fetched,
      List<SearchExtBuilder> ext,
      ActionListener<Map<Integer, SearchHit>> listener) {
    Map<ShardId, int[]> rowsOf = table.byShardAndDoc(rows);
    Map<ShardId, ShardDocs> docs = new HashMap<>();
    rowsOf.forEach(
        (shard, of) -> docs.put(shard, ShardDocs.of(Arrays.stream(of).map(table::doc).toArray())));
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.boolQuery().filter(new ShardDocsQueryBuilder(docs)))
            .size(rows.length)
            .trackTotalHits(false)
            .sort("_doc")
            .seqNoAndPrimaryTerm(true)
            .fetchSource(fetched)
            .ext(ext);
    snapshot.search(
        source, ActionListener.map(listener, found -> byRow(found, rowsOf, rows.length)));
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

  private static DocumentId id(SearchHit hit) {
    DocumentField routing = hit.field(RoutingFieldMapper.NAME);
    return new DocumentId(
        hit.getIndex(),
        hit.getId(),
        routing == null ? null : routing.getValue(),
        hit.getSeqNo(),
        hit.getPrimaryTerm());
  }
}
