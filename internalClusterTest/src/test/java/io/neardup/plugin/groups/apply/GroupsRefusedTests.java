// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups.apply;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.groups.GroupsTestCase;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** {@code _apply} and {@code _repair}: what is refused, before anything is done. */
public class GroupsRefusedTests extends GroupsTestCase {
  private static final String FIELDS = "'print':{'type':'simhash'},'near_dup':{'type':'near_dup'}";

  @Override
  protected void write() throws IOException {
    write("news");
    document("news", "b", "{'print':'0000000000000001'}");
    succeeded(post("news/_near_dup/groups", "{'field':'print','dest':'record'}"));
  }

  private static Answer delete(String dest) throws IOException {
    return post(
        "_near_dup/groups/_apply", "{'dest':'" + dest + "','action':'delete','verify':false}");
  }

  public void testApplyBeforeAnyWork() throws IOException {
    assertRefused(
        "[dest] is required: the index whose records", "{'action':'delete','verify':false}");
    assertRefused("[action] is required", "{'dest':'record'}");
    assertRefused("], got [report]", "{'dest':'record','action':'report'}");
    assertRefused(
        "whose mapping tells of none", "{'dest':'news','action':'delete','verify':false}");
    assertRefused("which does not exist", "{'dest':'nowhere','action':'delete','verify':false}");
    succeeded(post("_aliases", "{'actions':[{'add':{'index':'record','alias':'also'}}]}"));
    assertRefused("which is an alias", "{'dest':'also','action':'delete','verify':false}");
    succeeded(post("record/_close", null));
    assertRefused(
        "which is closed: open it by POST record/_open, and ask again",
        "{'dest':'record','action':'delete','verify':false}");
    succeeded(post("record/_open", null));
    assertRefused(
        "[dest] must be the name of one index", "{'dest':'rec*','action':'delete','verify':false}");
    assertRefused(
        "[requests_per_second] must be a number greater than 0",
        "{'dest':'record','action':'delete','verify':false,'requests_per_second':0}");
    put("news/_settings", "{'index.blocks.write':true}");
    Answer blocked = delete("record");
    assertEquals(blocked.toString(), 403, blocked.status());
    put("news/_settings", "{'index.blocks.write':false}");
    put("record/_settings", "{'index.blocks.write':true}");
    blocked = delete("record");
    assertEquals(blocked.toString(), 403, blocked.status());
    put("record/_settings", "{'index.blocks.write':false}");
    assertEquals(2, succeeded(get("news/_count")).at("count"));
    succeeded(post("news/_close", null));
    assertEquals(400, delete("record").status());
    succeeded(post("news/_open", null));
    succeeded(call("DELETE", "news", null));
    write("news");
    assertRefused(
        "was deleted and created anew", "{'dest':'record','action':'delete','verify':false}");
    assertEquals(1, succeeded(get("news/_count")).at("count"));
  }

  private static void write(String index) throws IOException {
    index(index, "'number_of_shards':3,'number_of_replicas':0", FIELDS);
    document(index, "a", "{'print':'0000000000000000'}");
  }

  private static void assertRefused(String reason, String body) throws IOException {
    Answer answer = post("_near_dup/groups/_apply", body);
    assertEquals(answer.toString(), 400, answer.status());
    assertThat(answer.reason(), containsString(reason));
  }

  private void cutShort(String dest) throws IOException {
    Map<String, Object> meta = new TreeMap<>();
    ((Map<?, ?>) succeeded(get(dest + "/_mapping")).at(dest + ".mappings._meta.near_dup_groups"))
        .forEach((key, value) -> meta.put((String) key, value));
    meta.put("state", "writing");
    client()
        .admin()
        .indices()
        .preparePutMapping(dest)
        .setSource(Map.of("_meta", Map.of("near_dup_groups", meta)))
        .get();
  }

  public void testApplyOfARunThatWasCutShort() throws IOException {
    cutShort("record");
    assertRefused(
        "was cut short: POST _near_dup/groups/_resume goes on with it",
        "{'dest':'record','action':'delete','verify':false}");
  }

