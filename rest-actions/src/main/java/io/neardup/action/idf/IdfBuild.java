// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.fingerprint.idf.SmoothedIdf;
import io.neardup.request.Listeners;
import java.io.IOException;
import java.util.List;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchSecurityException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.builder.PointInTimeBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;

/**
 * Builds one dictionary: searches a point in time for one page of terms after the other, in which a
 * term's documents are summed over all shards before any term is dropped.
 */
final class IdfBuild {
  private final Client client;
  private final IdfRequest request;
  private final String[] indices;
  private final String pointInTime;
  private final int pageSize;
  private final TopTerms terms;
  private TermPage page;
  private long unwritable;

  /**
   * @param client whose searches are children of the task
   * @param indices of the point in time
   * @param pointInTime its id
   * @param pageSize bytes of a shard's page
   * @param terms filled
   */
  IdfBuild(
      Client client,
      IdfRequest request,
      String[] indices,
      String pointInTime,
      int pageSize,
      TopTerms terms) {
    this.client = client;
    this.request = request;
    this.indices = indices;
    this.pointInTime = pointInTime;
    this.pageSize = pageSize;
    this.terms = terms;
  }

  void start(ActionListener<IdfResponse> listener) {
    Listeners.repeat(
        ActionListener.map(listener, nothing -> response()),
        next ->
            client.search(
                nextPage(),
                ActionListener.delegateResponse(
                    ActionListener.map(next, this::add),
                    (failed, e) -> failed.onFailure(reason(e)))));
  }

  /** A shard that refuses tells why; a search in which all have failed tells less. */
  private static Exception reason(Exception failure) {
    return ExceptionsHelper.unwrap(failure, OpenSearchSecurityException.class)
            instanceof OpenSearchSecurityException refusal
        ? refusal
        : failure;
  }

  private SearchRequest nextPage() {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .size(0)
            .trackTotalHits(false)
            .pointInTimeBuilder(new PointInTimeBuilder(pointInTime))
            .aggregation(
                new TermPageAggregationBuilder(
                    request.field(), page == null ? null : page.last(), pageSize));
    return new SearchRequest(indices)
        .source(source)
        .allowPartialSearchResults(false)
        .requestCache(false)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
  }

  /** Returns whether there are more. */
  private boolean add(SearchResponse found) throws IOException {
    page = found.getAggregations().get(TermPageAggregationBuilder.NAME);
    TermPage.Cursor cursor = new TermPage.Cursor(page);
    while (cursor.next()) {
      if (cursor.docFreq() < request.minDocFreq()) {
        continue;
      }
      if (SmoothedIdf.isWritable(cursor.term().utf8ToString())) {
        terms.add(cursor.term(), cursor.docFreq());
      } else {
        unwritable++;
      }
    }
    return page.last() != null;
  }

  private IdfResponse response() throws IOException {
    if (page.mapped() == false) {
      throw new IllegalArgumentException(
          "[field] must be a text field of "
              + List.of(request.indices())
              + ", got ["
              + request.field()
              + "], which is mapped in none; see GET _field_caps?fields=*");
    }
    if (terms.size() == 0) {
      throw new IllegalArgumentException(
          "[min_doc_freq] leaves no terms: ["
              + page.documents()
              + "] documents have the field ["
              + request.field()
              + "], but no term is in ["
              + request.minDocFreq()
              + "] of them; lower it, or index and refresh first");
    }
    return terms.lines(page.documents(), unwritable);
  }
}
