// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.priority;

import java.util.Set;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.search.MultiSearchAction;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.tasks.Task;

/**
 * Counts the searches that go before jobs: those that this node was asked for by none of its own
 * tasks, and the phases of searches on its shards, but for searches of jobs.
 */
public final class SearchCountFilter implements ActionFilter, SearchOperationListener {
  private final Set<String> actions;

  /**
   * @param actions other ones that search
   */
  public SearchCountFilter(String... actions) {
    this.actions = Set.of(actions);
  }

  @Override
  public int order() {
    return 0;
  }

  private boolean isSearch(String action) {
    return action.equals(SearchAction.NAME)
        || action.equals(MultiSearchAction.NAME)
        || actions.contains(action);
  }

  @Override
  public <Request extends ActionRequest, Response extends ActionResponse> void apply(
      Task task,
      String action,
      Request request,
      ActionRequestMetadata<Request, Response> metadata,
      ActionListener<Response> listener,
      ActionFilterChain<Request, Response> chain) {
    if (isSearch(action) == false || task.getParentTaskId().isSet()) {
      chain.proceed(task, action, request, listener);
      return;
    }
    SearchesFirst.COORDINATED.begin();
    chain.proceed(
        task, action, request, ActionListener.runAfter(listener, SearchesFirst.COORDINATED::end));
  }

  @Override
  public void onPreQueryPhase(SearchContext context) {
    begin(context);
  }

  @Override
  public void onQueryPhase(SearchContext context, long tookInNanos) {
    end(context);
  }

  @Override
  public void onFailedQueryPhase(SearchContext context) {
    end(context);
  }

  @Override
  public void onPreFetchPhase(SearchContext context) {
    begin(context);
  }

  @Override
  public void onFetchPhase(SearchContext context, long tookInNanos) {
    end(context);
  }

  @Override
  public void onFailedFetchPhase(SearchContext context) {
    end(context);
  }

  private static void begin(SearchContext context) {
    if (isOfJob(context) == false) {
      SearchesFirst.ON_SHARDS.begin();
    }
  }

  private static void end(SearchContext context) {
    if (isOfJob(context) == false) {
      SearchesFirst.ON_SHARDS.end();
    }
  }

  private static boolean isOfJob(SearchContext context) {
    SearchSourceBuilder source = context.request() == null ? null : context.request().source();
    return source != null && JobSearch.isMarked(source);
  }
}
