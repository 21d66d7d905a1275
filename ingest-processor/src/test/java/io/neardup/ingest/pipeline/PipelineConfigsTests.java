// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.pipeline.PipelineConfigs.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.ingest.IngestMetadata;
import org.opensearch.ingest.PipelineConfiguration;
import org.opensearch.test.OpenSearchTestCase;

public class PipelineConfigsTests extends OpenSearchTestCase {
  private static final String WRITER = "{'simhash':{'fields':['a'],'target_field':'print'}}";

  private final Map<String, PipelineConfiguration> pipelines = new HashMap<>();

  private void pipeline(String id, String body) {
    pipelines.put(
        id,
        new PipelineConfiguration(id, new BytesArray(body.replace('\'', '"')), XContentType.JSON));
  }

  private void processors(String id, String... processors) {
    pipeline(id, "{'processors':[" + String.join(",", processors) + "]}");
  }

  private PipelineConfigs configs() {
    Metadata metadata =
        Metadata.builder().putCustom(IngestMetadata.TYPE, new IngestMetadata(pipelines)).build();
    return new PipelineConfigs(
        ClusterState.builder(ClusterName.DEFAULT).metadata(metadata).build());
  }

  private boolean writes(String... processors) {
    processors("p", processors);
    return configs().writes("p", "print");
  }

  private static String call(String id) {
    return "{'pipeline':{'name':'" + id + "'}}";
  }

  public void testNoPipelines() {
    PipelineConfigs none = new PipelineConfigs(ClusterState.EMPTY_STATE);
    assertFalse(none.exists("p"));
    assertFalse(none.writes("p", "print"));
  }

  public void testExists() {
    processors("p");
    assertTrue(configs().exists("p"));
    assertFalse(configs().exists("q"));
  }

  public void testWritesOnlyItsTargetField() {
    assertTrue(writes(WRITER));
    assertFalse(configs().writes("p", "other"));
    assertFalse(configs().writes("q", "print"));
    assertFalse(writes());
    assertFalse(writes("{'set':{'field':'print','target_field':'print','value':'x'}}"));
    assertFalse(writes("{'simhash':{'fields':['print']}}"));
  }

  public void testTargetFieldMayNameTheSource() {
    assertTrue(writes("{'simhash':{'fields':['a'],'target_field':'_source.print'}}"));
  }

  public void testNested() {
    processors("inner", WRITER);
    processors("middle", call("inner"));
    assertTrue(writes("{'set':{'field':'x','value':'y'}}", call("middle")));
    assertFalse(writes(call("missing")));
    assertFalse(writes(call("{{kind}}")));
  }

  public void testForeachAndFailureHandlers() {
    assertTrue(writes("{'foreach':{'field':'a','processor':" + WRITER + "}}"));
    assertTrue(writes("{'fail':{'message':'x','on_failure':[" + WRITER + "]}}"));
    assertTrue(
        writes(
            "{'foreach':{'field':'a','processor':{'fail':{'message':'x','on_failure':["
                + WRITER
                + "]}}}}"));
    pipeline("p", "{'processors':[{'fail':{'message':'x'}}],'on_failure':[" + WRITER + "]}");
    assertTrue(configs().writes("p", "print"));
  }

  public void testCyclesEnd() {
    processors("a", call("b"));
    processors("b", call("a"), call("b"));
    assertFalse(configs().writes("a", "print"));
    processors("b", call("a"), WRITER);
    assertTrue(configs().writes("a", "print"));
    assertTrue(configs().leadsTo("print", List.of(Map.of("pipeline", Map.of("name", "a")))));
  }

  public void testAScriptMayBeAString() {
    assertTrue(writes("{'script':'ctx.a = 1'}", WRITER));
  }

  public void testSimHashStepsInOrder() {
    processors("inner", "{'simhash':{'fields':['a'],'target_field':'second','weights':'none'}}");
    processors(
        "p",
        "{'simhash':{'fields':['a'],'target_field':'first'}}",
        call("inner"),
        "{'foreach':{'field':'a','processor':" + WRITER + "}}");
    List<Step> steps = configs().steps("p", "simhash");
    assertEquals(
        List.of("first", "second", "print"), steps.stream().map(Step::targetField).toList());
    assertEquals("none", steps.get(1).config().get("weights"));
  }

  public void testConfigsAreFreshCopies() {
    processors("p", WRITER);
    PipelineConfigs configs = configs();
    configs.config("p").clear();
    assertTrue(configs.writes("p", "print"));
  }

  public void testTypesAreFollowedThroughCalls() {
    processors("inner", "{'near_dup':{'field':'print'}}");
    processors("middle", "{'fail':{'message':'x','on_failure':[" + call("inner") + "]}}");
    processors("p", call("middle"));
    assertTrue(configs().leadsToType("p", "near_dup"));
    assertFalse(configs().leadsToType("p", "simhash"));
    assertFalse(configs().leadsToType("q", "near_dup"));
    processors("q", call("{{kind}}"));
    assertFalse(configs().leadsToType("q", "near_dup"));
  }

  public void testOneMayBeStored() {
    processors("p", call("inner"));
    PipelineConfigs before = configs();
    PipelineConfigs after =
        before.with(
            new PipelineConfiguration(
                "inner",
                new BytesArray(("{'processors':[" + WRITER + "]}").replace('\'', '"')),
                XContentType.JSON));
    assertFalse(before.writes("p", "print"));
    assertTrue(after.writes("p", "print"));
    assertEquals(Set.of("p", "inner"), after.names());
  }
}
