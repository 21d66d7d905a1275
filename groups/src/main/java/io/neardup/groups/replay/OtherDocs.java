// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.pit.RankedDocs;
import io.neardup.groups.request.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * The documents to group that a table does not have: those that were not read, because they are
 * near no other one, and those without a fingerprint, such as those whose texts are too short. Each
 * is the canonical of its own group. A few at a time, in the order of their shards.
 *
 * @param memory takes what tells which documents the table has
 * @param batch documents to read at a time
 */
public record OtherDocs(
    Job job, PointInTime pointInTime, DocumentTable table, MemoryAccount memory, int batch) {
  /**
   * Passes all of them on.
   *
   * @param fields of their sources that are read
   */
  public void forEachPage(Consumer<RankedDocs> step, String... fields) {
    if (table.isPart()) {
      try (MemoryAccount held = memory.part()) {
        forEachPage(true, table.numbers(held), step, fields);
      }
    }
    forEachPage(false, Map.of(), step, fields);
  }

  /**
   * Of those that have a fingerprint, or of those that have none.
   *
   * @param known the numbers of documents that are left out, by shard
   */
  private void forEachPage(
      boolean compared, Map<ShardId, Bits> known, Consumer<RankedDocs> step, String... fields) {
    for (ShardId shard : pointInTime.pinned().shardIds()) {
      Bits left = known.getOrDefault(shard, new Bits(0, MemoryAccount.unbounded()));
      int from = 0;
      SearchHit[] hits = page(compared, shard, from, fields);
      while (hits.length > 0) {
        job.task().checkCancelled();
        List<RankedDocs.Doc> docs = new ArrayList<>();
        for (SearchHit hit : hits) {
          int number = ((Number) hit.getSortValues()[0]).intValue();
          if (number >= left.size() || left.get(number) == false) {
            docs.add(PointInTimeDocs.doc(hit));
          }
          from = number + 1;
        }
        step.accept(new FoundDocs(docs, compared));
        hits = page(compared, shard, from, fields);
      }
    }
  }

  private SearchHit[] page(boolean compared, ShardId shard, int from, String... fields) {
    BoolQueryBuilder query = pointInTime.query(Part.GROUPED, shard, from);
    BoolQueryBuilder has =
        QueryBuilders.boolQuery().filter(QueryBuilders.existsQuery(job.request().field()));
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(compared ? query.filter(has) : query.mustNot(has))
            .size(batch)
            .trackTotalHits(false)
            .sort("_doc")
            .seqNoAndPrimaryTerm(true)
            .fetchSource(fields, null);
    return pointInTime.pinned().search(source).getHits().getHits();
  }
}
