// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.groups.job.WaitingTask;
import io.neardup.groups.job.WaitingTask.Answer;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.SearchService;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;

/**
 * Searches that every shard must answer, and whose answers are as they are: neither from a cache
 * nor through the default search pipeline of an index.
 *
 * @param client acts as the user
 * @param task whose thread waits
 * @param parent ends the searches when it is cancelled
 */
public record CompleteSearch(Client client, WaitingTask task, TaskId parent) {
  /** The answer. */
  public SearchResponse run(SearchRequest search) {
    return begin(search).get();
  }

  /** The answer, when it has come. */
  public Answer<SearchResponse> begin(SearchRequest search) {
    search
        .allowPartialSearchResults(false)
        .requestCache(false)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID)
        // A job ends when it is cancelled itself; the cluster's default is for searches of users.
        .setCancelAfterTimeInterval(SearchService.NO_TIMEOUT);
    search.setParentTask(parent);
    return task.ask(listener -> client.execute(SearchAction.INSTANCE, search, listener));
  }
}
