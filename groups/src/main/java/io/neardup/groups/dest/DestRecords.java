// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.groups.job.FoundIndexes;
import io.neardup.groups.job.Work;
import io.neardup.groups.pit.PinnedShards;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.AllOrNothingBulk;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.Strings;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.sort.SortBuilders;

/**
 * Reads the records of an earlier run, and removes them.
 *
 * @param dest that is this run's
 */
public record DestRecords(Job job, DestIndex dest) {
  private static final int BATCH = 1000;

  /**
   * What a record says of its document, and a person: not the copies of fields, which are large.
   */
  private static final String[] READ = {
    "index", "id", "routing", "seq_no", "primary_term", "group", "status", "verdict"
  };

  /** The records, at the moment when it was asked for them; some at a time. */
  public record Pinned(PinnedShards shards, int batch) {
    /** Passes all that match on, batch by batch. */
    public void each(QueryBuilder query, boolean withSource, Consumer<List<SearchHit>> step) {
      SearchSourceBuilder source =
          new SearchSourceBuilder()
              .query(query)
              .size(batch)
              .fetchSource(new FetchSourceContext(withSource, READ, Strings.EMPTY_ARRAY))
              .trackTotalHits(false)
              .sort(SortBuilders.shardDocSort());
      shards.each(source, hits -> step.accept(Arrays.asList(hits)));
    }
  }

  /** Removes all. */
  void remove() {
    each(
        QueryBuilders.matchAllQuery(),
        false,
        (pinned, records) -> {
          BulkRequest bulk = new BulkRequest();
          records.forEach(record -> bulk.add(new DeleteRequest(dest.name(), record.getId())));
          new AllOrNothingBulk(job, dest.requireOwned()).write(bulk);
        });
  }

  /** How many searches find. */
  public long count(QueryBuilder query) {
    return job.countWritten(new SearchSourceBuilder().query(query), dest.name());
  }

  /** Which of these indexes, with their UUIDs, have documents that such records tell of. */
  public Map<String, String> indexes(QueryBuilder query, Map<String, String> some) {
    job.refresh(Set.of(dest.name()));
    return new FoundIndexes("index", some)
        .of(query, source -> job.searchWritten(source, dest.name()));
  }

  /**
   * Passes all records on that are there now, batch by batch, even while they are removed.
   *
   * @param withSource whether they are read, too
   */
  public void each(
      QueryBuilder query, boolean withSource, BiConsumer<Pinned, List<SearchHit>> step) {
    // The last ones may have been written a moment ago.
    job.refresh(Set.of(dest.name()));
    try (PinnedShards shards =
        PinnedShards.open(job, SearchRequest.DEFAULT_INDICES_OPTIONS, Work.PRIMARY, dest.name())) {
      Pinned pinned = new Pinned(shards, batch());
      pinned.each(query, withSource, hits -> step.accept(pinned, hits));
    }
  }

  /** As many as a search may have hits, and a query terms. */
  private int batch() {
    Settings settings = dest.there().getSettings();
    int window = IndexSettings.MAX_RESULT_WINDOW_SETTING.get(settings);
    return Math.min(BATCH, Math.min(window, IndexSettings.MAX_TERMS_COUNT_SETTING.get(settings)));
  }
}
