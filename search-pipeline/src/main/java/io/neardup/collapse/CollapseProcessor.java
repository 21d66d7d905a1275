// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.PipelineProcessingContext;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchResponseProcessor;

/**
 * The search processor {@code near_dup_collapse}: leaves out hits that are near another one, in
 * whatever order they come, and cuts the page.
 */
public final class CollapseProcessor extends AbstractProcessor implements SearchResponseProcessor {
  public static final String TYPE = CollapseOptions.NAME;

  /** Where a pipeline keeps the plan of a request, or {@link #NOTHING} if there is none. */
  static final String PLAN = "near_dup_collapse.plan";

  static final Object NOTHING = new Object();

  private final CollapseOptions options;
  private final SearchedFields searched;
  private final ThreadContext threadContext;

  private CollapseProcessor(
      String tag,
      String description,
      boolean ignoreFailure,
      CollapseOptions options,
      SearchedFields searched,
      ThreadContext threadContext) {
    super(tag, description, ignoreFailure);
    this.options = options;
    this.searched = searched;
    this.threadContext = threadContext;
  }

  /** The factory of the processors of this node. */
  static Processor.Factory<SearchResponseProcessor> factory(
      PipelineLinks links, SearchedFields searched, ThreadContext threadContext) {
    return (processors, tag, description, ignoreFailure, config, pipeline) -> {
      CollapseOptions options = CollapseOptions.of(config);
      links.collapse(pipeline, options);
      return new CollapseProcessor(
          tag, description, ignoreFailure, options, searched, threadContext);
    };
  }

  @Override
  public SearchResponse processResponse(SearchRequest request, SearchResponse response) {
    throw new IllegalStateException("[" + TYPE + "] needs the context of its pipeline");
  }

  @Override
  public SearchResponse processResponse(
      SearchRequest request, SearchResponse response, PipelineProcessingContext context) {
    Object plan = context.getAttribute(PLAN);
    if (NOTHING.equals(plan) || (plan == null && isNothingToDo(response))) {
      return response;
    }
    return CollapsedResponse.of(
        plan instanceof CollapsePlan made ? made : Oversampling.without(request, options, searched),
        response);
  }

  /** Without a plan: nobody has asked for more hits. */
  private boolean isNothingToDo(SearchResponse response) {
    return response.getHits().getHits().length == 0 || CollapseFilter.isOff(threadContext);
  }

  @Override
  public String getType() {
    return TYPE;
  }
}
