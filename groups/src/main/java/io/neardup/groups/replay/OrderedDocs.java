// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.pit.PointInTime;
import io.neardup.target.KeepField;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.FieldSortBuilder;
import org.opensearch.search.sort.SortBuilders;
import org.opensearch.search.sort.SortOrder;

/**
 * All documents of a job in the order of {@code keep}, of equal ones by index and id, whatever they
 * are compared by. They are read in the order of their shards, so that each page begins where the
 * last one ended.
 *
 * @param keep by which fields they are ordered
 * @param batch documents to read at a time
 */
record OrderedDocs(PointInTime pointInTime, List<KeepField> keep, GroupsTask task, int batch) {
  /** Where a document is found again. */
  record Place(ShardId shard, int doc) {}

  /**
   * A document, and what orders it.
   *
   * @param keys null for a field that it does not have
   */
  private record Ordered(Place place, DocumentId id, Object... keys) {}

  List<Place> read(Part part) {
    List<Ordered> all = new ArrayList<>();
    for (ShardId shard : pointInTime.shardIds()) {
      int from = 0;
      SearchHit[] hits;
      do {
        task.checkCancelled();
        hits = pointInTime.begin(page(part, shard, from)).get().getHits().getHits();
        for (SearchHit hit : hits) {
          all.add(ordered(shard, hit));
        }
        from = hits.length == 0 ? from : all.get(all.size() - 1).place.doc + 1;
      } while (hits.length > 0);
    }
    all.sort(this::compare);
    return all.stream().map(Ordered::place).toList();
  }

  private SearchSourceBuilder page(Part part, ShardId shard, int from) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(pointInTime.query(part, shard, from))
            .size(batch)
            .trackTotalHits(false)
            .fetchSource(false)
            .sort("_doc");
    for (KeepField field : keep) {
      FieldSortBuilder sort =
          SortBuilders.fieldSort(field.field())
              .unmappedType("long")
              .order(field.descending() ? SortOrder.DESC : SortOrder.ASC);
      // Sorts take the place of what is missing for a number.
      source.sort(sort).docValueField(field.field());
    }
    return source;
  }

  private Ordered ordered(ShardId shard, SearchHit hit) {
    Object[] values = hit.getSortValues();
    Object[] keys = new Object[keep.size()];
    for (int i = 0; i < keys.length; i++) {
      boolean has = hit.field(keep.get(i).field()) != null;
      keys[i] = has ? key(values[i + 1]) : null;
    }
    return new Ordered(
        new Place(shard, ((Number) values[0]).intValue()), PointInTimeDocs.doc(hit).id(), keys);
  }

  private static @Nullable Object key(Object value) {
    return value instanceof String text ? new BytesRef(text) : value;
  }

  private int compare(Ordered left, Ordered right) {
    for (int i = 0; i < keep.size(); i++) {
      Comparator<Comparable<Object>> order =
          keep.get(i).descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
      @SuppressWarnings("unchecked") // Of one kind in all indexes.
      int compared =
          Comparator.nullsLast(order)
              .compare((Comparable<Object>) left.keys[i], (Comparable<Object>) right.keys[i]);
      if (compared != 0) {
        return compared;
      }
    }
    return DocumentId.ORDER.compare(left.id, right.id);
  }
}
