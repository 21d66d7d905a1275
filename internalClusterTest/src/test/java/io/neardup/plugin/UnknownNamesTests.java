// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.List;

/** Names that are not known, or not of the kind that is needed, and what the errors say of them. */
public class UnknownNamesTests extends NodeTestCase {
  private static void assertSays(String part, Answer answer) throws IOException {
    assertEquals(answer.toString(), 400, answer.status());
    assertThat(answer.reason(), containsString(part));
  }

  private static Answer processor(String type, String parameters) throws IOException {
    return call(
        "PUT",
        "_ingest/pipeline/p",
        "{'processors':[" + simHash("") + ",{'" + type + "':{" + parameters + "}}]}");
  }

  public void testProcessors() throws IOException {
    assertSays(
        "processor [near_dup] does not know [distance]; it takes [fields, similarity, numbers, lost,"
            + " analyzer, html, without, passages, field, max_distance, precomputed, stages, ignore_missing, domain, indices, scope, window, target_field, on_duplicate,"
            + " to, keep, merge, skip_unchanged, reveal]; did you mean [max_distance]?",
        processor("near_dup", "'field':'print','distance':7"));
    assertSays(
        "; did you mean [on_duplicate]?",
        processor("near_dup", "'field':'print','on_duplicates':'tag'"));
    assertSays(
        "[stages[0]] does not know [distance]; it takes [simhash, max_distance, verify,"
            + " precomputed]; did you mean [max_distance]?",
        processor("near_dup", "'stages':[{'simhash':'print','distance':7}]"));
    String fields = "'fields':['title'],'target_field':'x',";
    assertSays(
        "; did you mean any of [min_features, ", processor("simhash", fields + "'min_feature':2"));
    assertSays(
        "; did you mean [analyzer]?", processor("minhash", fields + "'analyser':'standard'"));
    assertSays(
        "[features] does not know [sise]; it takes [type, size]; did you mean [size]?",
        processor("simhash", fields + "'features':{'type':'shingle','sise':3}"));
  }

  /** The parameter that is wrong, not the dictionary that would be needed if it were right. */
  public void testWeightsBeforeTheirDictionary() throws IOException {
    String fields = "'fields':['title'],'target_field':'x',";
    assertSays(
        "[weights] must be one of [", processor("simhash", fields + "'weights':'tfidf','idf':'x'"));
  }

  public void testEndpoints() throws IOException {
    index("news", null);
    assertSays("; did you mean [weights]?", post("_simhash", "{'text':'a','weihgts':'none'}"));
    assertSays("; did you mean [analyzer]?", post("_minhash", "{'text':'a','analyser':'x'}"));
    assertSays(
        "; did you mean [similarity]?",
        post("_minhash", "{'text':'a','mapping':{'similarty':0.5}}"));
    assertSays(
        "did you mean [min_doc_freq]?",
        post("news/_simhash/_idf", "{'field':'title','min_docs_freq':2}"));
    assertSays(
        "did you mean [max_distance]?", nearDup("news", "'hash':'00000000000000ff','distance':7"));
    assertSays(
        "; did you mean [max_distance]?",
        get("news/_near_dup?field=print&hash=00000000000000ff&distance=7"));
    assertSays(
        "did you mean [max_distance]?",
        post("news/_near_dup/groups", "{'field':'print','distance':7}"));
    assertSays(
        "; did you mean [max_distance]?",
        post("news/_search", "{'ext':{'near_dup_collapse':{'field':'print','distance':7}}}"));
  }

  public void testFieldsOfAnotherKind() throws IOException {
    index("news", "", "'print':{'type':'simhash'},'body':{'type':'text'}");
    document("news", "1", STORM);
    String said = "field [body] is of type [text], not [simhash] or [minhash]";
    for (String question :
        List.of("'id':'1'", "'doc':" + STORM, "'hash':'00000000000000ff'", "'ids':['1','2']")) {
      assertSays(
          "[field]: " + said + ", in [news]",
          post("news/_near_dup", "{'field':'body'," + question + "}"));
    }
    for (String question : List.of("'id':'1'", "'doc':" + STORM, "'hash':'00000000000000ff'")) {
      assertSays(said, post("news/_search", "{'query':{'near_dup':{'body':{" + question + "}}}}"));
    }
  }

  public void testFieldsThatVerify() throws IOException {
    index("news", "", "'print':{'type':'simhash'},'body':{'type':'text'}");
    print("news", "1", "00000000000000ff");
    for (String question : List.of("'id':'1'", "'doc':" + STORM)) {
      String verify = question + ",'verify':{'minhash':'%s','similarity':0.8}";
      for (String name : List.of("mh", "body", "print")) {
        String said =
            "[verify.minhash]: field ["
                + name
                + "] is "
                + (name.equals("mh")
                    ? "not mapped in [news]: map it as [minhash], or leave it out"
                    : "of type ["
                        + (name.equals("body") ? "text" : "simhash")
                        + "], not [minhash], in [news]");
        assertSays(said, nearDup("news", verify.replace("%s", name)));
        assertSays(said, search("news", verify.replace("%s", name)));
      }
    }
  }
}
