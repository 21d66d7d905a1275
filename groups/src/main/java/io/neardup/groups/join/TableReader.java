// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.join;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.page.FingerprintPage;
import io.neardup.groups.page.PageFilter;
import io.neardup.groups.pit.Columns;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.pit.DocCodes;
import io.neardup.groups.pit.DocCursor;
import io.neardup.groups.pit.PageReader;
import io.neardup.groups.pit.Snapshot;
import io.neardup.groups.replay.DocumentTable;
import io.neardup.groups.replay.Rule;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.GroupsRequest.Action;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.opensearch.common.Nullable;
import org.opensearch.core.index.shard.ShardId;

/**
 * Reads the documents that can decide anything about groups: first those that are canonical
 * already, then all others. Of the former, only those near any of the others travel. If there are
 * more than one node should hold, the data nodes find out first which ones are near another one, or
 * meet it in a band; no others are read.
 */
public final class TableReader {
  /** So many fingerprints are sent along with a search. */
  private static final int MAX_FILTER = 1 << 18;

  private final JobNode node;
  private final GroupsRequest request;
  private final GroupsTask task;
  private final Snapshot snapshot;
  private final Rule rule;
  private final Snapshot.Extent extent;
  private final MemoryAccount memory;
  private DocumentTable table;
  private Supplier<DocumentTable> way;

  /** By shard, the numbers of the documents that are read; null for all. */
  private Map<ShardId, IntPages> listed;

  /** What was found to be near another one; null for all. */
  private LongPredicate wanted;

  /**
   * @param extent what there is
   * @param memory takes all that is read
   */
  public TableReader(
      JobNode node,
      GroupsRequest request,
      GroupsTask task,
      Snapshot snapshot,
      Rule rule,
      Snapshot.Extent extent,
      MemoryAccount memory) {
    this.node = node;
    this.request = request;
    this.task = task;
    this.snapshot = snapshot;
    this.rule = rule;
    this.extent = extent;
    this.memory = memory;
  }

  /**
   * Decides how to read, and takes memory for what is known to need it.
   *
   * @throws IllegalArgumentException (HTTP 400) if there is too much for one node
   */
  public void prepare() {
    boolean byPrint = rule.isBySimilarity() == false;
    long all = extent.documents();
    if (byPrint && request.against() != null && extent.grouped() <= MAX_FILTER) {
      way = this::readIncrement;
    } else if (rule.hasRanges() && isTooMuch(all)) {
      way = this::join;
    } else {
      // What is too much is refused before anything is read or written.
      long bytes = rule.bytes(request, all);
      memory.take(bytes);
      memory.giveBack(bytes);
      way = () -> read(Math.toIntExact(all), null, null);
    }
  }

  private boolean isTooMuch(long documents) {
    // Which member leads a group that has lost its canonical depends on all of its members.
    return request.action().kind() != Action.Kind.REPAIR
        && (documents > node.localDocuments()
            || rule.bytes(request, documents) > node.settings().memory().getBytes());
  }

  /** Reads; what the replay needs is taken, too. */
  public DocumentTable read() {
    task.reading(extent.documents(), 0);
    return way.get();
  }

  /** What the increment is near. */
  private DocumentTable readIncrement() {
    long[] prints = new long[Math.toIntExact(extent.grouped())];
    memory.take((long) Long.BYTES * prints.length);
    int[] size = {0};
    forEachPage(
        Columns.prints(Part.GROUPED, null),
        page -> {
          require(size[0] + page.size() <= prints.length);
          page.copyFingerprints(prints, size[0]);
          size[0] += page.size();
        });
    FingerprintSet increment = FingerprintSet.of(prints);
    memory.take(increment.ramBytesUsed());
    return read(prints.length, new PageFilter.Near(increment, rule.maxDistance()), null);
  }

  private DocumentTable join() {
    LongPages found =
        task.awaitLong(
            listener ->
                new DistributedJoin(
                        node, request, task, snapshot, rule, extent.documents(), memory, listener)
                    .start());
    return rule.bands() == null ? readTouched(found) : readListed(found);
  }

  private DocumentTable readTouched(LongPages found) {
    int capacity = (int) Math.min(extent.documents(), found.size() + (long) found.size() / 4);
    if (found.size() <= MAX_FILTER) {
      long[] few = new long[found.size()];
      found.read(0, few, few.length);
      FingerprintSet set = FingerprintSet.of(few);
      memory.take(set.ramBytesUsed());
      PageFilter.Near near = new PageFilter.Near(set, 0);
      wanted = near::accepts;
      return read(capacity, near, near);
    }
    DistinctFingerprints touched = DistinctFingerprints.of(found, memory, task::checkCancelled);
    wanted = fingerprint -> touched.indexOf(fingerprint) >= 0;
    return read(capacity, null, null);
  }

  private DocumentTable readListed(LongPages found) {
    listed = new DocCodes(snapshot.shardIds()).byShard(found, memory);
    int size = found.size();
    found.release();
    return read(size, null, null);
  }

  /**
   * Reads the table.
   *
   * @param given which of those that are canonical already; null for all
   * @param grouped which of the others; null for all
   */
  private DocumentTable read(
      int capacity, @Nullable PageFilter given, @Nullable PageFilter grouped) {
    boolean scoped = request.scope().isEmpty() == false;
    table = new DocumentTable(capacity, request.keep().size(), scoped, rule.isSigned(), memory);
    if (wanted != null) {
      table.leaveOut(wanted);
    }
    if (request.against() != null) {
      forEachPage(Columns.whole(Part.GIVEN, given), this::add);
    }
    table.endGiven();
    forEachPage(Columns.whole(Part.GROUPED, grouped), this::add);
    return table;
  }

  private void add(FingerprintPage page) {
    FingerprintPage taken = wanted == null ? page : page.only(wanted);
    if (taken.size() > 0) {
      table.add(taken);
    }
    require(table.size() <= extent.documents());
    task.reading(extent.documents(), table.size());
  }

  private void require(boolean expected) {
    if (expected == false) {
      throw new IllegalStateException(
          "a snapshot of ["
              + extent.documents()
              + "] documents has more: another role of the user?");
    }
  }

  private void forEachPage(Columns columns, Consumer<FingerprintPage> pages) {
    long bytes =
        columns.printsOnly()
            ? DocumentTable.pageBytes(0, false, false)
            : DocumentTable.pageBytes(
                request.keep().size(), request.scope().isEmpty() == false, rule.isSigned());
    int size = node.pageSize(snapshot.shards(), bytes);
    DocCursor cursor =
        listed == null ? DocCursor.all(snapshot.shardIds()) : DocCursor.of(listed, size);
    new PageReader(snapshot, cursor, columns, size)
        .read(
            read -> {
              task.checkCancelled();
              read.forEach(pages);
              return true;
            });
  }
}
