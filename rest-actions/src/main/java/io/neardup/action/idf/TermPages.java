// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.request.Listeners;
import java.io.IOException;
import java.util.function.Function;
import org.apache.lucene.util.BytesRef;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchSecurityException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.client.Client;

/**
 * Reads all terms of a field by searches, one page after the other, in which a term's documents are
 * summed over all shards.
 */
public final class TermPages {
  private final Client client;
  private final Function<TermPageAggregationBuilder, SearchRequest> searches;
  private final TermPageAggregationBuilder first;
  private final Sink sink;
  private TermPage page;

  /** What becomes of a term. */
  @FunctionalInterface
  public interface Sink {
    /** Called in the order of their bytes, which are reused. */
    void add(BytesRef term, long docFreq) throws IOException;
  }

  /**
   * @param client whose searches are children of the task
   * @param searches makes the search that asks for a page
   * @param first page
   */
  public TermPages(
      Client client,
      Function<TermPageAggregationBuilder, SearchRequest> searches,
      TermPageAggregationBuilder first,
      Sink sink) {
    this.client = client;
    this.searches = searches;
    this.first = first;
    this.sink = sink;
  }

  /** Reads to the end. */
  public void read(ActionListener<Void> listener) {
    Listeners.repeat(
        listener,
        next ->
            client.search(
                searches.apply(page == null ? first : first.after(page.last())),
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

  /** Returns whether there are more. */
  private boolean add(SearchResponse found) throws IOException {
    page = found.getAggregations().get(TermPageAggregationBuilder.NAME);
    TermPage.Cursor cursor = new TermPage.Cursor(page);
    while (cursor.next()) {
      sink.add(cursor.term(), cursor.docFreq());
    }
    return page.last() != null;
  }

  /** The page that was read last. */
  TermPage last() {
    return page;
  }
}
