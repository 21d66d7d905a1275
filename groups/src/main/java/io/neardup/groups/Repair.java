// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import static org.opensearch.search.aggregations.MultiBucketConsumerService.MAX_BUCKET_SETTING;

import io.neardup.groups.GroupsResponse.Figures;
import io.neardup.groups.apply.Tagger;
import io.neardup.groups.job.Tally;
import io.neardup.groups.job.Work;
import io.neardup.groups.pit.PinnedShards;
import io.neardup.groups.replay.FoundDocs;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.groups.write.WriteProbe;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.ingest.search.OrphanSearch;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortBuilders;
import org.opensearch.search.sort.SortOrder;

/**
 * Looks for groups that have lost their canonical, and has their members decided anew, in the order
 * of their decisions: the first one leads the group from then on. Nothing is compared here, so that
 * it does not matter by what the documents are decided.
 */
record Repair(Job job) {
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
      StoredDecider decider = Tagging.decider(job, uuids.keySet());
      OrphanSearch lost =
          decider.orphans(
              job.client(),
              job.node().clusterService().getClusterSettings().get(MAX_BUCKET_SETTING));
      BoundIndexes bound = new BoundIndexes(uuids);
      new WriteProbe(job, false).run(bound, uuids.keySet());
      job.refresh(uuids.keySet());
      String last = null;
      do {
        String after = last;
        OrphanSearch.Page page = job.task().await(listener -> lost.orphaned(after, listener));
        groups += page.size();
        orphaned += page.groups().size();
        if (page.groups().isEmpty() == false) {
          Tally mended = mend(decider, bound, decider.members(page.groups()));
          tally = tally.plus(mended.done(), mended.unchanged(), mended.changed());
        }
        last = page.last();
      } while (last != null);
      removable = job.countWritten(new SearchSourceBuilder().query(decider.removable()), indices);
      if (removable > 0) {
        job.task().<Void>awaitLong(decider::recover);
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

  private Map<String, String> uuids(String... indices) {
    Map<String, String> uuids = new TreeMap<>();
    for (String index : indices) {
      IndexMetadata metadata = job.node().clusterService().state().metadata().index(index);
      if (metadata != null) {
        uuids.put(index, metadata.getIndexUUID());
      }
    }
    return uuids;
  }

  private Tally mend(StoredDecider decider, BoundIndexes bound, QueryBuilder members) {
    Set<String> names = bound.uuids().keySet();
    int batch = decider.batch(job.window(names, MAX_BATCH));
    Tagger tagger = new Tagger(job, decider, new HashSet<>(), bound, batch);
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
            job, job.request().indicesOptions(), Work.PRIMARY, names.toArray(String[]::new))) {
      shards.each(source, hits -> tagger.run(FoundDocs.of(hits)));
      job.refresh(names);
    }
    return tagger.tally();
  }
}
