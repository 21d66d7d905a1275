// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.request.Action;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.Job;
import io.neardup.request.ClusterNames;
import java.util.List;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Indexes of other clusters, {@code far:news}: they are read, and never written to. */
final class RemoteIndexes {
  private RemoteIndexes() {}

  /** Refuses a request that would write to one. */
  static void requireNone(GroupsRequest request) {
    if (request.action() != Action.REPORT && ClusterNames.areRemote(request.indices())) {
      throw refused(request);
    }
  }

  /** How many shards there are, of which only the clusters know that have them: all must answer. */
  static int countShards(Job job) {
    SearchRequest all =
        new SearchRequest(job.request().indices())
            .indicesOptions(job.request().indicesOptions())
            .source(new SearchSourceBuilder().size(0));
    return job.search(all).getTotalShards();
  }

  /** Refuses a point in time that core may have made without the shards of another cluster. */
  static void requireAll(Job job) {
    if (ClusterNames.areRemote(job.request().indices())) {
      countShards(job);
    }
  }

  /** Refuses a request that would read texts of one. */
  static void requireNoTexts(GroupsRequest request) {
    if (request.loss() != null) {
      throw new IllegalArgumentException(
          "[verify] [text] reads documents of this cluster, and not those of other clusters, got "
              + List.of(request.indices())
              + "; send the request to the other cluster, or leave [text] out");
    }
  }

  static IllegalArgumentException refused(GroupsRequest request) {
    return new IllegalArgumentException(
        "[index] must name indexes of this cluster: documents of other clusters are read and never"
            + " changed, got "
            + List.of(request.indices())
            + "; send the request to the other cluster");
  }
}
