// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opensearch.cluster.ClusterState;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.ingest.PipelineConfiguration;

public class PipelineConfigsTests extends PipelinesTestCase {
  private static final String WRITER = "{'simhash':{'fields':['a'],'target_field':'print'}}";

  private boolean writes(String... processors) {
    processors("p", processors);
    return configs().writes("p", "print");
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
    assertEquals(Set.of("a", "b"), configs().leadingTo(step -> step.writes("print")));
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

  /** As long as a cluster state holds; each pipeline calls the next one twice. */
  public void testRowsOfAnyLengthAreReadOnce() {
    int length = 5000;
    for (int i = 0; i < length; i++) {
      processors("c" + i, call("c" + (i + 1)), call("c" + (i + 1)));
    }
    processors("c" + length, WRITER, call("c" + length));
    PipelineConfigs configs = configs();
    assertTrue(configs.writes("c0", "print"));
    assertEquals(2 * length + 2, configs.reachable("c0").size());
    assertEquals(length + 1, configs.leadingTo(step -> step.writes("print")).size());
    assertEquals(length + 1, configs.depth("c0"));
    assertEquals(Optional.empty(), configs.tooDeep("c" + (length - 99)));
    assertEquals(
        "pipeline [c4900] begins a row of [101] pipelines that call each other, but at most [100]"
            + " in a row are followed to what simhash, minhash and near_dup do in them; put the"
            + " processors of several into one",
        configs.tooDeep("c" + (length - 100)).orElseThrow());
  }

  /** Handlers in handlers and loops in loops; nested in objects, as no parser would build them. */
  public void testStepsAreNestedAsDeepAsAnybodyLikes() {
    Map<String, Object> inner = Map.of("simhash", Map.of("target_field", "print"));
    for (int i = 0; i < 20_000; i++) {
      inner =
          i % 2 == 0
              ? Map.of("foreach", Map.of("processor", inner))
              : Map.of("set", Map.of("on_failure", List.of(inner)));
    }
    List<Step> steps = Step.in(Map.of("processors", List.of(inner)));
    assertEquals(20_001, steps.size());
    assertEquals("print", steps.getLast().targetField());
  }

  public void testOddBodies() {
    assertFalse(writes("{'foreach':{'field':'a','processor':null}}", "{'set':null}", "7"));
    pipeline("p", "{'processors':{'simhash':{'target_field':'print'}}}");
    assertFalse(configs().writes("p", "print"));
    pipeline("p", "{'processors':");
    assertFalse(configs().writes("p", "print"));
  }
}
