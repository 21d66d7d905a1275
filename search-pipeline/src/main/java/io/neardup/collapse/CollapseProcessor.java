// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.request.Listeners;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
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
  private final CollapseNode node;

  private CollapseProcessor(
      String tag,
      String description,
      boolean ignoreFailure,
      CollapseOptions options,
      CollapseNode node) {
    super(tag, description, ignoreFailure);
    this.options = options;
    this.node = node;
  }

  /** The factory of the processors of this node. */
  static Processor.Factory<SearchResponseProcessor> factory(
      PipelineLinks links, CollapseNode node) {
    return (processors, tag, description, ignoreFailure, config, pipeline) -> {
      CollapseOptions options = CollapseOptions.of(config);
      if (ignoreFailure) {
        throw options.refused(
            "[ignore_failure] would show hits that are not fetched, as many as are examined, got"
                + " [true]; leave it out");
      }
      links.collapse(pipeline, options);
      return new CollapseProcessor(tag, description, ignoreFailure, options, node);
    };
  }

  @Override
  public SearchResponse processResponse(SearchRequest request, SearchResponse response) {
    throw new IllegalStateException("[" + TYPE + "] needs the context of its pipeline");
  }

  @Override
  public void processResponseAsync(
      SearchRequest request,
      SearchResponse response,
      PipelineProcessingContext context,
      ActionListener<SearchResponse> listener) {
    Listeners.begin(
        listener,
        next -> {
          Object plan = context.getAttribute(PLAN);
          if (plan instanceof CollapsePlan made) {
            CollapsedResponse.answer(node, made, response, next);
          } else if (NOTHING.equals(plan)
              || response.getHits().getHits().length == 0
              || CurrentSearch.isSpared(node.threadContext())) {
            next.onResponse(response);
          } else {
            // Nobody has asked for more hits.
            CollapsePlan here = new Oversampling(node, request, options).without();
            CollapsedResponse.answer(node, here, response, next);
          }
        });
  }

  @Override
  public String getType() {
    return TYPE;
  }
}
