// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.pit.RankedDocs;
import java.util.Arrays;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.lucene.util.IntroSorter;

/**
 * The documents of a job in the order of the replay. Of documents that nothing else tells apart the
 * first by index and id goes first, as in records.
 */
public final class RankOrder implements RankedDocs {
  private final PointInTimeDocs<DocumentTable> docs;
  private final DocumentTable table;
  private final Assignments assignments;
  private final int batch;
  private final IntPages order;

  /** Pairs of ranks to exchange. */
  private final IntPages swaps;

  private int swapCount;

  /**
   * By the row that leads a group in the replay, its canonical; null if that is always the same.
   */
  private IntPages canonicals;

  private final MemoryAccount memory;

  /** The canonical that is being looked for: its leader, and the first candidate so far. */
  private int leader = -1;

  private int front;
  private int best;
  private DocumentId bestId;

  /**
   * Orders the documents.
   *
   * @param candidates by group, the rows that nothing but their names tells from its canonical
   * @param batch documents to read at a time
   */
  public RankOrder(
      PointInTimeDocs<DocumentTable> docs,
      Assignments assignments,
      IntStream candidates,
      MemoryAccount memory,
      int batch) {
    this.docs = docs;
    this.table = docs.rows();
    this.assignments = assignments;
    this.batch = batch;
    this.order = IntPages.range(table.size(), memory);
    this.swaps = new IntPages(0, memory);
    this.memory = memory;
    sort();
    findFirsts(candidates.iterator());
    exchange();
  }

  private int compareValues(int left, int right) {
    if (table.isGiven(left) != table.isGiven(right)) {
      return table.isGiven(left) ? -1 : 1;
    }
    int compared = table.compareKeys(left, right);
    if (compared == 0) {
      compared = Long.compareUnsigned(table.fingerprint(left), table.fingerprint(right));
    }
    return compared;
  }

  @Override
  public boolean areEqual(int row, int other) {
    return compareValues(row, other) == 0;
  }

  private int compare(int left, int right) {
    int compared = compareValues(left, right);
    return compared == 0 ? Integer.compare(left, right) : compared;
  }

  private void sort() {
    new IntroSorter() {
      private int pivot;

      @Override
      protected void setPivot(int i) {
        pivot = order.get(i);
      }

      @Override
      protected int comparePivot(int i) {
        return RankOrder.this.compare(pivot, order.get(i));
      }

      @Override
      protected void swap(int i, int j) {
        exchange(i, j);
      }
    }.sort(0, order.size());
  }

  private int rank(int row) {
    int from = 0;
    int to = order.size() - 1;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (compare(order.get(middle), row) < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private void findFirsts(PrimitiveIterator.OfInt candidates) {
    while (candidates.hasNext()) {
      int[] rows = new int[batch];
      int size = 0;
      while (size < batch && candidates.hasNext()) {
        rows[size++] = candidates.nextInt();
      }
      int[] some = Arrays.copyOf(rows, size);
      Map<Integer, DocumentId> named = docs.identify(some);
      for (int row : some) {
        see(row, named.get(row));
      }
    }
    found();
  }

  private void see(int row, DocumentId id) {
    if (assignments.leader(row) != leader) {
      found();
      leader = assignments.leader(row);
      front = row;
      best = row;
      bestId = id;
    } else if (DocumentId.ORDER.compare(id, bestId) < 0) {
      best = row;
      bestId = id;
    }
  }

  private void found() {
    if (best == front) {
      return;
    }
    swaps.grow(swapCount + 2);
    swaps.set(swapCount++, rank(front));
    swaps.set(swapCount++, rank(best));
    if (canonicals == null) {
      canonicals = IntPages.range(table.size(), memory);
    }
    canonicals.set(leader, best);
    best = front;
  }

  private void exchange() {
    for (int i = 0; i < swapCount; i += 2) {
      exchange(swaps.get(i), swaps.get(i + 1));
    }
  }

  private void exchange(int i, int j) {
    int row = order.get(i);
    order.set(i, order.get(j));
    order.set(j, row);
  }

  @Override
  public int size() {
    return order.size();
  }

  @Override
  public int row(int rank) {
    return order.get(rank);
  }

  @Override
  public boolean isGiven(int row) {
    return table.isGiven(row);
  }

  /** What is canonical already remains so, even if it equals another one. */
  @Override
  public int leader(int row) {
    if (isGiven(row)) {
      return row;
    }
    int leads = assignments.leader(row);
    return canonicals == null ? leads : canonicals.get(leads);
  }

  @Override
  public int distance(int row) {
    return assignments.distance(row);
  }

  @Override
  public Supplier<Map<Integer, Doc>> read(int[] rows, String... fields) {
    return docs.read(rows, fields);
  }
}