  /** Nobody knows any more which documents it was to compare. */
  public void testResumeOfALongQuery() throws IOException {
    String query = "{'terms':{'_id':['a','b'" + ",'n'".repeat(20_000) + "]}}";
    succeeded(
        post("news/_near_dup/groups", "{'field':'print','dest':'long','query':" + query + "}"));
    cutShort("long");
    Answer refused = post("_near_dup/groups/_resume", "{'dest':'long'}");
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(
        refused.reason(),
        containsString("] was longer and is kept without [query] and [against]: group"));
  }

  /** In words of what {@code _repair} takes. */
  public void testRepairHasNoAction() throws IOException {
    String repair = "/_near_dup/groups/_repair";
    assertRefused(
        400,
        "[index] must name indexes of this cluster: documents of other clusters are read and never"
            + " changed, got [far:news]; send the request to the other cluster",
        post("far:news" + repair, "{'field':'print'}"));
    assertRefused(
        400,
        "[verify] [false] says what may be lost with what is deleted, and nothing is deleted; leave"
            + " it out",
        post("news" + repair, "{'field':'print','verify':false}"));
    write("other");
    for (String index : new String[] {"news", "other"}) {
      pipeline(index, "{'near_dup':{'stages':[{'simhash':'print','precomputed':true}]}}");
      put(index + "/_settings", "{'index.default_pipeline':'" + index + "'}");
    }
    assertRefused(
        400,
        "[index] must name indexes of one domain of near_dup, got [news, other], whose pipelines"
            + " compare them separately or differently: ask for one after the other, or name the"
            + " same [indices] in near_dup of their pipelines",
        post("news,other" + repair, "{'field':'print'}"));
  }

  /** What leads a group may be in any index of the domain. */
  public void testRepairOfAPartOfADomain() throws IOException {
    pipeline("dedup", "{'near_dup':{'stages':[{'simhash':'print','precomputed':true}]}}");
    put("news/_settings", "{'index.default_pipeline':'dedup'}");
    write("newer");
    put("newer/_settings", "{'index.default_pipeline':'dedup'}");
    succeeded(
        post(
            "_aliases",
            "{'actions':[{'add':{'index':'news','alias':'all','is_write_index':false}},"
                + "{'add':{'index':'newer','alias':'all','is_write_index':true}}]}"));
    String repair = "/_near_dup/groups/_repair";
    String body = "{'field':'print'}";
    succeeded(post("all" + repair, body));
    String refused =
        "[index] must name all indexes of the domain [all] that have decisions, and none of its"
            + " indexes may be closed, or [search_only], since what leads a group may be in any of"
            + " them, got [newer]";
    assertRefused(400, refused + " without [news]", post("newer" + repair, body));
    succeeded(post("news/_close", null));
    assertRefused(400, refused + " and a closed or [search_only] one", post("new*" + repair, body));
    succeeded(call("DELETE", "news", null));
    // What has no decision leads no group.
    index("bare", "", "'print':{'type':'simhash'}");
    succeeded(post("_aliases", "{'actions':[{'add':{'index':'bare','alias':'all'}}]}"));
    succeeded(post("newer" + repair, body));
  }

  public void testRepair() throws IOException {
    Answer none = post("news/_near_dup/groups/_repair", "{}");
    assertEquals(400, none.status());
    assertTrue(
        none.reason(), none.reason().startsWith("index [news] must map [near_dup.signature]"));
    Answer unknown = post("news/_near_dup/groups/_repair", "{'field':'print','dest':'x'}");
    assertEquals(400, unknown.status());
    Answer unmapped = post("news/_near_dup/groups/_repair", "{'field':'prnt'}");
    assertEquals(unmapped.toString(), 400, unmapped.status());
    assertEquals(404, post("nothing/_near_dup/groups/_repair", "{'field':'print'}").status());
    pipeline(
        "dedup", "{'near_dup':{'reveal':true,'stages':[{'simhash':'print','precomputed':true}]}}");
    put("news/_settings", "{'index.default_pipeline':'dedup'}");
    assertRefused(
        400,
        "[max_distance] must be [3] as in the near_dup of pipeline [dedup], which goes on with"
            + " these groups, got [2]",
        post("news/_near_dup/groups/_repair", "{'field':'print','max_distance':2}"));
    put("news/_settings", "{'index.blocks.write':true}");
    assertEquals(403, post("news/_near_dup/groups/_repair", "{'field':'print'}").status());
    put("news/_settings", "{'index.blocks.write':false}");
  }
}
