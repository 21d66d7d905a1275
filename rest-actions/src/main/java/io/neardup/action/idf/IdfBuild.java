// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.fingerprint.idf.SmoothedIdf;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.opensearch.action.search.SearchRequest;
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
  private final IdfRequest request;
  private final String[] indices;
  private final String pointInTime;
  private final TopTerms terms;
  private final TermPages pages;
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
    this.request = request;
    this.indices = indices;
    this.pointInTime = pointInTime;
    this.terms = terms;
    this.pages =
        new TermPages(
            client,
            this::search,
            TermPageAggregationBuilder.ofText(request.field(), pageSize),
            this::add);
  }

  void start(ActionListener<IdfResponse> listener) {
    pages.read(ActionListener.map(listener, nothing -> response()));
  }

  private SearchRequest search(TermPageAggregationBuilder page) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .size(0)
            .trackTotalHits(false)
            .pointInTimeBuilder(new PointInTimeBuilder(pointInTime))
            .aggregation(page);
    return new SearchRequest(indices)
        .source(source)
        .allowPartialSearchResults(false)
        .requestCache(false)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
  }

  private void add(BytesRef term, long docFreq) throws IOException {
    if (docFreq < request.minDocFreq()) {
      return;
    }
    if (SmoothedIdf.isWritable(term.utf8ToString())) {
      terms.add(term, docFreq);
    } else {
      unwritable++;
    }
  }

  private IdfResponse response() throws IOException {
    TermPage page = pages.last();
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
