// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import org.opensearch.OpenSearchException;

public class StageSourcesTests extends PipelinesTestCase {
  private String fault(String... processors) {
    processors("p", processors);
    return new StageSources(configs()).fault("p").map(OpenSearchException::getMessage).orElse("");
  }

  private void assertMissing(String key, String field, String seen, String... processors) {
    assertEquals(
        "["
            + key
            + "] names ["
            + field
            + "], which no earlier simhash processor writes, got "
            + seen
            + "; add a simhash processor with this [target_field] before near_dup, or set"
            + " [precomputed] to true if documents bring their own fingerprint",
        fault(processors));
  }

  private void assertFine(String... processors) {
    assertEquals("", fault(processors));
  }

  public void testOnlyWhatStandsBeforeCounts() {
    assertMissing("field", "print", "[]", NEAR_DUP, PRINT);
    assertFine(PRINT, NEAR_DUP);
    assertFine(PRINT, NEAR_DUP, NEAR_DUP);
    assertMissing("field", "print", "[other]", PRINT.replace("print", "other"), NEAR_DUP);
  }

  public void testEachStageIsNamed() {
    String stages =
        "{'near_dup':{'stages':[{'exact':'url'},{'simhash':'print'},{'simhash':'more'}]}}";
    assertMissing("stages[1].simhash", "print", "[]", stages);
    assertMissing("stages[2].simhash", "more", "[print]", PRINT, stages);
    assertFine(PRINT, PRINT.replace("print", "more"), stages);
    assertFine("{'near_dup':{'stages':[{'exact':'url'}]}}");
  }

  public void testSignatures() {
    String signer = "{'minhash':{'fields':'a','target_field':'signature'}}";
    String stages =
        "{'near_dup':{'stages':[{'simhash':'print','verify':{'minhash':'signature',"
            + "'similarity':0.8}},{'minhash':'other','similarity':0.9}]}}";
    assertThat(
        fault(PRINT, stages),
        startsWith(
            "[stages[0].verify.minhash] names [signature], which no earlier minhash processor"
                + " writes, got []; add a minhash processor with this [target_field]"));
    assertThat(
        fault(PRINT, signer, stages),
        startsWith("[stages[1].minhash] names [other], which no earlier minhash processor writes"));
    assertThat(
        fault(PRINT.replace("print", "other"), signer, stages),
        startsWith("[stages[0].simhash] names [print], which no earlier simhash processor"));
    assertFine(PRINT, signer, signer.replace("signature", "other"), stages);
  }

  public void testSignaturesOfOtherFeatures() {
    String signer = "{'minhash':{'fields':['b','a'],'target_field':'signature'%s}}";
    String print = "{'simhash':{'fields':['a^2','b'],'target_field':'print'%s}}";
    String stages =
        "{'near_dup':{'stages':[{'simhash':'print','verify':{'minhash':'signature',"
            + "'similarity':0.8}}]}}";
    String plain = signer.replace("%s", "");
    assertFine(print.replace("%s", ",'hash':'md5_low64','weights':'none'"), plain, stages);
    String ngrams = ",'features':'char_ngram'";
    for (String more :
        new String[] {
          ngrams,
          ",'features':'token'",
          ",'features':{'type':'shingle','size':2}",
          ",'analyzer':'english'"
        }) {
      assertFine(print.replace("%s", more), signer.replace("%s", more), stages);
      assertThat(
          fault(print.replace("%s", more), plain, stages),
          startsWith("[stages[0].verify] compares other features than those by which candidates"));
    }
    assertThat(
        fault(print.replace("%s", ngrams), plain, stages),
        containsString(
            "[signature] has features [shingle] of [3] by the analyzer [standard] from [a, b], and"
                + " [print] has features [char_ngram] of [4] from [a, b]; make both of the same"));
    assertThat(
        fault(print.replace("%s", ""), plain.replace("'b',", ""), stages),
        containsString("from [a], and [print] has"));
    // It does not matter what stands behind, or is brought along.
    assertFine(
        print.replace("%s", ngrams),
        plain,
        stages.replace("'print'", "'print','precomputed':true"));
  }

  public void testWhatIsBroughtAlongNeedsNoWriter() {
    assertFine("{'near_dup':{'field':'print','precomputed':true}}");
    assertMissing(
        "stages[1].simhash",
        "more",
        "[]",
        "{'near_dup':{'stages':[{'simhash':'print','precomputed':true},{'simhash':'more'}]}}");
  }

  public void testCallsAreFollowed() {
    processors("inner", PRINT);
    processors("middle", call("inner"), call("middle"));
    assertFine(call("middle"), NEAR_DUP);
    assertMissing("field", "print", "[]", NEAR_DUP, call("middle"));
    assertMissing("field", "print", "[]", call("unknown"), NEAR_DUP);
  }

  /** Failure handlers are checked in order. */
  public void testHandlers() {
    String failing = "{'fail':{'message':'x','on_failure':[" + NEAR_DUP + "]}}";
    assertMissing("field", "print", "[]", failing, PRINT);
    assertFine(PRINT, failing);
    pipeline("p", "{'processors':[" + PRINT + "],'on_failure':[" + NEAR_DUP + "]}");
    assertTrue(new StageSources(configs()).fault("p").isEmpty());
  }

  public void testLoops() {
    processors("inner", NEAR_DUP);
    for (String body : new String[] {NEAR_DUP, call("inner")}) {
      assertThat(
          fault(PRINT, "{'foreach':{'field':'parts','processor':" + body + "}}"),
          startsWith("[processor] must not run near_dup"));
    }
    assertThat(
        fault(PRINT, "{'foreach':{'field':'parts','processor':" + NEAR_DUP + "}}"),
        containsString("got a loop over [parts]; move near_dup after the foreach"));
    assertFine("{'foreach':{'field':'parts','processor':" + PRINT + "}}", NEAR_DUP);
  }

  /** Core or the processor itself rejects them. */
  public void testOtherFaults() {
    assertFine("{'near_dup':{'field':'print','max_distance':77}}");
    pipeline("p", "{'processors':'none'}");
    assertTrue(new StageSources(configs()).fault("p").isEmpty());
    pipeline("p", "{'processors':");
    assertTrue(new StageSources(configs()).fault("p").isEmpty());
  }
}
