// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.ToXContent.Params;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.tasks.Task;

/** A job as {@code _tasks} shows it; all that it has asked of others is cancelled with it. */
public final class GroupsTask extends WaitingTask {
  /** What a job does, one after the other. */
  private enum Phase {
    PIN,
    JOIN,
    READ,
    REPLAY,
    WRITE,
    TAG,
    DELETE
  }

  /** One more whenever what was read is lost and all begins anew. */
  private int attempt = 1;

  private Phase phase = Phase.PIN;

  /** To group, 0 as long as they are not counted. */
  private long documents;

  private long read;

  /** Parts that are joined separately, then scopes that are replayed, or one. */
  private int ranges;

  private int rangesDone;

  /** Of fingerprints and what else decides, from the shards to those who join and replay. */
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
  public synchronized Task.Status getStatus() {
    return followed == null ? shown(this::show) : followed.getStatus();
  }

  private synchronized XContentBuilder show(XContentBuilder builder, Params params)
      throws IOException {
    builder
        .startObject()
        .field("attempt", attempt)
        .field("phase", phase.name().toLowerCase(Locale.ROOT))
        .field("documents", documents)
        .field("read", read)
        .startObject("ranges")
        .field("done", rangesDone)
        .field("total", ranges)
        .endObject()
        .field("bytes_moved", bytesMoved)
        .field("written", written);
    if (tally != null) {
      tally.toXContent(builder, params);
    }
    return builder.endObject();
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
