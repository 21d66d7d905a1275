// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicReference;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.PipelineProcessingContext;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchRequestProcessor;

/**
 * The search processor {@code near_dup_oversample}: asks for as many hits as {@code
 * near_dup_collapse} should examine, with their fingerprints.
 */
public final class OversampleProcessor extends AbstractProcessor implements SearchRequestProcessor {
  public static final String TYPE = "near_dup_oversample";

  private final String field;
  private final BigDecimal factor;
  private final AtomicReference<CollapseOptions> collapse;
  private final CollapseNode node;

  private OversampleProcessor(
      String tag,
      String description,
      boolean ignoreFailure,
      String field,
      BigDecimal factor,
      AtomicReference<CollapseOptions> collapse,
      CollapseNode node) {
    super(tag, description, ignoreFailure);
    this.field = field;
    this.factor = factor;
    this.collapse = collapse;
    this.node = node;
  }

  /** The factory of the processors of this node. */
  static Processor.Factory<SearchRequestProcessor> factory(PipelineLinks links, CollapseNode node) {
    return (processors, tag, description, ignoreFailure, config, pipeline) -> {
      Parameters parameters = new Parameters(TYPE, config);
      String field = parameters.field();
      BigDecimal factor = parameters.factor();
      parameters.refuseTheRest(Parameters.FIELD + ", " + Parameters.FACTOR);
      return new OversampleProcessor(
          tag, description, ignoreFailure, field, factor, links.oversampling(pipeline), node);
    };
  }

  @Override
  public SearchRequest processRequest(SearchRequest request) {
    throw new IllegalStateException("[" + TYPE + "] needs the context of its pipeline");
  }

  @Override
  public SearchRequest processRequest(SearchRequest request, PipelineProcessingContext context) {
    if (CurrentSearch.isSpared(node.threadContext())) {
      context.setAttribute(CollapseProcessor.PLAN, CollapseProcessor.NOTHING);
      return request;
    }
    CollapseOptions options = collapse.get();
    if (options == null || options.field().equals(field) == false) {
      throw new IllegalArgumentException(
          "["
              + TYPE
              + "] needs [near_dup_collapse] with [field] ["
              + field
              + "] in the [response_processors] of its pipeline, got "
              + (options == null ? "none" : "one with [" + options.field() + "]"));
    }
    PipelineProcessors processors = node.searched().processors(request);
    CollapsePlan plan =
        new Oversampling(node, request, options)
            .apply(factor, processors != null && processors.areOursInnermost());
    context.setAttribute(CollapseProcessor.PLAN, plan == null ? CollapseProcessor.NOTHING : plan);
    return request;
  }

  @Override
  public String getType() {
    return TYPE;
  }
}
