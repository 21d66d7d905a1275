// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;

/** Stored near_dup queries: which of them does a document match? */
public class PercolatorTests extends NodeTestCase {

  private static void query(String id, String parameters) throws IOException {
    document("watch", id, watch(parameters));
  }

  private static String watch(String parameters) {
    return "{'query':{'near_dup':{'print':{" + parameters + "}}}}";
  }

  private static List<String> matching(String documents) throws IOException {
    return succeeded(
            post(
                "watch/_search",
                "{'sort':'_id','query':{'percolate':{'field':'query'," + documents + "}}}"))
        .found();
  }

  private static String withPrint(String hash) {
    return "{'print':'" + hash + "'}";
  }

  public void testStoredQueriesMatchWhatTheyWouldFind() throws IOException {
    index("watch", "", "'query':{'type':'percolator'},'print':{'type':'simhash'}");
    query("exact", "'hash':'00000000000000ff','max_distance':0");
    query("near", "'hash':'00000000000000ff','max_distance':3");
    query("far", "'hash':'ffffffff00000000','max_distance':3");
    query("wide", "'hash':'00000000000000ff','max_distance':38");
    query("any", "'hashes':['00000000000000ff','ffffffff00000000'],'max_distance':1");
    query("none", "'hashes':[]");
    document(
        "watch",
        "both",
        "{'query':{'bool':{'must':[{'near_dup':{'print':{'hash':'00000000000000ff'}}},{'exists':{'field':'print'}}]}}}");
    assertEquals(
        List.of("any", "both", "exact", "near", "wide"),
        matching("'document':" + withPrint("00000000000000ff")));
    assertEquals(
        List.of("both", "near", "wide"), matching("'document':" + withPrint("00000000000000f8")));
    assertEquals(List.of("any", "far"), matching("'document':" + withPrint("ffffffff00000001")));
    assertEquals(List.of("wide"), matching("'document':" + withPrint("0000ffff000000ff")));
    assertEquals(List.of(), matching("'document':" + withPrint("ffffffffffffff00")));
    assertEquals(List.of(), matching("'document':{}"));
    assertEquals(
        List.of("any", "both", "far", "near", "wide"),
        matching(
            "'documents':["
                + withPrint("ffffffff00000001")
                + ","
                + withPrint("00000000000000f8")
                + "]"));
  }

  public void testIdAndDocAreRefused() throws IOException {
    index("watch", "", "'query':{'type':'percolator'},'print':{'type':'simhash'}");
    for (String source : List.of("'id':'1'", "'doc':{'a':'b'}")) {
      Answer answer = call("PUT", "watch/_doc/1", watch(source));
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(
          answer.toString(),
          containsString(
              "works only in searches, where the coordinating node looks the fingerprint up; in"
                  + " alias filters and stored queries use [hash] or [hashes]"));
    }
  }
}
