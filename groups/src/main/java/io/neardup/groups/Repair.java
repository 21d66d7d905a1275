// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import static org.opensearch.search.aggregations.MultiBucketConsumerService.MAX_BUCKET_SETTING;

import io.neardup.groups.GroupsResponse.Figures;
import io.neardup.groups.apply.Heirs;
import io.neardup.groups.apply.Tagger;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.job.Tally;
import io.neardup.groups.pit.CompleteSearch;
import io.neardup.groups.pit.PinnedShards;
import io.neardup.groups.pit.Refresh;
import io.neardup.groups.replay.FoundDocs;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.groups.write.WriteProbe;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.ingest.search.OrphanSearch;
import io.neardup.request.IndexLimits;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortBuilders;
import org.opensearch.search.sort.SortOrder;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/**
 * Looks for groups that have lost their canonical, and has their members decided anew, in the order
 * of their decisions: the first one leads the group from then on. Nothing is compared here, so that
 * it does not matter by what the documents are decided.
 */
record Repair(JobNode node, GroupsRequest request, GroupsTask task, TaskId parent) {
  /** Documents decided at a time. */
  private static final int MAX_BATCH = 1_000;

  GroupsResponse run(String... indices) {
    long start = System.nanoTime();
    long groups = 0;
    long orphaned = 0;
    long removable = 0;
    Tally tally = Tally.none(Tally.Kind.TAGGED);
    Map<String, String> uuids = uuids(indices);
    if (uuids.isEmpty() == false) {
      StoredDecider decider = Tagging.decider(node, request, uuids.keySet());
      BoundIndexes bound = new BoundIndexes(uuids);
      new WriteProbe(node, task, parent, index -> List.of(WriteProbe.update(index))).run(bound);
      new Refresh(node.client(), node.threadPool(), task).run(uuids.keySet());
      OrphanSearch lost =
          decider.orphans(
              new ParentTaskAssigningClient(node.client(), parent),
              node.clusterService().getClusterSettings().get(MAX_BUCKET_SETTING));
      String last = null;
      do {
        String after = last;
        OrphanSearch.Page page = task.await(listener -> lost.find(after, listener));
        groups += page.size();
        orphaned += page.orphaned().size();
        if (page.orphaned().isEmpty() == false) {
          Tally mended = mend(decider, bound, decider.members(page.orphaned()));
          tally = tally.plus(mended.done(), mended.unchanged(), mended.changed());
        }
        last = page.last();
      } while (last != null);
      removable = removable(decider, indices);
      if (removable > 0) {
        task.<Void>awaitLong(decider::recover);
      }
    }
    return new GroupsResponse(
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
        Figures.ofRepair(groups, orphaned, removable),
        List.of(),
        null,
        0,
        tally);
  }

  private long removable(StoredDecider decider, String... indices) {
    SearchSourceBuilder source =
        new SearchSourceBuilder().query(decider.removable()).size(0).trackTotalHits(true);
    return new CompleteSearch(node.client(), task, parent)
        .run(new SearchRequest(indices).source(source))
        .getHits()
        .getTotalHits()
        .value();
  }

  private Map<String, String> uuids(String... indices) {
    Map<String, String> uuids = new TreeMap<>();
    for (String index : indices) {
      IndexMetadata metadata = node.clusterService().state().metadata().index(index);
      if (metadata != null) {
        uuids.put(index, metadata.getIndexUUID());
      }
    }
    return uuids;
  }

  private Tally mend(StoredDecider decider, BoundIndexes bound, QueryBuilder members) {
    Set<String> names = bound.uuids().keySet();
    int batch =
        IndexLimits.least(
            IndexSettings.MAX_RESULT_WINDOW_SETTING,
            node.clusterService().state(),
            names,
            MAX_BATCH);
    Tagger tagger =
        new Tagger(
            node, decider, Heirs.ofAll(), false, task, bound, request.requestsPerSecond(), batch);
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(members)
            .size(batch)
            .trackTotalHits(false)
            .seqNoAndPrimaryTerm(true)
            .fetchSource(decider.fields(), null)
            .sort(decider.targetField() + ".seq", SortOrder.ASC)
            .sort(SortBuilders.shardDocSort());
    try (PinnedShards shards =
        PinnedShards.open(
            node, request.indicesOptions(), task, parent, names.toArray(String[]::new))) {
      while (true) {
        SearchHit[] hits = shards.search(source).getHits().getHits();
        if (hits.length == 0) {
          refresh(names);
          return tagger.tally();
        }
        tagger.run(FoundDocs.of(hits));
        source.searchAfter(hits[hits.length - 1].getSortValues());
      }
    }
  }

  private void refresh(Set<String> names) {
    new Refresh(node.client(), node.threadPool(), task).run(names);
  }
}
