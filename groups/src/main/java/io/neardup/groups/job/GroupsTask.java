// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.groups.job.GroupsStatus.Phase;
import java.util.Map;
import org.opensearch.core.tasks.TaskId;

/** A job as {@code _tasks} shows it; all that it has asked of others is cancelled with it. */
public final class GroupsTask extends WaitingTask {
  private int attempt = 1;
  private Phase phase = Phase.PIN;
  private long documents;
  private long read;
  private int ranges;
  private int rangesDone;
  private long bytesMoved;
  private long written;

  /** Null before documents are changed. */
  private Tally tally;

  /** The job that goes on with a run, for a task that has asked for one; otherwise null. */
  private GroupsTask followed;

  public GroupsTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parentTaskId,
      Map<String, String> headers) {
    super(id, type, action, description, parentTaskId, headers);
  }

  @Override
  public synchronized GroupsStatus getStatus() {
    return followed == null
        ? new GroupsStatus(
            attempt, phase, documents, read, ranges, rangesDone, bytesMoved, written, tally)
        : followed.getStatus();
  }

  /** Shows the status of this one from now on. */
  public synchronized void follow(GroupsTask job) {
    followed = job;
  }

  public synchronized void beginning(int number) {
    attempt = number;
    phase = Phase.PIN;
    documents = 0;
    read = 0;
    parts(0, 0);
    bytesMoved = 0;
    written = 0;
    tally = null;
  }

  public synchronized void reading(long all, long done) {
    phase = Phase.READ;
    documents = all;
    read = done;
  }

  /** So many bytes more have come from the shards. */
  public synchronized void moved(long bytes) {
    bytesMoved += bytes;
  }

  public synchronized void joining(int all, int done) {
    phase = Phase.JOIN;
    parts(all, done);
  }

  public synchronized void replaying(int all, int done) {
    phase = Phase.REPLAY;
    parts(all, done);
  }

  private void parts(int all, int done) {
    ranges = all;
    rangesDone = done;
  }

  public synchronized void writing(long done) {
    phase = Phase.WRITE;
    written = done;
  }

  /** What became of the documents so far. */
  public synchronized void applying(Tally sofar) {
    phase = sofar.kind() == Tally.Kind.TAGGED ? Phase.TAG : Phase.DELETE;
    tally = sofar;
  }
}
