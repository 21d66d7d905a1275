// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.plugin.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** {@code _near_dup/groups} counts what has no fingerprint, and tags it as the processor does. */
public class GroupsUncomparedTests extends GroupsTestCase {
  private static final String DECISIONS =
      "'near_dup':{'properties':{'group':{'type':'keyword'},'status':{'type':'keyword'},"
          + "'seq':{'type':'long'}}}";

  @Override
  protected void write() throws IOException {
    index("news", "'number_of_shards':3", "'print':{'type':'simhash'}," + DECISIONS);
    document("news", "a", "{'print':'00000000000000ff'}");
    document("news", "b", "{'print':'00000000000000ff'}");
    document("news", "short", "{'title':'Storm'}");
  }

  private static Answer groups(String index, String parameters) throws IOException {
    return post(index + "/_near_dup/groups", "{'field':'print'" + parameters + "}");
  }

  public void testTheyAreCounted() throws IOException {
    Answer answer = succeeded(groups("news", ""));
    assertEquals(2, answer.at("documents"));
    assertEquals(1, answer.at("not_compared"));
    Answer some = succeeded(groups("news", ",'query':{'ids':{'values':['a','b']}}"));
    assertEquals(0, some.at("not_compared"));
    Answer against =
        succeeded(
            groups(
                "news",
                ",'query':{'ids':{'values':['b','short']}},'against':{'query':{'ids':"
                    + "{'values':['a']}}}"));
    assertEquals(1, against.at("documents"));
    assertEquals(1, against.at("not_compared"));
  }

  /** What confirms may be missing, too, in a document or in the mapping of its index. */
  public void testWithoutWhatConfirms() throws IOException {
    MinHasher hasher = new MinHasher();
    hasher.add(1);
    String sign = hasher.signature().toString();
    index("signed", "", "'print':{'type':'simhash'},'sign':{'type':'minhash'}");
    for (String id : new String[] {"old", "a"}) {
      document("signed", id, "{'print':'00000000000000ff','sign':'" + sign + "'}");
    }
    document("signed", "b", "{'print':'00000000000000ff'}");
    Answer answer =
        succeeded(
            groups(
                "signed,news",
                ",'verify':{'minhash':'sign','similarity':0.5},"
                    + "'query':{'bool':{'must_not':{'ids':{'values':['old']}}}},"
                    + "'against':{'query':{'ids':{'values':['old']}}}"));
    assertEquals(1, answer.at("documents"));
    assertEquals(1, answer.at("duplicates"));
    assertEquals(4, answer.at("not_compared"));
  }

  public void testTheyAreTaggedAsByTheProcessor() throws IOException {
    Answer answer = succeeded(groups("news", ",'action':'tag'"));
    assertEquals(3, answer.at("tagged"));
    pipeline(
        "decide",
        "{'simhash':{'fields':['title'],'target_field':'print','min_features':5}}",
        "{'near_dup':{'field':'print'}}");
    index("live", "'index.default_pipeline':'decide'", "'print':{'type':'simhash'}," + DECISIONS);
    document("live", "short", "{'title':'Storm'}");
    Map<?, ?> byTag = (Map<?, ?>) source("news", "short").get("near_dup");
    Map<?, ?> byProcessor = (Map<?, ?>) source("live", "short").get("near_dup");
    assertEquals("new", byTag.get("status"));
    assertEquals(byProcessor.keySet(), byTag.keySet());
    Answer again = succeeded(groups("news", ",'action':'tag'"));
    assertEquals(0, again.at("tagged"));
    assertEquals(3, again.at("unchanged"));
  }

  public void testManyInManyPages() throws IOException {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 2_500; i++) {
      many.append("{\"index\":{\"_id\":\"s").append(i).append("\"}}\n{\"title\":\"Storm\"}\n");
    }
    succeeded(
        post(
            "news/_bulk?refresh=true",
            many.toString().getBytes(StandardCharsets.UTF_8),
            "application/x-ndjson"));
    Answer answer = succeeded(groups("news", ",'action':'tag'"));
    assertEquals(2_501, answer.at("not_compared"));
    assertEquals(2_503, answer.at("tagged"));
    String fresh = "{'query':{'term':{'near_dup.status':'new'}},'track_total_hits':true}";
    assertEquals(2_502, post("news/_search", fresh).at("hits.total.value"));
  }
}
