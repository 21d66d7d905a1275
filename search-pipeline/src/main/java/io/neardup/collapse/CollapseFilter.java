// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.request.Listeners;
import java.util.List;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.tasks.Task;

/**
 * Collapses searches that ask for it in their {@code ext}: core generates processors from requests
 * too, but only where a cluster setting allows it. What is asked for in a request replaces the
 * processors of its pipeline. A scroll that names no pipeline reads all documents, as {@code
 * _reindex} has to, even where the default pipeline of the index collapses.
 */
public final class CollapseFilter implements ActionFilter {
  private static final String OFF = "near_dup_collapse.off";

  private final SearchedFields searched;
  private final ThreadContext threadContext;

  public CollapseFilter(SearchedFields searched, ThreadContext threadContext) {
    this.searched = searched;
    this.threadContext = threadContext;
  }

  /** Whether the processors of pipelines have nothing to do. */
  static boolean isOff(ThreadContext threadContext) {
    return threadContext.getTransient(OFF) != null;
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
    if (SearchAction.NAME.equals(action) == false
        || request instanceof SearchRequest == false
        || concerns((SearchRequest) request) == false) {
      chain.proceed(task, action, request, listener);
      return;
    }
    SearchRequest search = (SearchRequest) request;
    boolean off = CollapseExt.of(search.source()) != null || isUnasked(search);
    Listeners.<Response>begin(
        listener,
        answer -> {
          @SuppressWarnings("unchecked")
          ActionListener<SearchResponse> answered = (ActionListener<SearchResponse>) answer;
          @SuppressWarnings("unchecked")
          ActionListener<Response> collapsed = (ActionListener<Response>) begin(search, answered);
          // A search inside another one is not concerned.
          ThreadContext.StoredContext before = threadContext.newStoredContext(true, List.of(OFF));
          try {
            if (off) {
              threadContext.putTransient(OFF, true);
            }
            chain.proceed(task, action, request, collapsed);
          } finally {
            before.close();
          }
        });
  }

  private boolean concerns(SearchRequest search) {
    return isOff(threadContext) || CollapseExt.of(search.source()) != null || isUnasked(search);
  }

  private static boolean isUnasked(SearchRequest search) {
    return search.scroll() != null
        && search.pipeline() == null
        && (search.source() == null || search.source().searchPipelineSource() == null);
  }

  /** Changes the source of the request until it is answered. */
  private ActionListener<SearchResponse> begin(
      SearchRequest search, ActionListener<SearchResponse> listener) {
    SearchSourceBuilder source = search.source();
    CollapseExt ext = CollapseExt.of(source);
    if (ext == null) {
      return listener;
    }
    List<SearchExtBuilder> others =
        source.ext().stream().filter(section -> section instanceof CollapseExt == false).toList();
    SearchSourceBuilder changed =
        source.shallowCopy().searchPipelineSource(source.searchPipelineSource()).ext(others);
    int docValues = source.docValueFields() == null ? 0 : source.docValueFields().size();
    CollapsePlan plan =
        new Oversampling(search, changed, ext.options()).apply(searched, ext.factor());
    search.source(changed);
    return Listeners.then(
        ActionListener.runBefore(listener, () -> restore(search, source, docValues)),
        (response, next) ->
            next.onResponse(plan == null ? response : CollapsedResponse.of(plan, response)));
  }

  /** The copy shares the list of doc values with its original. */
  private static void restore(SearchRequest search, SearchSourceBuilder source, int docValues) {
    search.source(source);
    if (source.docValueFields() != null) {
      source.docValueFields().subList(docValues, source.docValueFields().size()).clear();
    }
  }
}
