// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicReference;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.search.builder.SearchSourceBuilder;
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
  private final SearchedFields searched;
  private final ThreadContext threadContext;

  private OversampleProcessor(
      String tag,
      String description,
      boolean ignoreFailure,
      String field,
      BigDecimal factor,
      AtomicReference<CollapseOptions> collapse,
      SearchedFields searched,
      ThreadContext threadContext) {
    super(tag, description, ignoreFailure);
    this.field = field;
    this.factor = factor;
    this.collapse = collapse;
    this.searched = searched;
    this.threadContext = threadContext;
  }

  /** The factory of the processors of this node. */
  static Processor.Factory<SearchRequestProcessor> factory(
      PipelineLinks links, SearchedFields searched, ThreadContext threadContext) {
    return (processors, tag, description, ignoreFailure, config, pipeline) -> {
      Parameters parameters = new Parameters(TYPE, config);
      String field = parameters.field();
      BigDecimal factor = parameters.factor();
      parameters.refuseTheRest(Parameters.FIELD + ", " + Parameters.FACTOR);
      return new OversampleProcessor(
          tag,
          description,
          ignoreFailure,
          field,
          factor,
          links.oversampling(pipeline),
          searched,
          threadContext);
    };
  }

  @Override
  public SearchRequest processRequest(SearchRequest request) {
    throw new IllegalStateException("[" + TYPE + "] needs the context of its pipeline");
  }

  @Override
  public SearchRequest processRequest(SearchRequest request, PipelineProcessingContext context) {
    if (CollapseFilter.isOff(threadContext)) {
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
    SearchSourceBuilder source =
        request.source() == null ? new SearchSourceBuilder() : request.source().shallowCopy();
    CollapsePlan plan = new Oversampling(request, source, options).apply(searched, factor);
    context.setAttribute(CollapseProcessor.PLAN, plan == null ? CollapseProcessor.NOTHING : plan);
    return request.source(source);
  }

  @Override
  public String getType() {
    return TYPE;
  }
}
