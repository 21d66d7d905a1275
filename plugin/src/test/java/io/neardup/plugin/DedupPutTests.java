// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;

/** Pipelines whose near_dup would compare a field that nothing writes are not stored. */
public class DedupPutTests extends NodeTestCase {
  private static final String NEAR_DUP = "{'near_dup':{'field':'print'}}";
  private static final String MISSING =
      "[field] names [print], which no simhash processor before it writes, got ";

  private static Answer send(String id, String... processors) throws IOException {
    return call(
        "PUT", "_ingest/pipeline/" + id, "{'processors':[" + String.join(",", processors) + "]}");
  }

  private static void assertStored(String... processors) throws IOException {
    succeeded(send("p", processors));
  }

  private static void assertMissing(String seen, String... processors) throws IOException {
    assertRefused(
        400,
        MISSING
            + seen
            + "; put a simhash with this [target_field] before near_dup, or set [precomputed] to"
            + " true where documents bring the fingerprint along",
        send("p", processors));
    assertEquals(404, get("_ingest/pipeline/p").status());
  }

  private static String call(String id) {
    return "{'pipeline':{'name':'" + id + "'}}";
  }

  public void testASimHashMustStandBefore() throws IOException {
    assertMissing("[]", NEAR_DUP);
    assertMissing("[]", NEAR_DUP, simHash(""));
    assertMissing("[text]", "{'simhash':{'fields':['a'],'target_field':'text'}}", NEAR_DUP);
    assertMissing("[]", "{'rename':{'field':'hash','target_field':'print'}}", NEAR_DUP);
    assertStored(simHash(""), NEAR_DUP);
    assertStored("{'simhash':{'fields':['a'],'target_field':'_source.print'}}", NEAR_DUP);
    assertStored(simHash(""), "{'near_dup':{'field':'_source.print'}}");
  }

  public void testEveryStage() throws IOException {
    String stages =
        "{'near_dup':{'stages':[{'exact':'url'},{'simhash':'print'},{'simhash':'text'}]}}";
    Answer refused = send("p", simHash(""), stages);
    assertEquals(400, refused.status());
    assertThat(
        refused.reason(),
        startsWith(
            "[stages[2].simhash] names [text], which no simhash processor before it writes, got"
                + " [print];"));
    assertStored("{'near_dup':{'stages':[{'exact':'url'}]}}");
  }

  public void testInCalledPipelines() throws IOException {
    assertMissing("[]", call("missing"), NEAR_DUP);
    assertMissing("[]", call("{{kind}}"), NEAR_DUP);
    pipeline("inner", simHash(""));
    pipeline("middle", call("inner"));
    assertStored(call("middle"), NEAR_DUP);
    assertMissingIn("alone", NEAR_DUP);
  }

  private static void assertMissingIn(String id, String... processors) throws IOException {
    Answer refused = send(id, processors);
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(refused.reason(), startsWith(MISSING));
  }

  public void testFailureHandlers() throws IOException {
    String failing = "{'fail':{'message':'x','on_failure':[" + simHash("") + "," + NEAR_DUP + "]}}";
    assertStored(failing);
    assertMissingIn("q", "{'fail':{'message':'x','on_failure':[" + NEAR_DUP + "]}}");
    Answer refused =
        call(
            "PUT",
            "_ingest/pipeline/q",
            "{'processors':[{'fail':{'message':'x'}}],'on_failure':[" + NEAR_DUP + "]}");
    assertEquals(400, refused.status());
    assertThat(refused.reason(), startsWith(MISSING));
  }

  public void testNotInALoop() throws IOException {
    pipeline("inner", simHash(""), NEAR_DUP);
    for (String body : new String[] {NEAR_DUP, call("inner")}) {
      Answer refused =
          send("p", simHash(""), "{'foreach':{'field':'parts','processor':" + body + "}}");
      assertRefused(
          400,
          "[processor] must not lead to near_dup, which decides about whole documents, got a loop"
              + " over [parts]; move near_dup behind it",
          refused);
    }
    assertStored(
        simHash(""),
        "{'foreach':{'field':'parts','processor':{'trim':{'field':'_ingest._value'}}}}",
        NEAR_DUP);
  }

  public void testPrecomputed() throws IOException {
    assertStored("{'near_dup':{'field':'print','precomputed':true}}");
    assertStored(
        "{'near_dup':{'stages':[{'simhash':'print','precomputed':true}],'ignore_missing':true}}");
    assertMissingIn("q", "{'near_dup':{'field':'print','precomputed':false}}");
    assertRefused(
        400,
        "[precomputed] must be true or false, got [x]",
        send("q", "{'near_dup':{'field':'print','precomputed':'x'}}"));
    assertRefused(
        400,
        "[stages[0]] does not know [precomputed]; it takes [exact]",
        send("q", "{'near_dup':{'stages':[{'exact':'url','precomputed':true}]}}"));
    assertRefused(
        400,
        "[ignore_missing] is for stages that are [precomputed], got none; leave it out: other"
            + " documents without a fingerprint are [new]",
        send("q", simHash(""), "{'near_dup':{'field':'print','ignore_missing':true}}"));
  }

  public void testACalledPipelineMustGoOnWriting() throws IOException {
    pipeline("inner", simHash(""));
    assertStored(call("inner"), NEAR_DUP);
    Answer refused = send("inner", "{'trim':{'field':'title'}}");
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(
        refused.reason(),
        startsWith("[processors] pipeline [p] calls [inner] and would break: " + MISSING + "[]"));
    succeeded(send("inner", "{'trim':{'field':'title'}}", simHash(2, "")));
  }

  /** One that is broken already does not stand in the way of others. */
  public void testOthersThatAreBrokenAreLeftAlone() throws IOException {
    pipeline("inner", simHash(""));
    assertStored(call("inner"), NEAR_DUP);
    assertEquals(200, call("DELETE", "_ingest/pipeline/inner", null).status());
    succeeded(send("inner", "{'trim':{'field':'title'}}"));
    succeeded(send("other", simHash("")));
    succeeded(send("other", "{'trim':{'field':'title'}}"));
  }

  /** Core and the processor say it in their own words. */
  public void testOtherFaultsAreNotHidden() throws IOException {
    Answer distance = send("p", "{'near_dup':{'field':'print','max_distance':12}}");
    assertThat(distance.reason(), startsWith("[max_distance] must be an integer between 0 and 11"));
    assertThat(
        send("p", "{'near_dup':{'field':'print','precomputed':true,'colour':'red'}}").reason(),
        containsString("[colour]"));
    assertEquals(400, call("PUT", "_ingest/pipeline/p", "{'processors':").status());
    assertEquals(400, call("PUT", "_ingest/pipeline/p", "{'processors':'x'}").status());
    assertEquals(
        400, call("PUT", "_ingest/pipeline/p", "{'processors':[{'near_dup':7}]}").status());
  }
}
