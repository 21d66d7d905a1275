// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.request.Listeners;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.action.support.ContextPreservingActionListener;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.tasks.Task;

/**
 * Collapses searches that ask for it in their {@code ext}: core generates processors from requests
 * too, but only where a cluster setting allows it. What is asked for in a request replaces the
 * processors of its pipeline. A search that names no pipeline and reads on behind its page reads
 * all documents, as {@code _reindex} has to, even where the default pipeline of the index
 * collapses; and so does one within another search.
 */
final class CollapseFilter implements ActionFilter {
  private final CollapseNode node;

  CollapseFilter(CollapseNode node) {
    this.node = node;
  }

  /** Innermost, to see the action's own response. */
  @Override
  public int order() {
    return Integer.MAX_VALUE;
  }

  @Override
  public <Request extends ActionRequest, Response extends ActionResponse> void apply(
      Task task,
      String action,
      Request request,
      ActionRequestMetadata<Request, Response> metadata,
      ActionListener<Response> listener,
      ActionFilterChain<Request, Response> chain) {
    if (SearchAction.NAME.equals(action) == false || request instanceof SearchRequest == false) {
      chain.proceed(task, action, request, listener);
      return;
    }
    SearchRequest search = (SearchRequest) request;
    ThreadContext context = node.threadContext();
    ActionListener<Response> outside =
        ContextPreservingActionListener.wrapPreservingContext(listener, context);
    CurrentSearch current = new CurrentSearch(task, isSpared(search));
    ThreadContext.StoredContext before = current.enter(context);
    try {
      if (CollapseExt.of(search.source()) == null) {
        chain.proceed(task, action, request, outside);
      } else {
        @SuppressWarnings("unchecked")
        ActionListener<SearchResponse> answered = (ActionListener<SearchResponse>) outside;
        @SuppressWarnings("unchecked")
        ActionFilterChain<SearchRequest, SearchResponse> inside =
            (ActionFilterChain<SearchRequest, SearchResponse>) chain;
        Listeners.begin(answered, collapsed -> collapse(task, search, collapsed, inside));
      }
    } finally {
      before.close();
    }
  }

  private boolean isSpared(SearchRequest search) {
    boolean named =
        search.pipeline() != null
            || (search.source() != null && search.source().searchPipelineSource() != null);
    return CollapseExt.of(search.source()) != null
        || (named == false
            && (Oversampling.readsOn(search) || CurrentSearch.of(node.threadContext()) != null));
  }

  /** The request itself stays as it is. */
  private void collapse(
      Task task,
      SearchRequest search,
      ActionListener<SearchResponse> listener,
      ActionFilterChain<SearchRequest, SearchResponse> chain) {
    CollapseExt ext = CollapseExt.of(search.source());
    SearchRequest changed = new SearchRequest(search);
    changed.pipeline(search.pipeline()).setParentTask(search.getParentTask());
    PipelineProcessors processors = node.searched().processors(search);
    CollapsePlan plan =
        new Oversampling(node, changed, ext.options())
            .apply(ext.factor(), processors != null && processors.areOursAlone());
    chain.proceed(
        task,
        SearchAction.NAME,
        changed,
        plan == null
            ? listener
            : Listeners.then(
                listener,
                (response, next) -> CollapsedResponse.answer(node, plan, response, next)));
  }
}
