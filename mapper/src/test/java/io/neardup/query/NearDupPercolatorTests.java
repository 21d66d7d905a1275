// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.mapper.SimHashNodeTestCase;
import java.util.Collection;
import java.util.List;
import org.opensearch.ExceptionsHelper;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.percolator.PercolatorModulePlugin;
import org.opensearch.plugins.Plugin;

/** Stored queries: "tell me when something like this comes in". */
public class NearDupPercolatorTests extends SimHashNodeTestCase {
  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(NearDupTestPlugin.class, PercolatorModulePlugin.class);
  }

  private void createStore() {
    createStore("4");
  }

  private void createStore(String segments) {
    createNews(
        "{'properties':{'query':{'type':'percolator'},'hash':{'type':'simhash','segments':'"
            + segments
            + "'},'lang':{'type':'keyword'}}}");
  }

  public void testStoredHashesMeetNewDocuments() {
    createStore();
    assertHashesMeetDocuments();
  }

  public void testStoredHashesMeetNewDocumentsByKeys() {
    createStore("5x2");
    assertHashesMeetDocuments();
  }

  private void assertHashesMeetDocuments() {
    String near = "{'near_dup':{'hash':{'hash':'00000000000000ff'}}}";
    index("near", "{'query':" + near + "}");
    index("far", "{'query':{'near_dup':{'hash':{'hash':'00000000000000ff','max_distance':9}}}}");
    index("other", "{'query':{'near_dup':{'hash':{'hash':'ffffffff00000000'}}}}");
    index("english", "{'query':{'bool':{'filter':[" + near + ",{'term':{'lang':'en'}}]}}}");
    assertEquals(List.of("english", "far", "near"), storedFor("00000000000000fe", "en"));
    assertEquals(List.of("far", "near"), storedFor("00000000000000fe", "de"));
    assertEquals(List.of("far"), storedFor("0000000000000000", "en"));
    assertEquals(List.of(), storedFor("0f0f0f0f0f0f0f0f", "en"));
  }

  private List<String> storedFor(String hash, String language) {
    return find(
        "{'percolate':{'field':'query','document':{'hash':'"
            + hash
            + "','lang':'"
            + language
            + "'}}}");
  }

  /** Each of them scans one document, and holds no more than that takes. */
  public void testManyStoredHashes() {
    createStore();
    for (int i = 0; i < 100; i++) {
      index("" + i, "{'query':{'near_dup':{'hash':{'hash':'00000000000000ff','max_distance':9}}}}");
    }
    String limit = "indices.breaker.request.limit";
    settings(Settings.builder().put(limit, "512kb"));
    try {
      assertEquals(100, storedFor("00000000000000fe", "en").size());
    } finally {
      settings(Settings.builder().putNull(limit));
    }
  }

  private void settings(Settings.Builder settings) {
    client().admin().cluster().prepareUpdateSettings().setTransientSettings(settings).get();
  }

  public void testStoredIdsAndDocumentsAreRefused() {
    createStore();
    for (String source : List.of("'id':'1','index':'news'", "'doc':{'fingerprint':1}")) {
      Exception e =
          expectThrows(
              Exception.class,
              () -> index("1", "{'query':{'near_dup':{'hash':{" + source + "}}}}"));
      assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
      String reason = ExceptionsHelper.stackTrace(e);
      assertTrue(reason, reason.contains("stored queries use [hash] or [hashes]"));
    }
  }
}
