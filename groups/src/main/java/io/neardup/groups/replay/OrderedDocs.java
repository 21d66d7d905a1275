// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.pit.RankedDocs.Doc;
import io.neardup.groups.request.Job;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.KeepField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.common.Numbers;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortBuilders;
import org.opensearch.search.sort.SortOrder;

/**
 * All documents of a job in the order of {@code keep}, of equal ones by what the field of the
 * request has, and then by index and id, as in a report. They are read in the order of their
 * shards, so that each page begins where the last one ended.
 *
 * @param kinds by field, of what kinds it is in the indexes that have it
 * @param memory takes what is read
 * @param batch documents to read at a time
 */
record OrderedDocs(
    Job job,
    PointInTime pointInTime,
    StoredDecider decider,
    Map<String, Set<String>> kinds,
    MemoryAccount memory,
    int batch) {
  /** Core sorts by numbers without a sign nowhere, or in all indexes. */
  private static final String UNSIGNED = "unsigned_long";

  /** A sort shows a number where there is none: not the same one first as last. */
  private static final List<String> MISSING = List.of("_first", "_last");

  /** Where a document is found again. */
  record Place(ShardId shard, int doc) {}

  /**
   * A document, and what orders it.
   *
   * @param keys of {@code keep}, null for a field that it does not have
   * @param compared what the field has; null if it has nothing
   */
  private record Ordered(
      Place place, DocumentId id, List<Object> keys, @Nullable BytesRef compared) {}

  private static final Comparator<Ordered> EQUAL =
      Comparator.comparing(
              Ordered::compared, Comparator.nullsLast(Comparator.<BytesRef>naturalOrder()))
          .thenComparing(Ordered::id, DocumentId.ORDER);

  List<Place> read(Part part) {
    List<Ordered> all = new ArrayList<>();
    for (ShardId shard : pointInTime.pinned().shardIds()) {
      int from = 0;
      SearchHit[] hits;
      do {
        job.task().checkCancelled();
        hits = pointInTime.pinned().search(page(part, shard, from)).getHits().getHits();
        for (SearchHit hit : hits) {
          all.add(ordered(part, shard, hit));
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
            .fetchSource(decider.keyFields(), null)
            .sort("_doc");
    for (KeepField field : job.request().keep()) {
      for (String missing : MISSING) {
        source.sort(
            SortBuilders.fieldSort(field.field())
                .unmappedType(kinds.get(field.field()).contains(UNSIGNED) ? UNSIGNED : "long")
                .missing(missing)
                .order(field.descending() ? SortOrder.DESC : SortOrder.ASC));
      }
    }
    return source;
  }

  private Ordered ordered(Part part, ShardId shard, SearchHit hit) {
    // An address that is formatted has another order.
    Object[] values = hit.getRawSortValues();
    List<Object> keys = new ArrayList<>();
    for (int i = 1; i < values.length; i += MISSING.size()) {
      keys.add(key(values[i], values[i + 1]));
    }
    Doc doc = PointInTimeDocs.doc(hit);
    BytesRef compared = compared(doc.read(decider, part).keys());
    memory.take(bytes(compared) + keys.stream().mapToLong(OrderedDocs::bytes).sum());
    return new Ordered(new Place(shard, ((Number) values[0]).intValue()), doc.id(), keys, compared);
  }

  /** Of what is not of one length. */
  private static long bytes(@Nullable Object value) {
    return value instanceof BytesRef bytes ? bytes.length : 0;
  }

  /** A value, in the widest form of its kind: indexes may hold it in different ones. */
  private static @Nullable Object key(@Nullable Object first, @Nullable Object last) {
    if (first == null || first.equals(last) == false) {
      return null;
    }
    return switch (first) {
      case Integer number -> number.longValue();
      case Float number -> number.doubleValue();
      default -> first;
    };
  }

  /** The fingerprint and the signature that the stage of the field compares. */
  private @Nullable BytesRef compared(Keys keys) {
    for (int i = 0; i < keys.stages(); i++) {
      Stage stage = decider.stages().get(i);
      if (stage.field().equals(job.request().field()) && keys.has(i)) {
        boolean printed = stage.kind() == Stage.Kind.SIMHASH;
        byte[] print = printed ? Numbers.longToBytes(keys.value(i)) : new byte[0];
        byte[] sign = stage.likeness() == null ? new byte[0] : keys.signature(i).toBytes();
        byte[] both = Arrays.copyOf(print, print.length + sign.length);
        System.arraycopy(sign, 0, both, print.length, sign.length);
        return new BytesRef(both);
      }
    }
    return null;
  }

  private int compare(Ordered left, Ordered right) {
    for (int i = 0; i < job.request().keep().size(); i++) {
      Comparator<Comparable<Object>> order =
          job.request().keep().get(i).descending()
              ? Comparator.reverseOrder()
              : Comparator.naturalOrder();
      @SuppressWarnings("unchecked") // Of one kind in all indexes.
      int compared =
          Comparator.nullsLast(order)
              .compare(
                  (Comparable<Object>) left.keys.get(i), (Comparable<Object>) right.keys.get(i));
      if (compared != 0) {
        return compared;
      }
    }
    return EQUAL.compare(left, right);
  }
}
