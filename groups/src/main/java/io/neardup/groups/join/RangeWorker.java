// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.join;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.BlockRange;
import io.neardup.fingerprint.pairs.EqualKeyJoin;
import io.neardup.fingerprint.pairs.RangeJoin;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.job.WaitingTask;
import io.neardup.groups.job.Work;
import io.neardup.groups.page.FingerprintPage;
import io.neardup.groups.page.PageFilter;
import io.neardup.groups.pit.Columns;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.pit.DocCodes;
import io.neardup.groups.pit.DocCursor;
import io.neardup.groups.pit.PageReader;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.replay.DocumentTable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.opensearch.core.index.shard.ShardId;

/**
 * Joins one range for a job that another node may coordinate: pulls its fingerprints, or the hashes
 * of bands, from the shards, by searches of the user, and keeps nothing of it afterwards.
 */
public final class RangeWorker {
  private static final int MIN_CAPACITY = 1 << 10;
  private static final int MAX_CAPACITY = 1 << 26;

  private final JobNode node;
  private final JoinRequest request;
  private final WaitingTask task;
  private final PointInTime pointInTime;
  private final MemoryAccount memory;
  private final AtomicLong moved = new AtomicLong();

  public RangeWorker(JobNode node, JoinRequest request, WaitingTask task) {
    this.node = node;
    this.request = request;
    this.task = task;
    this.pointInTime =
        PointInTime.opened(
            new Work(node, task), request.groups, request.pointInTime, moved::addAndGet);
    this.memory = node.budget().open();
  }

  /** What is done with the pages of a range. */
  private interface Join {
    PageFilter filter();

    /** Returns whether the page fitted in. */
    boolean add(FingerprintPage page);

    /** Smaller ranges, if a page did not fit in. */
    List<BlockRange> split();

    /** As it is answered, if all pages did. */
    LongPages found();
  }

  /** What is found, or smaller ranges if it is too much. */
  public JoinResponse run() {
    try {
      return pull();
    } finally {
      memory.close();
    }
  }

  private JoinResponse pull() {
    Join join = request.bands == null ? new Prints() : new BandHashes();
    Set<ShardId> shards = pointInTime.pinned().shardIds();
    boolean[] fits = {true};
    new PageReader(
            pointInTime,
            DocCursor.all(shards),
            Columns.prints(Part.ALL, join.filter()),
            node.pageSize(shards.size(), DocumentTable.pageBytes(0, false, false)))
        .read(
            pages -> {
              task.checkCancelled();
              fits[0] = pages.stream().allMatch(join::add);
              return fits[0];
            });
    return fits[0]
        ? JoinResponse.of(moved.get(), join.found())
        : JoinResponse.tooMany(moved.get(), join.split());
  }

  /** As many bytes as there is room for, but for what is found. */
  private long most() {
    long room = node.budget().room();
    return room - room / 4;
  }

  /** Finds the fingerprints that are near another one. */
  private final class Prints implements Join {
    private final RangeJoin join =
        new RangeJoin(
            request.range,
            request.maxDistance,
            Math.clamp(request.expected + request.expected / 8, 1, MAX_CAPACITY),
            Math.clamp(most() / RangeJoin.BYTES, MIN_CAPACITY, MAX_CAPACITY),
            memory,
            task::checkCancelled);

    @Override
    public PageFilter filter() {
      return new PageFilter.InRange(request.range);
    }

    @Override
    public boolean add(FingerprintPage page) {
      for (int row = 0; row < page.size(); row++) {
        if (join.add(page.fingerprint(row)) == false) {
          return false;
        }
      }
      return true;
    }

    @Override
    public List<BlockRange> split() {
      return join.split();
    }

    @Override
    public LongPages found() {
      return join.touched();
    }
  }

  /** Finds the documents that meet another one in a band. */
  private final class BandHashes implements Join {
    private final DocCodes codes = new DocCodes(pointInTime.pinned().shardIds());
    private final EqualKeyJoin join =
        new EqualKeyJoin(request.range, request.expected, most(), memory);

    @Override
    public PageFilter filter() {
      return new PageFilter.BandsInRange(request.bands, request.range);
    }

    @Override
    public boolean add(FingerprintPage page) {
      long base = codes.base(page.shard());
      for (int row = 0; row < page.size(); row++) {
        if (join.add(page.fingerprint(row), base | page.doc(row)) == false) {
          return false;
        }
      }
      return true;
    }

    @Override
    public List<BlockRange> split() {
      return join.split();
    }

    @Override
    public LongPages found() {
      return join.found();
    }
  }
}
