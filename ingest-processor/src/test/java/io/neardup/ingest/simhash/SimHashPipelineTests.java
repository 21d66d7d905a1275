// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.IngestLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Before;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.ingest.SimulateDocumentBaseResult;
import org.opensearch.action.ingest.SimulateDocumentResult;
import org.opensearch.action.ingest.SimulateDocumentVerboseResult;
import org.opensearch.action.ingest.SimulatePipelineResponse;
import org.opensearch.action.ingest.SimulateProcessorResult;
import org.opensearch.action.support.WriteRequest;
import org.opensearch.analysis.common.CommonAnalysisModulePlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.analysis.AnalysisRegistry;
import org.opensearch.indices.IndicesService;
import org.opensearch.ingest.common.IngestCommonModulePlugin;
import org.opensearch.painless.PainlessModulePlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.test.OpenSearchSingleNodeTestCase;

/** The processor in pipelines of a real node, with core's processors and conditions. */
public class SimHashPipelineTests extends OpenSearchSingleNodeTestCase {
  private static final String PIPELINE = "prints";
  private static final String INDEX = "news";
  private static final String SIMPLE =
      "{'processors':[{'simhash':{'fields':['title','content'],'target_field':'print'}}]}";

  private TextFingerprinter defaults;

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return pluginList(
        SimHashOnlyPlugin.class,
        FragileAnalysisPlugin.class,
        CommonAnalysisModulePlugin.class,
        IngestCommonModulePlugin.class,
        PainlessModulePlugin.class);
  }

  @Before
  public void fingerprinter() {
    AnalysisRegistry registry = getInstanceFromNode(IndicesService.class).getAnalysis();
    defaults =
        TextFingerprinter.create(
            new ConfigReader(null, null, Map.of()),
            registry,
            SimHashOnlyPlugin.DICTIONARIES::get,
            new IngestLimits(Settings.EMPTY),
            FingerprintOptions.read(new ConfigReader(null, null, new HashMap<>())));
  }

  private static BytesReference json(String singleQuoted) {
    return new BytesArray(singleQuoted.replace('\'', '"'));
  }

  private void putPipeline(String singleQuoted) {
    client()
        .admin()
        .cluster()
        .preparePutPipeline(PIPELINE, json(singleQuoted), XContentType.JSON)
        .get();
  }

  private void useByDefault(String singleQuoted) {
    putPipeline(singleQuoted);
    createIndex(INDEX, Settings.builder().put("index.default_pipeline", PIPELINE).build());
  }

  private String of(String text) {
    return Fingerprint.toHex(IngestTestCase.fingerprint(defaults, text).orElseThrow());
  }

  private BulkResponse bulk(List<Map<String, Object>> sources) {
    BulkRequestBuilder bulk =
        client().prepareBulk().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
    for (int i = 0; i < sources.size(); i++) {
      bulk.add(new IndexRequest(INDEX).id(String.valueOf(i)).source(sources.get(i)));
    }
    return bulk.get();
  }

  private Map<String, Object> stored(String id) {
    return client().prepareGet(INDEX, id).get().getSourceAsMap();
  }

  private Map<String, Object> index(Map<String, Object> source) {
    client().index(new IndexRequest(INDEX).id("one").source(source)).actionGet();
    return stored("one");
  }

  public void testBulkOfAThousandDocuments() {
    useByDefault(SIMPLE);
    long before = (long) SimHashOnlyPlugin.COUNTERS.sums().get("fingerprinted");
    List<Map<String, Object>> sources = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      sources.add(Map.of("title", "Story " + i, "content", randomAlphaOfLength(8) + " 去重 " + i));
    }
    BulkResponse response = bulk(sources);
    assertFalse(response.buildFailureMessage(), response.hasFailures());
    for (int i = 0; i < sources.size(); i++) {
      Map<String, Object> expected = new HashMap<>(sources.get(i));
      expected.put("print", of(expected.get("title") + "\n" + expected.get("content")));
      assertEquals(expected, stored(String.valueOf(i)));
    }
    assertEquals(1000, (long) SimHashOnlyPlugin.COUNTERS.sums().get("fingerprinted") - before);
  }

  public void testBadDocumentsFailAloneAndTheRestIsIndexed() {
    useByDefault(SIMPLE.replace("'target_field'", "'analyzer':'fragile','target_field'"));
    BulkResponse response =
        bulk(
            List.of(
                Map.of("title", "good one", "content", "with text"),
                Map.of("title", Map.of("en", "x"), "content", "an object"),
                Map.of("title", "no content"),
                Map.of("title", "a", "content", "broken"),
                Map.of("title", "", "content", ""),
                Map.of("title", "good two", "content", List.of("with", "text"))));
    List<String> failures = new ArrayList<>();
    for (BulkItemResponse item : response) {
      assertEquals(DocWriteRequest.OpType.INDEX, item.getOpType());
      if (item.isFailed()) {
        assertEquals(RestStatus.BAD_REQUEST, item.getFailure().getStatus());
        failures.add(item.getId() + " " + failure(item).getMessage());
        assertFalse(client().prepareGet(INDEX, item.getId()).get().isExists());
      }
    }
    assertEquals(
        List.of(
            "1 field [title] must hold text, numbers or lists of them, got an object; name a field"
                + " inside it, or remove it from [fields] of the simhash processor",
            "2 field [content] is missing or null; set [ignore_missing] to [true] to accept a"
                + " document without it",
            "3 analyzer [fragile] failed on a text of [8] characters:"
                + " java.lang.IllegalStateException: cannot break this word"),
        failures);
    assertEquals(of("good one with text"), stored("0").get("print"));
    assertEquals(Map.of("title", "", "content", ""), stored("4"));
    assertEquals(of("good two with text"), stored("5").get("print"));
  }

  private static Throwable failure(BulkItemResponse item) {
    return ExceptionsHelper.unwrap(item.getFailure().getCause(), IllegalArgumentException.class);
  }

  public void testBadPipelinesAreBadRequests() {
    assertBadPipeline("'analyzer':'ik_smart'", "it comes with the plugin [analysis-ik]");
    assertBadPipeline("'analyzer':'nosuch'", "must name an analyzer that this node knows");
    assertBadPipeline("'features':{'type':'shingle','size':99}", "between 1 and 16, got [99]");
    assertBadPipeline("'min_features':0", "[min_features] must be an integer between 1");
    assertBadPipeline(
        "'batch_size':10",
        "processor [simhash] does not know [batch_size]; it takes [fields, target_field,");
  }

  private void assertBadPipeline(String parameter, String message) {
    Exception e =
        expectThrows(
            Exception.class,
            () -> putPipeline(SIMPLE.replace("'target_field'", parameter + ",'target_field'")));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    String shown = ExceptionsHelper.stackTrace(e);
    assertTrue(shown, shown.contains(message));
  }

  public void testCondition() {
    useByDefault(
        "{'processors':[{'simhash':{'fields':'content','target_field':'print',"
            + "'if':'ctx.wanted'}}]}");
    Map<String, Object> wanted = Map.of("content", "a b c d", "wanted", true);
    Map<String, Object> other = Map.of("content", "a b c d", "wanted", false);
    BulkResponse response = bulk(List.of(wanted, other, wanted));
    assertFalse(response.buildFailureMessage(), response.hasFailures());
    assertEquals(of("a b c d"), stored("0").get("print"));
    assertEquals(other, stored("1"));
    assertEquals(of("a b c d"), stored("2").get("print"));
  }

  public void testOnFailure() {
    useByDefault(
        "{'processors':[{'simhash':{'fields':'content','target_field':'print',"
            + "'on_failure':[{'set':{'field':'failed','value':true}}]}}]}");
    BulkResponse response =
        bulk(List.of(Map.of("content", "a b c"), Map.of("n", 1, "print", "stale")));
    assertFalse(response.buildFailureMessage(), response.hasFailures());
    assertEquals(Map.of("content", "a b c", "print", of("a b c")), stored("0"));
    assertEquals(Map.of("n", 1, "failed", true), stored("1"));
  }

  public void testIgnoreFailureGoesOnWithTheDocument() {
    useByDefault(
        "{'processors':[{'simhash':{'fields':'content','target_field':'print','ignore_failure':true}"
            + "},{'set':{'field':'after','value':1}}]}");
    List<Map<String, Object>> sources =
        List.of(Map.of("n", 0), Map.of("content", "a b c"), Map.of("n", 1, "print", "x"));
    BulkResponse response = bulk(sources);
    assertFalse(response.buildFailureMessage(), response.hasFailures());
    assertEquals(Map.of("n", 0, "after", 1), stored("0"));
    assertEquals(Map.of("content", "a b c", "print", of("a b c"), "after", 1), stored("1"));
    assertEquals(Map.of("n", 1, "after", 1), stored("2"));
  }

  public void testForEach() {
    useByDefault(
        "{'processors':[{'foreach':{'field':'parts','processor':{'simhash':{'fields':"
            + "'_ingest._value.text','target_field':'_ingest._value.print'}}}}]}");
    Map<String, Object> stored =
        index(Map.of("parts", List.of(Map.of("text", "a b c"), Map.of("text", "d e f"))));
    assertEquals(
        List.of(
            Map.of("text", "a b c", "print", of("a b c")),
            Map.of("text", "d e f", "print", of("d e f"))),
        stored.get("parts"));
  }

  private SimulatePipelineResponse simulate(String pipeline, boolean verbose) {
    String docs = "[{'_source':{'title':'a b','content':'c d'}},{'_source':{'title':'a b'}}]";
    return client()
        .admin()
        .cluster()
        .prepareSimulatePipeline(
            json("{'pipeline':" + pipeline + ",'docs':" + docs + "}"), XContentType.JSON)
        .setVerbose(verbose)
        .get();
  }

  public void testSimulate() {
    SimulatePipelineResponse response = simulate(SIMPLE, false);
    SimulateDocumentBaseResult good = (SimulateDocumentBaseResult) response.getResults().get(0);
    SimulateDocumentBaseResult bad = (SimulateDocumentBaseResult) response.getResults().get(1);
    assertEquals(of("a b c d"), good.getIngestDocument().getFieldValue("print", String.class));
    assertTrue(bad.getFailure().getMessage().contains("field [content] is missing or null"));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(bad.getFailure()));
  }

  public void testTagAndTypeShowInVerboseSimulation() {
    String tagged = SIMPLE.replace("'target_field'", "'tag':'my-tag','target_field'");
    for (SimulateDocumentResult document : simulate(tagged, true).getResults()) {
      SimulateProcessorResult result =
          ((SimulateDocumentVerboseResult) document).getProcessorResults().get(0);
      assertEquals("my-tag", result.getProcessorTag());
      assertEquals("simhash", result.getType());
    }
  }

  public void testReplacingADocumentReplacesItsFingerprint() {
    useByDefault(SIMPLE);
    index(Map.of("title", "first", "content", "text of it"));
    assertEquals(
        of("second text"),
        index(Map.of("title", "second", "content", "text", "print", "old")).get("print"));
    client().prepareUpdate(INDEX, "one").setDoc(Map.of("content", "words altogether")).get();
    assertEquals(of("second words altogether"), stored("one").get("print"));
    client().prepareUpdate(INDEX, "one").setDoc(Map.of("title", "", "content", "")).get();
    assertEquals(Map.of("title", "", "content", ""), stored("one"));
  }

  public void testTheLimitFollowsTheClusterSettings() {
    useByDefault(SIMPLE);
    Map<String, Object> source = Map.of("title", "12345", "content", "67890");
    String key = IngestLimits.MAX_TEXT_LENGTH.getKey();
    setTransient(Settings.builder().put(key, 10).build());
    try {
      Exception e = expectThrows(Exception.class, () -> index(source));
      assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
      assertTrue(e.getMessage(), e.getMessage().contains("at most [10] characters, got [11]"));
    } finally {
      setTransient(Settings.builder().putNull(key).build());
    }
    assertEquals(of("12345 67890"), index(source).get("print"));
  }

  private void setTransient(Settings settings) {
    client().admin().cluster().prepareUpdateSettings().setTransientSettings(settings).get();
  }
}
