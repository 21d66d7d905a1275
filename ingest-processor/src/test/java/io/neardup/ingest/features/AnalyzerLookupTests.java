// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.simhash.IngestTestCase;
import java.util.List;
import java.util.Map;
import org.opensearch.OpenSearchException;
import org.opensearch.Version;

public class AnalyzerLookupTests extends IngestTestCase {

  public void testKnownNames() throws Exception {
    for (String name : List.of("standard", "simple", "whitespace", "keyword", "english")) {
      assertSame(
          registry.getAnalyzer(name),
          AnalyzerLookup.find(new ConfigReader(null, null, Map.of()), registry, name));
    }
  }

  public void testNamesThePluginToInstall() {
    Map<String, String> commands =
        Map.of(
            "ik_smart", "https://get.infini.cloud/opensearch/analysis-ik/" + Version.CURRENT,
            "ik_max_word", "https://get.infini.cloud/opensearch/analysis-ik/" + Version.CURRENT,
            "smartcn", "analysis-smartcn",
            "kuromoji", "analysis-kuromoji",
            "nori", "analysis-nori",
            "icu_analyzer", "analysis-icu",
            "polish", "analysis-stempel",
            "ukrainian", "analysis-ukrainian");
    commands.forEach(
        (name, install) -> {
          String plugin = name.startsWith("ik_") ? "analysis-ik" : install;
          assertRefused(
              name,
              "[analyzer] must name an analyzer that this node knows, got ["
                  + name
                  + "]; it comes with the plugin ["
                  + plugin
                  + "], to be installed on every node: bin/opensearch-plugin install "
                  + install);
        });
  }

  public void testUnknownNames() {
    for (String name : List.of("", "Standard", "standrad")) {
      assertRefused(
          name,
          "[analyzer] must name an analyzer that this node knows, got ["
              + name
              + "]; built-in are [standard], [simple], [whitespace], [english] and other"
              + " languages, [GET _cat/plugins] lists the plugins that may bring more, [GET"
              + " _analyze] with {\"analyzer\": \"…\", \"text\": \"…\"} tries a name; analyzers"
              + " defined in the settings of an index are not known to ingest");
    }
  }

  public void testAnalyzersThatDoNotLoad() {
    assertRefused(
        "unloadable",
        "[analyzer] cannot load [unloadable]: failed to load analyzer for name unloadable");
  }

  private void assertRefused(String name, String message) {
    OpenSearchException e =
        expectThrows(
            OpenSearchException.class,
            () -> AnalyzerLookup.find(new ConfigReader("simhash", null, Map.of()), registry, name));
    assertBadRequest(message, e);
    assertEquals(List.of("analyzer"), e.getMetadata("opensearch.property_name"));
  }
}
