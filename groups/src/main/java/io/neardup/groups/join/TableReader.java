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
import io.neardup.groups.priority.SearchesFirst;
import io.neardup.groups.replay.DocumentTable;
import io.neardup.groups.replay.Rule;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.GroupsRequest.Action;
import io.neardup.request.Listeners;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
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
  private Consumer<ActionListener<DocumentTable>> way;

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
      way = listener -> read(Math.toIntExact(all), null, null, listener);
    }
  }

  private boolean isTooMuch(long documents) {
    // Which member leads a group that has lost its canonical depends on all of its members.
    return request.action().kind() != Action.Kind.REPAIR
        && (documents > node.localDocuments()
            || rule.bytes(request, documents) > node.settings().memory().getBytes());
  }

  /** Reads; what the replay needs is taken, too. */
  public void read(ActionListener<DocumentTable> listener) {
    task.reading(extent.documents(), 0);
    way.accept(
        Listeners.then(
            listener,
            (read, next) -> {
              next.onResponse(read);
            }));
  }

  /** What the increment is near. */
  private void readIncrement(ActionListener<DocumentTable> listener) {
    long[] prints = new long[Math.toIntExact(extent.grouped())];
    memory.take((long) Long.BYTES * prints.length);
    int[] size = {0};
    pages(
            Columns.prints(Part.GROUPED, null),
            page -> {
              require(size[0] + page.size() <= prints.length);
              page.copyFingerprints(prints, size[0]);
              size[0] += page.size();
            })
        .read(
            Listeners.then(
                listener,
                (done, next) -> {
                  FingerprintSet increment = FingerprintSet.of(prints);
                  memory.take(increment.ramBytesUsed());
                  read(
                      prints.length,
                      new PageFilter.Near(increment, rule.maxDistance()),
                      null,
                      next);
                }));
  }

  private void join(ActionListener<DocumentTable> listener) {
    new DistributedJoin(
            node,
            request,
            task,
            snapshot,
            rule,
            extent.documents(),
            memory,
            Listeners.then(listener, this::readFound))
        .start();
  }

  private void readFound(LongPages found, ActionListener<DocumentTable> listener) {
    if (rule.bands() == null) {
      readTouched(found, listener);
    } else {
      readListed(found, listener);
    }
  }

  private void readTouched(LongPages found, ActionListener<DocumentTable> listener) {
    int capacity = (int) Math.min(extent.documents(), found.size() + (long) found.size() / 4);
    if (found.size() <= MAX_FILTER) {
      long[] few = new long[found.size()];
      found.read(0, few, few.length);
      FingerprintSet set = FingerprintSet.of(few);
      memory.take(set.ramBytesUsed());
      PageFilter.Near near = new PageFilter.Near(set, 0);
      wanted = near::accepts;
      read(capacity, near, near, listener);
    } else {
      DistinctFingerprints touched =
          DistinctFingerprints.of(found, memory, SearchesFirst.givingWay(task::check));
      wanted = fingerprint -> touched.indexOf(fingerprint) >= 0;
      read(capacity, null, null, listener);
    }
  }

  private void readListed(LongPages found, ActionListener<DocumentTable> listener) {
    listed = new DocCodes(snapshot.shardIds()).byShard(found, memory);
    int size = found.size();
    found.release();
    read(size, null, null, listener);
  }

  /**
   * Reads the table.
   *
   * @param given which of those that are canonical already; null for all
   * @param grouped which of the others; null for all
   */
  private void read(
      int capacity,
      @Nullable PageFilter given,
      @Nullable PageFilter grouped,
      ActionListener<DocumentTable> listener) {
    boolean scoped = request.scope().isEmpty() == false;
    table = new DocumentTable(capacity, request.keep().size(), scoped, rule.isSigned(), memory);
    if (wanted != null) {
      table.leaveOut(wanted);
    }
    ActionListener<Void> all =
        Listeners.then(
            listener,
            (done, next) -> {
              table.endGiven();
              pages(Columns.whole(Part.GROUPED, grouped), this::add)
                  .read(Listeners.then(next, (read, last) -> last.onResponse(table)));
            });
    if (request.against() == null) {
      all.onResponse(null);
    } else {
      pages(Columns.whole(Part.GIVEN, given), this::add).read(all);
    }
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

  private PageReader pages(Columns columns, Consumer<FingerprintPage> pages) {
    long bytes =
        columns.printsOnly()
            ? DocumentTable.pageBytes(0, false, false)
            : DocumentTable.pageBytes(
                request.keep().size(), request.scope().isEmpty() == false, rule.isSigned());
    int size = node.pageSize(snapshot.shards(), bytes);
    return new PageReader(
        snapshot,
        listed == null ? DocCursor.all(snapshot.shardIds()) : DocCursor.of(listed, size),
        columns,
        size,
        node.threads(),
        page -> {
          task.check();
          pages.accept(page);
          return true;
        });
  }
}
