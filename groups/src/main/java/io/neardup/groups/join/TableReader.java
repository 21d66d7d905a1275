// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.join;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.groups.page.FingerprintPage;
import io.neardup.groups.page.PageFilter;
import io.neardup.groups.pit.Columns;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.pit.DocCodes;
import io.neardup.groups.pit.DocCursor;
import io.neardup.groups.pit.PageReader;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.replay.DocumentTable;
import io.neardup.groups.replay.Rule;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.Job;
import java.util.Map;
import java.util.Set;
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
 *
 * @param extent what there is
 * @param memory takes all that is read
 */
public record TableReader(
    Job job, PointInTime pointInTime, Rule rule, PointInTime.Extent extent, MemoryAccount memory) {
  /** So many fingerprints are sent along with a search. */
  private static final int MAX_FILTER = 1 << 18;

  /**
   * Which documents are read.
   *
   * @param expected how many, as far as is known
   * @param given which of those that are canonical already; null for all
   * @param grouped which of the others; null for all
   * @param wanted what was found to be near another one; null for all
   * @param listed by shard, the numbers of the documents; null for all
   */
  private record Selection(
      int expected,
      @Nullable PageFilter given,
      @Nullable PageFilter grouped,
      @Nullable LongPredicate wanted,
      @Nullable Map<ShardId, IntPages> listed) {
    static Selection all(int expected, @Nullable PageFilter given) {
      return new Selection(expected, given, null, null, null);
    }
  }

  /**
   * Decides how to read, and finds out whether there is memory for what is known to need it.
   *
   * @return reads
   * @throws IllegalArgumentException (HTTP 400) if there is too much for one node
   */
  public Supplier<DocumentTable> plan() {
    Supplier<Selection> selection = selection();
    return () -> {
      job.task().reading(extent.documents(), 0);
      return read(selection.get());
    };
  }

  private Supplier<Selection> selection() {
    boolean partly = isPartly(job.request());
    long all = extent.documents();
    if (rule.isBySimilarity() == false && compared(job.request(), extent) < all) {
      return this::nearIncrement;
    }
    if (partly && rule.hasRanges() && isTooMuch(all)) {
      return this::nearOthers;
    }
    // What is too much is refused before anything is read or written.
    long bytes = rule.bytes(job.request(), all);
    memory.take(bytes);
    memory.giveBack(bytes);
    int documents = Math.toIntExact(all);
    return () -> Selection.all(documents, null);
  }

  /** What is far from all others may be said to be the same as one. */
  private static boolean isPartly(GroupsRequest request) {
    return request.verdicts() == null;
  }

  /** How many new documents are few; 0 if all are compared, however few are new. */
  public static long few(GroupsRequest request) {
    return request.against() != null && isPartly(request) ? MAX_FILTER : 0;
  }

  /** How many documents are compared with all: where few are new, only these. */
  public static long compared(GroupsRequest request, PointInTime.Extent extent) {
    return extent.grouped() <= few(request) ? extent.grouped() : extent.documents();
  }

  private boolean isTooMuch(long documents) {
    return documents > job.node().localDocuments()
        || rule.bytes(job.request(), documents) > job.node().settings().memory().getBytes();
  }

  /** So few are new that only those of the others are read which are near one of them. */
  private Selection nearIncrement() {
    long[] prints = new long[(int) extent.grouped()];
    memory.take((long) Long.BYTES * prints.length);
    int[] size = {0};
    forEachPage(
        Columns.prints(Part.GROUPED, null),
        null,
        page -> {
          require(size[0] + page.size() <= prints.length);
          System.arraycopy(page.fingerprints(), 0, prints, size[0], page.size());
          size[0] += page.size();
        });
    FingerprintSet increment = FingerprintSet.of(prints);
    memory.take(increment.ramBytesUsed());
    return Selection.all(prints.length, new PageFilter.Near(increment, rule.maxDistance()));
  }

  /** The data nodes find out which are near another one, and only these are read. */
  private Selection nearOthers() {
    long documents = extent.documents();
    LongPages found =
        job.task()
            .awaitLong(
                listener ->
                    new DistributedJoin(job, pointInTime, rule, documents, memory, listener)
                        .start());
    return rule.bands() == null ? touched(found) : listed(found);
  }

  private Selection touched(LongPages found) {
    int expected = (int) Math.min(extent.documents(), found.size() + (long) found.size() / 4);
    if (found.size() <= MAX_FILTER) {
      long[] few = new long[found.size()];
      found.read(0, few, few.length);
      FingerprintSet set = FingerprintSet.of(few);
      memory.take(set.ramBytesUsed());
      PageFilter.Near near = new PageFilter.Near(set, 0);
      return new Selection(expected, near, near, near::accepts, null);
    }
    DistinctFingerprints touched =
        DistinctFingerprints.of(found, memory, job.task()::checkCancelled);
    return new Selection(
        expected, null, null, fingerprint -> touched.indexOf(fingerprint) >= 0, null);
  }

  private Selection listed(LongPages found) {
    int expected = found.size();
    DocCodes codes = new DocCodes(pointInTime.pinned().shardIds());
    Map<ShardId, IntPages> listed = codes.byShard(found, memory);
    found.release();
    return new Selection(expected, null, null, null, listed);
  }

  private DocumentTable read(Selection selected) {
    DocumentTable table =
        new DocumentTable(
            selected.expected,
            job.request().keep().size(),
            job.request().scope().isEmpty() == false,
            rule.isSigned(),
            memory);
    if (selected.wanted != null) {
      table.leaveOut();
    }
    if (job.request().against() != null) {
      read(table, Columns.whole(Part.GIVEN, selected.given), selected);
    }
    table.endGiven();
    read(table, Columns.whole(Part.GROUPED, selected.grouped), selected);
    return table;
  }

  private void read(DocumentTable table, Columns columns, Selection selected) {
    forEachPage(
        columns,
        selected.listed,
        page -> {
          FingerprintPage taken = selected.wanted == null ? page : page.only(selected.wanted);
          if (taken.size() > 0) {
            table.add(taken);
          }
          require(table.size() <= extent.documents());
          job.task().reading(extent.documents(), table.size());
        });
  }

  private void require(boolean expected) {
    if (expected == false) {
      throw new IllegalStateException(
          "a pointInTime of ["
              + extent.documents()
              + "] documents has more: another role of the user?");
    }
  }

  private void forEachPage(
      Columns columns, @Nullable Map<ShardId, IntPages> listed, Consumer<FingerprintPage> pages) {
    long bytes =
        columns.printsOnly()
            ? DocumentTable.pageBytes(0, false, false)
            : DocumentTable.pageBytes(
                job.request().keep().size(),
                job.request().scope().isEmpty() == false,
                rule.isSigned());
    Set<ShardId> shards = pointInTime.pinned().shardIds();
    int size = job.node().pageSize(shards.size(), bytes);
    DocCursor cursor = listed == null ? DocCursor.all(shards) : DocCursor.of(listed, size);
    new PageReader(pointInTime, cursor, columns, size)
        .read(
            read -> {
              job.task().checkCancelled();
              read.forEach(pages);
              return true;
            });
  }
}
