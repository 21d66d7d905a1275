// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.resolve.FingerprintSource.OfId;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.util.SetOnce;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;

/**
 * The texts of a document that is named by its id, as a search of the caller shows them: of the
 * fields and documents that they may see.
 */
public final class PassageTexts {
  private final SetOnce<List<String>> texts = new SetOnce<>();

  /** Null until they have been found. */
  List<String> texts() {
    return texts.get();
  }

  /** Has them searched, and kept here. */
  void find(Client client, SearchRequest search, String field, ActionListener<?> listener) {
    client.search(
        search,
        ActionListener.map(
            listener,
            found -> {
              texts.set(of(found, field));
              return null;
            }));
  }

  /** The search for the texts of a document. */
  public static SearchRequest search(
      OfId id, String[] indices, IndicesOptions options, String field) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.idsQuery().addIds(id.id()))
            .fetchSource(false)
            .fetchField(field)
            .size(2);
    SearchRequest search =
        id.index() == null
            ? new SearchRequest(indices).indicesOptions(options)
            : new SearchRequest(id.index());
    return search
        .source(source)
        .routing(id.routing())
        .allowPartialSearchResults(false)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
  }

  /**
   * What it found: nothing if patterns match no index.
   *
   * @throws IllegalArgumentException unless there is one document, with texts
   */
  public static List<String> of(SearchResponse found, String field) {
    SearchHit[] hits = found.getHits().getHits();
    if (found.getTotalShards() == 0) {
      return List.of();
    }
    if (hits.length == 0) {
      throw new ResourceNotFoundException(
          "[id] names no document that searches find; one that was just written is found after a"
              + " refresh, and one with custom routing needs [routing]");
    }
    if (hits.length > 1) {
      boolean routed = hits[0].getIndex().equals(hits[1].getIndex());
      throw new IllegalArgumentException(
          "[id] must name one document, got ["
              + hits[0].getId()
              + "] in ["
              + hits[0].getIndex()
              + (routed
                  ? "] twice, by different routings; say which with [routing]"
                  : "] and in [" + hits[1].getIndex() + "]; say which with [index]"));
    }
    List<String> texts = texts(hits[0], field);
    if (texts.isEmpty()) {
      throw new IllegalArgumentException(
          "[id] names the document ["
              + hits[0].getId()
              + "] in ["
              + hits[0].getIndex()
              + "], which has no text for ["
              + field
              + "]; ask with [text]");
    }
    return texts;
  }

  /**
   * The texts of a document that was found by its hashes.
   *
   * @param hit with what was fetched of the field
   * @throws IllegalArgumentException if there are none
   */
  public static List<String> required(SearchHit hit, String field) {
    List<String> texts = texts(hit, field);
    if (texts.isEmpty()) {
      throw new IllegalArgumentException(
          "[field] must be of texts that can be read, got ["
              + field
              + "], which has hashes of the document ["
              + hit.getId()
              + "] in ["
              + hit.getIndex()
              + "] but no text, since the [_source] leaves it out, or it is hidden from you; keep"
              + " the text there, or search with the query [passages], which reads none");
    }
    return texts;
  }

  private static List<String> texts(SearchHit hit, String field) {
    DocumentField values = hit.field(field);
    return values == null
        ? List.of()
        : values.getValues().stream().filter(Objects::nonNull).map(String::valueOf).toList();
  }
}
