// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.List;
import java.util.Map;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;
import org.opensearch.transport.client.Client;

/** What this feature registers with the server. */
public final class SearchCollapse {
  private final PipelineLinks links = new PipelineLinks();
  private final CollapseNode node;

  public SearchCollapse(
      Client client,
      ClusterService clusterService,
      IndexNameExpressionResolver resolver,
      NamedWriteableRegistry registry) {
    this.node = new CollapseNode(client, clusterService, resolver, registry);
  }

  /** Has what is held for requests charged to this breaker. */
  void charge(CircuitBreaker requests) {
    node.charge(requests);
  }

  public ActionFilter filter() {
    return new CollapseFilter(node);
  }

  public Map<String, Processor.Factory<SearchRequestProcessor>> requestProcessors() {
    return Map.of(OversampleProcessor.TYPE, OversampleProcessor.factory(links, node));
  }

  public Map<String, Processor.Factory<SearchResponseProcessor>> responseProcessors() {
    return Map.of(CollapseProcessor.TYPE, CollapseProcessor.factory(links, node));
  }

  /** The sections of requests. */
  public static List<SearchExtSpec<?>> exts() {
    return List.of(
        new SearchExtSpec<>(CollapseExt.NAME, CollapseExt::new, CollapseExt::parse),
        ChargedFetch.spec());
  }

  /** The section of responses. */
  public static NamedWriteableRegistry.Entry summary() {
    return new NamedWriteableRegistry.Entry(
        SearchExtBuilder.class, CollapseSummary.NAME, CollapseSummary::new);
  }
}
