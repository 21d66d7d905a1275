// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.action.groups.Columns.Part;
import io.neardup.aggregation.FingerprintPage;
import io.neardup.aggregation.PageFilter;
import io.neardup.fingerprint.MemoryAccount;
import io.neardup.fingerprint.pairs.RangeJoin;
import io.neardup.request.Answers;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/**
 * Joins one range for a job that another node may coordinate: pulls its fingerprints from the
 * shards, by searches of the user, and keeps nothing of it afterwards.
 */
final class RangeWorker {
  private static final int MIN_CAPACITY = 1 << 10;
  private static final int MAX_CAPACITY = 1 << 26;

  private final GroupsJob.Node node;
  private final JoinRequest request;
  private final CancellableTask task;
  private final Snapshot snapshot;
  private final MemoryAccount memory;

  RangeWorker(GroupsJob.Node node, JoinRequest request, CancellableTask task) {
    this.node = node;
    this.request = request;
    this.task = task;
    TaskId parent = new TaskId(node.clusterService().localNode().getId(), task.getId());
    this.snapshot =
        new Snapshot(
            node.client(), request.groups(), parent, request.pointInTime(), node.registry());
    this.memory = node.budget().open();
  }

  void run(ActionListener<JoinResponse> listener) {
    Answers.begin(ActionListener.runBefore(listener, memory::close), this::pull);
  }

  private void pull(ActionListener<JoinResponse> listener) {
    RangeJoin join =
        new RangeJoin(
            request.range(),
            request.maxDistance(),
            Math.clamp(request.expected() + request.expected() / 8, 1, MAX_CAPACITY),
            most(),
            memory,
            this::check);
    node.budget().allocated();
    boolean[] fits = {true};
    new PageReader(
            snapshot,
            Columns.prints(Part.ALL, new PageFilter.InRange(request.range())),
            node.pageSize(snapshot, DocumentTable.pageBytes(0, false, false)),
            node.threads(),
            page -> {
              check();
              fits[0] = add(page, join);
              return fits[0];
            })
        .read(
            Answers.then(
                listener,
                (read, next) -> {
                  if (fits[0]) {
                    next.onResponse(JoinResponse.of(join.touched()));
                  } else {
                    next.onResponse(JoinResponse.tooMany(join.split()));
                  }
                }));
  }

  /** As many as there is room for, but for what is found. */
  private int most() {
    long room = node.budget().room() / RangeJoin.bytes(1);
    long uncollected = node.budget().uncollected() / RangeJoin.bytes(1);
    return Math.clamp(Math.min(room - room / 4, uncollected), MIN_CAPACITY, MAX_CAPACITY);
  }

  private static boolean add(FingerprintPage page, RangeJoin join) {
    long[] fingerprints = new long[page.size()];
    page.copyFingerprints(fingerprints, 0);
    for (long fingerprint : fingerprints) {
      if (join.add(fingerprint) == false) {
        return false;
      }
    }
    return true;
  }

  private void check() {
    if (task.isCancelled()) {
      throw new TaskCancelledException("cancelled: " + task.getReasonCancelled());
    }
  }
}
