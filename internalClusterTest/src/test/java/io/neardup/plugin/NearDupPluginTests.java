// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.test.OpenSearchTestCase;

/** The names that the plugin registers: users grant, set and write them. */
public class NearDupPluginTests extends OpenSearchTestCase {
  private final NearDupPlugin plugin = new NearDupPlugin(Settings.EMPTY, Path.of("config"));

  public void testSettings() {
    List<Setting<?>> settings = plugin.getSettings();
    assertEquals(
        Set.of(
            "plugins.near_dup.max_hashes",
            "plugins.near_dup.max_results",
            "plugins.near_dup.max_text_length",
            "plugins.near_dup.groups.memory",
            "plugins.near_dup.groups.max_distance",
            "plugins.near_dup.groups.max_concurrent",
            "plugins.near_dup.groups.page_size",
            "plugins.near_dup.groups.local_documents",
            "plugins.near_dup.doc.processors",
            "plugins.near_dup.ingest.enabled",
            "plugins.near_dup.ingest.timeout",
            "plugins.near_dup.ingest.window.entries",
            "plugins.near_dup.ingest.window.size",
            "plugins.near_dup.ingest.refresh_interval",
            "plugins.near_dup.ingest.lost_after"),
        settings.stream().map(Setting::getKey).collect(Collectors.toSet()));
    for (Setting<?> setting : settings) {
      assertTrue(setting.getKey(), setting.getKey().startsWith("plugins.near_dup."));
      assertTrue(setting.getKey(), setting.isDynamic());
    }
  }

  public void testActionNamesFollowTheGrammarOfRoles() {
    List<String> names =
        plugin.getActions().stream().map(handler -> handler.getAction().name()).sorted().toList();
    assertEquals(
        List.of(
            "cluster:admin/near_dup/dictionary",
            "cluster:monitor/near_dup/agreement",
            "cluster:monitor/near_dup/minhash",
            "cluster:monitor/near_dup/simhash",
            "cluster:monitor/near_dup/stats",
            "indices:data/read/near_dup",
            "indices:data/read/near_dup/boilerplate",
            "indices:data/read/near_dup/groups",
            "indices:data/read/near_dup/idf",
            "indices:data/read/near_dup/passages",
            "indices:data/read/near_dup/resolve",
            "indices:data/read/near_dup/survey",
            "indices:data/read/near_dup/verdicts",
            "indices:data/write/near_dup/verdicts",
            "indices:monitor/near_dup/segments",
            "internal:near_dup/groups/dest"),
        names);
    for (String name : names) {
      assertTrue(
          name,
          name.matches(
              "indices:data/(read|write)/near_dup(/[a-z_]+){0,2}|(cluster|indices):monitor/near_dup/[a-z_]+"
                  + "|cluster:admin/near_dup/[a-z_]+|internal:near_dup/[a-z_/]+"));
    }
  }

  public void testNamesInRequests() {
    assertEquals(
        Set.of("simhash", "minhash", "near_dup", "passages"), plugin.getMappers().keySet());
    assertEquals(
        List.of("near_dup", "passages", "near_dup_digests", "near_dup_docs", "near_dup_moment"),
        plugin.getQueries().stream().map(query -> query.getName().getPreferredName()).toList());
    assertEquals(
        List.of(
            "near_dup_hits",
            "near_dup_passage_facts",
            "near_dup_terms",
            "near_dup_fingerprints",
            "near_dup_doc_freqs"),
        plugin.getAggregations().stream().map(spec -> spec.getName().getPreferredName()).toList());
    assertEquals(
        Set.of(
            "GET /_simhash",
            "POST /_simhash",
            "GET /_minhash",
            "POST /_minhash",
            "POST /{index}/_simhash/_idf",
            "GET /{index}/_near_dup",
            "POST /{index}/_near_dup",
            "POST /{index}/_near_dup/survey",
            "POST /{index}/_near_dup/passages",
            "PUT /_near_dup/verdicts/{name}",
            "GET /_near_dup/verdicts/{name}",
            "DELETE /_near_dup/verdicts/{name}",
            "GET /{index}/_near_dup/boilerplate",
            "POST /{index}/_near_dup/boilerplate",
            "POST /{index}/_near_dup/groups",
            "POST /{index}/_near_dup/groups/_repair",
            "POST /_near_dup/groups/_resume",
            "POST /_near_dup/groups/_apply",
            "GET /{index}/_near_dup/_segments",
            "GET /_near_dup/stats",
            "GET /_near_dup/{nodes}/stats"),
        plugin
            .getRestHandlers(
                null,
                null,
                null,
                null,
                null,
                new IndexNameExpressionResolver(new ThreadContext(Settings.EMPTY)),
                null)
            .stream()
            .flatMap(handler -> handler.routes().stream())
            .map(route -> route.getMethod() + " " + route.getPath())
            .collect(Collectors.toSet()));
  }
}
