// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.opensearch.analysis.common.CommonAnalysisModulePlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.ingest.common.IngestCommonModulePlugin;
import org.opensearch.painless.PainlessModulePlugin;
import org.opensearch.percolator.PercolatorModulePlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.script.mustache.MustacheModulePlugin;
import org.opensearch.test.OpenSearchSingleNodeTestCase;
import org.opensearch.transport.Netty4ModulePlugin;

/**
 * A test on one node with this plugin and the modules it meets, asked over real HTTP. JSON is
 * written with single quotes; the field is always [print], the texts are [title] and [body].
 */
public abstract class NodeTestCase extends OpenSearchSingleNodeTestCase {
  protected static final String TITLE = "Storm cuts power along the northern coast";
  protected static final String BODY =
      "A storm with winds of up to 140 kilometres an hour hit the northern coast on Monday night,"
          + " leaving more than 60,000 homes without power; a storm of such winds is rare.";
  protected static final String STORM = "{'title':'" + TITLE + "','body':'" + BODY + "'}";
  protected static final String CHESS =
      "{'title':'Chess champion keeps the title','body':'After five hours and seventy moves the"
          + " challenger gave up, and the champion keeps the title for two more years.'}";

  private static Http http;

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return new ArrayList<>(
        List.of(
            NearDupPlugin.class,
            OutsidePlugin.class,
            SearchEffectsPlugin.class,
            Netty4ModulePlugin.class,
            CommonAnalysisModulePlugin.class,
            IngestCommonModulePlugin.class,
            PainlessModulePlugin.class,
            MustacheModulePlugin.class,
            PercolatorModulePlugin.class));
  }

  @Override
  protected boolean addMockHttpTransport() {
    return false;
  }

  @Override
  protected Settings nodeSettings() {
    return Http.SETTINGS;
  }

  @Before
  public void connect() {
    if (http == null) {
      http = Http.to(client());
    }
  }

  @After
  public void forgetPipelines() throws IOException {
    assertEquals(200, call("DELETE", "_ingest/pipeline/*", null).status());
  }

  @AfterClass
  public static void disconnect() {
    if (http != null) {
      http.close();
      http = null;
    }
  }

  protected static Answer call(String method, String path, String json) throws IOException {
    return http.call(method, path, json);
  }

  /** A question that is not waited for. */
  protected static CompletableFuture<HttpResponse<String>> start(String path, String json) {
    return http.start("POST", path, json);
  }

  protected static Answer get(String path) throws IOException {
    return call("GET", path, null);
  }

  /** An answer that is no JSON object. */
  protected static String text(String path) {
    return http.start("GET", path, null).join().body();
  }

  /** Must succeed. */
  protected static Answer put(String path, String json) throws IOException {
    return succeeded(call("PUT", path, json));
  }

  /** May fail. */
  protected static Answer post(String path, String json) throws IOException {
    return call("POST", path, json);
  }

  /** Any bytes, as a body of any type. */
  protected static Answer post(String path, byte[] body, String type) throws IOException {
    return http.post(path, body, type);
  }

  protected static Answer succeeded(Answer answer) {
    assertTrue(answer.toString(), answer.status() == 200 || answer.status() == 201);
    return answer;
  }

  /** The error's first cause says exactly this. */
  protected static void assertRefused(int status, String reason, Answer answer) throws IOException {
    assertEquals(answer.toString(), status, answer.status());
    assertEquals(reason, answer.reason());
  }

  /** A simhash processor with more parameters, such as {@code ,'weights':'none'}. */
  protected static String simHash(String more) {
    return "{'simhash':{'fields':['title','body'],'target_field':'print','ignore_missing':true"
        + more
        + "}}";
  }

  /** As {@link #simHash(String)}; processors of different sizes make different fingerprints. */
  protected static String simHash(int size, String more) {
    return simHash(",'features':{'type':'shingle','size':" + size + "}" + more);
  }

  protected static void pipeline(String id, String... processors) throws IOException {
    put("_ingest/pipeline/" + id, "{'processors':[" + String.join(",", processors) + "]}");
  }

  /** An index with the field and a default pipeline, if any. */
  protected static void index(String name, String pipeline) throws IOException {
    index(
        name,
        pipeline == null ? "" : "'index.default_pipeline':'" + pipeline + "'",
        "'print':{'type':'simhash'}");
  }

  protected static void index(String name, String settings, String properties) throws IOException {
    put(name, "{'settings':{" + settings + "},'mappings':{'properties':{" + properties + "}}}");
  }

  protected static void document(String index, String id, String json) throws IOException {
    put(index + "/_doc/" + id + (id.contains("?") ? "&" : "?") + "refresh=true", json);
  }

  /** A document that has nothing but its fingerprint. */
  protected static void print(String index, String id, String hash) throws IOException {
    document(index, id, "{'print':'" + hash + "'}");
  }

  protected static Answer nearDup(String index, String parameters) throws IOException {
    return post(index + "/_near_dup", "{'field':'print'," + parameters + "}");
  }

  /** A search with a near_dup query. */
  protected static Answer search(String index, String parameters) throws IOException {
    return post(index + "/_search", "{'query':{'near_dup':{'print':{" + parameters + "}}}}");
  }

  protected static void clusterSetting(String key, String json) throws IOException {
    put("_cluster/settings", "{'transient':{'" + key + "':" + json + "}}");
  }

  @SuppressWarnings("unchecked")
  protected static Map<String, Object> source(String index, String id) throws IOException {
    return (Map<String, Object>) succeeded(get(index + "/_doc/" + id)).body().get("_source");
  }
}
