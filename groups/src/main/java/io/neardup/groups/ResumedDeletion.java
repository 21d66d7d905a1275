// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.GroupsResponse.Figures;
import io.neardup.groups.apply.Deleter;
import io.neardup.groups.apply.WriteProbe;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.dest.DestRecords;
import io.neardup.groups.dest.DestState;
import io.neardup.groups.dest.DestState.Stage;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.pit.Refresh;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.GroupsRequest.Action.Kind;
import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;

/**
 * Goes on deleting by the records of a run that was cut short when all were written: nothing is
 * compared again, since of groups that are half gone another member could become canonical.
 */
final class ResumedDeletion {
  private static final QueryBuilder DUPLICATES = QueryBuilders.termQuery("status", "duplicate");
  private static final QueryBuilder CANONICALS = QueryBuilders.termQuery("status", "new");

  private final JobNode node;
  private final GroupsRequest request;
  private final GroupsTask task;
  private final DestState state;
  private final DestIndex dest;
  private final DestRecords records;
  private final TaskId parent;
  private final Deleter deleter;
  private final long start = System.nanoTime();

  ResumedDeletion(JobNode node, GroupsRequest request, GroupsTask task, DestState state) {
    this.node = node;
    this.request = request;
    this.task = task;
    this.state = state;
    this.parent = new TaskId(node.clusterService().localNode().getId(), task.getId());
    this.dest = new DestIndex(node, request, task, parent, state);
    this.records = new DestRecords(node.client(), node.threadPool(), request.dest(), parent);
    this.deleter =
        Deleter.resumed(node.client(), node.threadPool(), task, request.requestsPerSecond());
  }

  /** Whether this is how a run goes on. */
  static boolean goesOn(GroupsRequest request, DestState state) {
    return request.action().kind() == Kind.DELETE && state.stage() == Stage.WRITTEN;
  }

  void run(ActionListener<GroupsResponse> listener) {
    state.requireSameIndexes(node.clusterService().state());
    Set<String> sources = state.sources().keySet();
    ActionListener<Void> counting = Listeners.then(listener, (done, next) -> count(next));
    ActionListener<Void> refreshing =
        Listeners.then(
            counting,
            (done, next) ->
                new Refresh(node.client(), node.threadPool())
                    .run(sources, task, Listeners.then(next, (found, last) -> dest.done(last))));
    new WriteProbe(node.client(), index -> List.of(WriteProbe.delete(index)), parent)
        .run(
            sources,
            Listeners.then(
                refreshing, (may, next) -> records.each(DUPLICATES, true, this::delete, next)));
  }

  private void delete(List<SearchHit> duplicates, ActionListener<Void> listener) {
    deleter.check();
    List<Map<String, Object>> sources = duplicates.stream().map(SearchHit::getSourceAsMap).toList();
    List<Object> groups = sources.stream().map(source -> source.get("group")).distinct().toList();
    QueryBuilder canonicals =
        QueryBuilders.boolQuery()
            .filter(CANONICALS)
            .filter(QueryBuilders.termsQuery("group", groups));
    records.find(
        canonicals,
        groups.size(),
        Listeners.then(
            listener,
            (found, next) -> {
              Map<Object, DocumentId> canonicalOf = new HashMap<>();
              for (SearchHit hit : found) {
                Map<String, Object> source = hit.getSourceAsMap();
                canonicalOf.put(source.get("group"), id(source));
              }
              List<Deleter.Duplicate> batch = new ArrayList<>();
              for (Map<String, Object> source : sources) {
                DocumentId canonical = canonicalOf.get(source.get("group"));
                if (canonical != null) {
                  batch.add(new Deleter.Duplicate(id(source), canonical));
                }
              }
              deleter.leave(sources.size() - batch.size());
              deleter.delete(batch, next);
            }));
  }

  private static DocumentId id(Map<String, Object> record) {
    return new DocumentId(
        (String) record.get("index"),
        (String) record.get("id"),
        (String) record.get("routing"),
        ((Number) record.get("seq_no")).longValue(),
        ((Number) record.get("primary_term")).longValue());
  }

  private void count(ActionListener<GroupsResponse> listener) {
    records.count(
        CANONICALS,
        Listeners.then(
            listener,
            (groups, next) ->
                records.count(
                    DUPLICATES,
                    ActionListener.map(next, duplicates -> response(groups, duplicates)))));
  }

  private GroupsResponse response(long groups, long duplicates) {
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    Figures figures = Figures.ofRecords(groups, duplicates);
    return new GroupsResponse(took, figures, List.of(), request.dest(), 0, deleter.tally());
  }
}
