// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.List;
import java.util.Map;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;

/** What this feature registers with the server. */
public final class SearchCollapse {
  private final PipelineLinks links = new PipelineLinks();
  private final SearchedFields searched;
  private final ThreadContext threadContext;

  public SearchCollapse(SearchedFields searched, ThreadContext threadContext) {
    this.searched = searched;
    this.threadContext = threadContext;
  }

  public ActionFilter filter() {
    return new CollapseFilter(searched, threadContext);
  }

  public Map<String, Processor.Factory<SearchRequestProcessor>> requestProcessors() {
    return Map.of(
        OversampleProcessor.TYPE, OversampleProcessor.factory(links, searched, threadContext));
  }

  public Map<String, Processor.Factory<SearchResponseProcessor>> responseProcessors() {
    return Map.of(
        CollapseProcessor.TYPE, CollapseProcessor.factory(links, searched, threadContext));
  }

  /** The section of requests. */
  public static List<SearchExtSpec<?>> exts() {
    return List.of(new SearchExtSpec<>(CollapseExt.NAME, CollapseExt::new, CollapseExt::parse));
  }

  /** The section of responses. */
  public static NamedWriteableRegistry.Entry summary() {
    return new NamedWriteableRegistry.Entry(
        SearchExtBuilder.class, CollapseSummary.NAME, CollapseSummary::new);
  }
}
