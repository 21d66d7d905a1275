// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups.apply;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.Answer;
import io.neardup.plugin.Http;
import io.neardup.plugin.HttpClusterTestCase;
import io.neardup.plugin.NearDupPlugin;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.After;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.indices.replication.checkpoint.PublishCheckpointAction;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.SearchHit;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.test.OpenSearchIntegTestCase.Scope;
import org.opensearch.test.transport.MockTransportService;
import org.opensearch.transport.Netty4ModulePlugin;
import org.opensearch.transport.TransportService;

/** Replicas copy segments, and have not got them yet: what was written is found all the same. */
@ClusterScope(
    scope = Scope.TEST,
    numDataNodes = 2,
    numClientNodes = 0,
    supportsDedicatedMasters = false)
public class GroupsReplicationTests extends HttpClusterTestCase {
  private static final int PAIRS = 20;

  private final List<String> prints =
      Stream.generate(() -> Fingerprint.toHex(randomLong())).limit(PAIRS).toList();

  @Override
  protected Collection<Class<? extends Plugin>> nodePlugins() {
    return List.of(
        NearDupPlugin.class, Netty4ModulePlugin.class, MockTransportService.TestPlugin.class);
  }

  private static Iterable<MockTransportService> transports() {
    return StreamSupport.stream(
            internalCluster().getInstances(TransportService.class).spliterator(), false)
        .map(MockTransportService.class::cast)
        .toList();
  }

  @After
  public void copyAgain() {
    transports().forEach(MockTransportService::clearAllRules);
  }

  /** Replicas do not hear of new segments. */
  private static void copyNothing() {
    for (MockTransportService transport : transports()) {
      transport.addSendBehavior(
          (connection, id, action, request, options) -> {
            if (action.startsWith(PublishCheckpointAction.ACTION_NAME)) {
              throw new IllegalStateException("not now");
            }
            connection.sendRequest(id, action, request, options);
          });
    }
  }

  /** Pairs of equal documents, which all copies have. */
  private void write() throws Exception {
    Settings.Builder settings =
        Settings.builder()
            .put("index.number_of_shards", 5)
            .put("index.number_of_replicas", 1)
            .put("index.replication.type", "SEGMENT");
    assertAcked(
        client()
            .admin()
            .indices()
            .preparePutTemplate("segments")
            .setPatterns(List.of("*"))
            .setOrder(1)
            .setSettings(settings)
            .get());
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate("news")
            .setMapping("print", "type=simhash", "near_dup", "type=near_dup")
            .get());
    ensureGreen("news");
    BulkRequestBuilder bulk = client().prepareBulk();
    for (int i = 0; i < PAIRS; i++) {
      Map<String, ?> source = Map.of("print", prints.get(i));
      bulk.add(client().prepareIndex("news").setId("a" + i).setSource(source));
      bulk.add(client().prepareIndex("news").setId("b" + i).setSource(source));
    }
    assertFalse(bulk.get().hasFailures());
    refresh("news");
    assertBusy(
        () ->
            assertEquals(
                2 * PAIRS,
                client()
                    .prepareSearch("news")
                    .setPreference("_replica")
                    .get()
                    .getHits()
                    .getTotalHits()
                    .value()));
  }

  private static void assertFigures(Http http, String path, String body, Map<String, ?> figures)
      throws IOException {
    Answer answer = http.call("POST", path, body);
    assertEquals(answer.toString(), 200, answer.status());
    for (Map.Entry<String, ?> figure : figures.entrySet()) {
      assertEquals(answer.toString(), figure.getValue(), answer.at(figure.getKey()));
    }
  }

  public void testWhatIsNotCopiedYet() throws Exception {
    write();
    copyNothing();
    Http http = http(client());
    String groups = "news/_near_dup/groups";
    assertFigures(http, groups, "{'field':'print','dest':'d'}", Map.of("written", 2 * PAIRS));
    SearchHit kept =
        client()
            .prepareSearch("d")
            .setPreference("_primary")
            .setQuery(QueryBuilders.termQuery("status", "duplicate"))
            .get()
            .getHits()
            .getAt(0);
    http.call("POST", "d/_update/" + kept.getId() + "?refresh=true", "{'doc':{'verdict':'keep'}}");
    assertFigures(
        http,
        "_near_dup/groups/_apply",
        "{'dest':'d','action':'delete','verify':false}",
        Map.of(
            "groups", PAIRS, "duplicates", PAIRS, "deleted", PAIRS - 1, "kept", 1, "changed", 0));
    String tag = "{'field':'print','action':'tag'}";
    assertFigures(http, groups, tag, Map.of("tagged", PAIRS + 1, "changed", 0));
    assertFigures(http, groups, tag, Map.of("unchanged", PAIRS + 1, "changed", 0));
    String id = (String) kept.getSourceAsMap().get("id");
    client().prepareDelete("news", id.replace('b', 'a')).get();
    assertFigures(http, groups + "/_repair", "{'field':'print'}", Map.of("tagged", 1));
  }

  public void testVerdictsThatAreNotCopiedYet() throws Exception {
    write();
    copyNothing();
    Http http = http(client());
    for (int i = 1; i < 5; i++) {
      String pair = "'" + prints.get(2 * i) + "','" + prints.get(2 * i + 1) + "'";
      http.call("PUT", "_near_dup/verdicts/said", "{'pair':[" + pair + "],'verdict':'always'}");
      String groups = "{'field':'print','verdicts':'said'}";
      assertFigures(http, "news/_near_dup/groups", groups, Map.of("groups", PAIRS - i));
    }
  }
}
