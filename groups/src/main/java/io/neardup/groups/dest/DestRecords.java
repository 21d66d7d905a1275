// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.groups.job.Progress;
import io.neardup.groups.pit.Refresh;
import io.neardup.groups.pit.Snapshot;
import io.neardup.groups.pit.WholeSearch;
import io.neardup.request.Listeners;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.search.CreatePitAction;
import org.opensearch.action.search.CreatePitRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.CheckedBiConsumer;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.PointInTimeBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortBuilders;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/** The records that an earlier attempt has written, read and removed as the user. */
public final class DestRecords {
  private static final int BATCH = 1000;
  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(5);

  private final Client client;
  private final ThreadPool threadPool;
  private final String name;
  private final TaskId parent;

  public DestRecords(Client client, ThreadPool threadPool, String name, TaskId parent) {
    this.client = client;
    this.threadPool = threadPool;
    this.name = name;
    this.parent = parent;
  }

  /** Answers when searches find none any more. */
  void remove(Progress job, ActionListener<Void> listener) {
    ActionListener<Void> refreshing =
        Listeners.then(
            listener, (removed, next) -> new Refresh(client, threadPool).run(Set.of(name), next));
    WholeBulk removal = new WholeBulk(client, threadPool, job);
    each(
        QueryBuilders.matchAllQuery(),
        false,
        (records, next) -> removal.write(deletions(records), next),
        refreshing);
  }

  private BulkRequest deletions(List<SearchHit> records) {
    BulkRequest bulk = new BulkRequest();
    records.forEach(record -> bulk.add(new DeleteRequest(name, record.getId())));
    bulk.setParentTask(parent);
    return bulk;
  }

  /** How many searches find. */
  public void count(QueryBuilder query, ActionListener<Long> listener) {
    SearchSourceBuilder source =
        new SearchSourceBuilder().query(query).size(0).trackTotalHits(true);
    search(source, ActionListener.map(listener, found -> found.getHits().getTotalHits().value()));
  }

  /** Finds some records, at most as many as a search may have hits. */
  public void find(QueryBuilder query, int atMost, ActionListener<List<SearchHit>> listener) {
    SearchSourceBuilder source = new SearchSourceBuilder().query(query).size(atMost);
    search(source, ActionListener.map(listener, found -> List.of(found.getHits().getHits())));
  }

  /**
   * Passes all records on that are there now, batch by batch, even while they are removed.
   *
   * @param withSource whether they are read, too
   * @param step takes some of them, and answers when it can take the next ones
   */
  public void each(
      QueryBuilder query,
      boolean withSource,
      CheckedBiConsumer<List<SearchHit>, ActionListener<Void>, Exception> step,
      ActionListener<Void> listener) {
    // The last ones may have been written a moment ago.
    new Refresh(client, threadPool)
        .run(
            Set.of(name),
            Listeners.then(listener, (found, next) -> pinned(query, withSource, step, next)));
  }

  private void pinned(
      QueryBuilder query,
      boolean withSource,
      CheckedBiConsumer<List<SearchHit>, ActionListener<Void>, Exception> step,
      ActionListener<Void> listener) {
    CreatePitRequest create = new CreatePitRequest(KEEP_ALIVE, false, name);
    create.setParentTask(parent);
    client.execute(
        CreatePitAction.INSTANCE,
        create,
        Listeners.then(
            listener,
            (open, next) -> {
              ActionListener<Void> closing =
                  Listeners.listener(
                      done -> Snapshot.close(client, open.getId(), () -> next.onResponse(null)),
                      e -> Snapshot.close(client, open.getId(), () -> next.onFailure(e)));
              SearchSourceBuilder source =
                  new SearchSourceBuilder()
                      .query(query)
                      .size(BATCH)
                      .fetchSource(withSource)
                      .trackTotalHits(false)
                      .sort(SortBuilders.shardDocSort())
                      .pointInTimeBuilder(
                          new PointInTimeBuilder(open.getId()).setKeepAlive(KEEP_ALIVE));
              Listeners.repeat(closing, on -> page(source, step, on));
            }));
  }

  private void page(
      SearchSourceBuilder source,
      CheckedBiConsumer<List<SearchHit>, ActionListener<Void>, Exception> step,
      ActionListener<Boolean> listener) {
    search(
        source,
        Listeners.then(
            listener,
            (found, next) -> {
              SearchHit[] hits = found.getHits().getHits();
              if (hits.length == 0) {
                next.onResponse(false);
                return;
              }
              source.searchAfter(hits[hits.length - 1].getSortValues());
              step.accept(Arrays.asList(hits), ActionListener.map(next, taken -> true));
            }));
  }

  private void search(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
    new WholeSearch(client, parent).run(new SearchRequest(name).source(source), listener);
  }
}
