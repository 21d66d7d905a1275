// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.job.Throttle;
import io.neardup.groups.job.Work;
import io.neardup.request.IndexLimits;
import java.util.Collection;
import org.opensearch.index.IndexSettings;

/** What a request has a node do. */
public final class Job extends Work {
  private final GroupsRequest request;
  private final GroupsTask task;

  public Job(JobNode node, GroupsRequest request, GroupsTask task) {
    super(node, task);
    this.request = request;
    this.task = task;
  }

  public GroupsRequest request() {
    return request;
  }

  @Override
  public GroupsTask task() {
    return task;
  }

  /** Lets it write as much a second as it may. */
  public Throttle throttle() {
    return new Throttle(task, request.requestsPerSecond());
  }

  /** How many hits a search of these indexes may have, at most this many. */
  public int window(Collection<String> indices, int most) {
    return IndexLimits.least(
        IndexSettings.MAX_RESULT_WINDOW_SETTING, node().clusterService().state(), indices, most);
  }
}
