// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups.apply;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.plugin.Answer;
import io.neardup.plugin.groups.GroupsTestCase;
import java.io.IOException;
import java.util.Map;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.action.support.WriteRequest;

/** {@code _near_dup/groups} with {@code against} that changes documents. */
public class GroupsAgainstTests extends GroupsTestCase {
  private static final String FIELDS =
      "'print':{'type':'simhash'},'sign':{'type':'minhash'},'near_dup':{'type':'near_dup'}";
  private static final String NEW =
      "'query':{'terms':{'_index':['today']}},'against':{'query':{'terms':{'_index':['archive']}}}";

  @Override
  protected void write() throws IOException {
    for (String index : new String[] {"archive", "today"}) {
      index(index, "'number_of_shards':2,'number_of_replicas':0", FIELDS);
    }
    document("archive", "a", "{'print':'0000000000000000'}");
    document("archive", "b", "{'print':'0000000000000007'}");
  }

  private static Answer groups(String more) throws IOException {
    return post("archive,today/_near_dup/groups", "{'field':'print'," + NEW + more + "}");
  }

  private static Map<?, ?> decision(String index, String id) throws IOException {
    return (Map<?, ?>) source(index, id).get("near_dup");
  }

  /** Also those that nobody has decided about, and that are near each other or equal. */
  public void testCanonicalsRemainSo() throws IOException {
    document("today", "c", "{'print':'0000000000000003'}");
    document("archive", "d", "{'print':'0000000000000007'}");
    String anew = randomBoolean() ? ",'decide':'anew'" : "";
    Answer answer = succeeded(groups(",'action':'tag'" + anew));
    assertEquals(answer.toString(), 1, answer.at("duplicates"));
    assertEquals(answer.toString(), 4, answer.at("tagged"));
    for (String id : new String[] {"a", "b", "d"}) {
      assertEquals(id, "new", decision("archive", id).get("status"));
    }
    Map<?, ?> decision = decision("today", "c");
    assertEquals("duplicate", decision.get("status"));
    assertEquals(decision("archive", "b").get("group"), decision.get("group"));
    Answer again = succeeded(groups(",'action':'tag'" + anew));
    assertEquals(again.toString(), 0, again.at("tagged"));
    assertEquals(again.toString(), 1, again.at("unchanged"));
  }

  private static void closedToWrites(boolean closed) throws IOException {
    put("archive/_settings", "{'index.blocks.write':" + closed + "}");
  }

  /** Nothing is written to it, unless its documents have no decisions yet. */
  public void testOfAnArchiveThatIsClosedToWrites() throws IOException {
    document("today", "c", "{'print':'8000000000000000'}");
    closedToWrites(true);
    assertEquals(403, groups(",'action':'tag'").status());
    closedToWrites(false);
    succeeded(post("archive/_near_dup/groups", "{'field':'print','action':'tag'}"));
    closedToWrites(true);
    try {
      assertEquals(1, succeeded(groups(",'action':'tag'")).at("tagged"));
      String delete = ",'action':'delete','verify':false";
      assertEquals(1, succeeded(groups(delete + ",'dest':'record'")).at("deleted"));
      document("today", "c", "{'print':'8000000000000000'}");
      succeeded(groups(",'dest':'reviewed'"));
      String apply = "{'dest':'reviewed'" + delete + "}";
      put("today/_settings", "{'index.blocks.write':true}");
      assertEquals(403, groups(delete + ",'dest':'record-2'").status());
      assertEquals(403, post("_near_dup/groups/_apply", apply).status());
      put("today/_settings", "{'index.blocks.write':false}");
      assertEquals(1, succeeded(post("_near_dup/groups/_apply", apply)).at("deleted"));
    } finally {
      closedToWrites(false);
    }
  }

  /** They are read, and held, as all that {@code against} matches is. */
  public void testMemoryForWhatIsNotCompared() throws IOException {
    BulkRequestBuilder bulk = client().prepareBulk();
    for (int i = 0; i < 2_000; i++) {
      bulk.add(client().prepareIndex("archive").setSource("near_dup", Map.of("status", "new")));
    }
    bulk.setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
    assertFalse(bulk.get().hasFailures());
    MinHasher hasher = new MinHasher();
    hasher.add(between(0, 1_000));
    document("today", "c", "{'sign':'" + hasher.signature() + "'}");
    clusterSetting("plugins.near_dup.groups.memory", "'256kb'");
    try {
      Answer refused =
          post(
              "archive,today/_near_dup/groups",
              "{'field':'sign','similarity':0.8,'action':'tag'," + NEW + "}");
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(refused.reason(), containsString("more memory"));
      assertNull(decision("today", "c"));
    } finally {
      clusterSetting("plugins.near_dup.groups.memory", "null");
    }
  }
}
