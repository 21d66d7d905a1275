// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.groups.priority.JobSearch;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;

/**
 * Searches that every shard must answer, and whose answers are as they are: neither from a cache
 * nor through the default search pipeline of an index. Searches of users go before them.
 *
 * @param parent ends them when it is cancelled
 */
public record WholeSearch(Client client, TaskId parent) {
  public void run(SearchRequest search, ActionListener<SearchResponse> listener) {
    JobSearch.mark(search.source());
    search
        .allowPartialSearchResults(false)
        .requestCache(false)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
    search.setParentTask(parent);
    client.execute(SearchAction.INSTANCE, search, listener);
  }
}
