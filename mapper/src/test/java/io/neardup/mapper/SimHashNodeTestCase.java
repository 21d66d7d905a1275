// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchPhaseExecutionException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.painless.PainlessModulePlugin;
import org.opensearch.percolator.PercolatorModulePlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.test.OpenSearchSingleNodeTestCase;

/**
 * A running node with an index [news] that has the field [hash]; documents and searches are JSON,
 * as a user writes them.
 */
public abstract class SimHashNodeTestCase extends OpenSearchSingleNodeTestCase {
  protected static final String INDEX = "news";
  protected static final String HASH_MAPPING = "{\"properties\":{\"hash\":{\"type\":\"simhash\"}}}";

  protected static final String KEYS_MAPPING =
      "{\"properties\":{\"hash\":{\"type\":\"simhash\",\"segments\":\"5x2\"}}}";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(
        SimHashTestPlugin.class, PainlessModulePlugin.class, PercolatorModulePlugin.class);
  }

  /**
   * Creates an index with one shard; in all JSON of these tests, single quotes stand for double
   * ones.
   */
  protected void createNews(String mapping, String... settings) {
    Settings.Builder all = Settings.builder().put("index.number_of_shards", 1);
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    client()
        .admin()
        .indices()
        .prepareCreate(INDEX)
        .setSettings(all.put("index.number_of_replicas", 0))
        .setMapping(json(mapping))
        .get();
  }

  protected void index(String id, String document) {
    client()
        .index(
            new IndexRequest(INDEX)
                .id(id)
                .source(json(document), XContentType.JSON)
                .setRefreshPolicy(RefreshPolicy.IMMEDIATE))
        .actionGet();
  }

  /** Indexes one document per hash; its id is the position. */
  protected void indexHashes(String... hashes) {
    BulkRequest bulk = new BulkRequest(INDEX).setRefreshPolicy(RefreshPolicy.IMMEDIATE);
    for (int i = 0; i < hashes.length; i++) {
      bulk.add(new IndexRequest().id(String.valueOf(i)).source("hash", hashes[i]));
    }
    assertFalse(client().bulk(bulk).actionGet().hasFailures());
  }

  protected SearchResponse search(String body) {
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, json(body))) {
      SearchSourceBuilder source = SearchSourceBuilder.fromXContent(parser);
      return client().search(new SearchRequest(INDEX).source(source)).actionGet();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The ids that a query finds, sorted. */
  protected List<String> find(String query) {
    return ids("{'size':100,'query':" + query + "}").stream().sorted().toList();
  }

  /** The ids that a search finds, in the order of the hits. */
  protected List<String> ids(String body) {
    return Arrays.stream(search(body).getHits().getHits()).map(SearchHit::getId).toList();
  }

  /** The reason why a query is rejected, as the client sees it. */
  protected String refusal(String query) {
    return refusedSearch("{'query':" + query + "}");
  }

  protected String refusedSearch(String body) {
    SearchPhaseExecutionException e =
        expectThrows(SearchPhaseExecutionException.class, () -> search(body));
    assertEquals(e.toString(), 400, e.status().getStatus());
    Throwable cause = ExceptionsHelper.unwrapCause(e.getCause());
    return cause.getMessage();
  }

  /** A part of a search response, such as [aggregations], as the client sees it. */
  @SuppressWarnings("unchecked")
  protected static Map<String, Object> part(SearchResponse response, String name) {
    Map<String, Object> all =
        XContentHelper.convertToMap(JsonXContent.jsonXContent, response.toString(), true);
    return (Map<String, Object>) all.get(name);
  }

  protected static String json(String singleQuoted) {
    return singleQuoted.replace('\'', '"');
  }
}
