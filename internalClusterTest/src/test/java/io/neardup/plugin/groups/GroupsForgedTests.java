// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@code dest} that tells of a request which nobody asked: whoever may write to it, or map it,
 * must not have others read, tag or delete documents of other indexes by resuming or applying it.
 * And what several records of one document do.
 */
public class GroupsForgedTests extends GroupsTestCase {
  private static final String FIELDS = "'print':{'type':'simhash'},'near_dup':{'type':'near_dup'}";
  private static final int DOCUMENTS = 3;

  @Override
  protected void write() throws IOException {
    for (String index : new String[] {"news", "payroll"}) {
      index(index, "'number_of_shards':1,'number_of_replicas':0", FIELDS);
      for (int i = 0; i < DOCUMENTS; i++) {
        document(index, "p" + i, "{'print':'00000000000000ff'}");
      }
    }
  }

  /** What the mapping of a run of all documents of the index would tell. */
  private static void forge(String dest, String state, String action) throws IOException {
    Object uuid =
        succeeded(get("payroll/_settings?flat_settings=true")).at("payroll.settings.index\\.uuid");
    put(
        dest + "/_mapping",
        "{'_meta':{'near_dup_groups':{'version':1,'state':'"
            + state
            + "','indices':['payroll'],'options':{},'partial':false,'now':0,'run':'r','sources':{'payroll':'"
            + uuid
            + "'},'body':'"
            + "{\\\"field\\\":\\\"print\\\",\\\"action\\\":\\\"delete\\\",\\\"dest\\\":\\\"x\\\"}'}}}"
                .replace("delete", action));
  }

  /** An index mapped as records are, with records of the other index. */
  private static void records() throws IOException {
    succeeded(
        post(
            "news/_near_dup/groups",
            "{'field':'print','dest':'record','query':{'ids':{'values':['p0']}}}"));
    forgedRecords(DOCUMENTS);
  }

  private static void assertRefused(String request, String more) throws IOException {
    Answer refused = post("_near_dup/groups/" + request, "{'dest':'record'" + more + "}");
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(refused.reason(), containsString("[dest] must be of a run whose request is as it"));
    Answer left = succeeded(post("payroll/_search?size=10", "{}"));
    assertEquals(DOCUMENTS, left.at("hits.total.value"));
    for (int i = 0; i < DOCUMENTS; i++) {
      Map<String, Object> source = source("payroll", "p" + i);
      assertEquals(Map.of("print", "00000000000000ff"), source);
    }
  }

  public void testDeletionByRecords() throws IOException {
    records();
    forge("record", "written", "delete");
    assertRefused("_resume", "");
    forge("record", "done", "delete");
    assertRefused("_apply", ",'action':'delete'");
  }

  public void testRunsThatBeginAnew() throws IOException {
    records();
    for (String action : new String[] {"tag", "delete", "report"}) {
      forge("record", "writing", action);
      assertRefused("_resume", "");
    }
    // Records that were there are left, too.
    assertEquals(DOCUMENTS, succeeded(post("record/_search", "{}")).at("hits.total.value"));
  }

  /** Records of all documents, which are as yet untagged: three of each, five of the canonical. */
  private void severalRecords(String dest) throws IOException {
    for (int i = 0; i < DOCUMENTS; i++) {
      document("news", "p" + i, "{'print':'00000000000000ff'}");
    }
    succeeded(post("news/_near_dup/groups", "{'field':'print','dest':'" + dest + "'}"));
    Answer records = succeeded(post(dest + "/_search", "{'sort':'id'}"));
    for (int i = 0; i < DOCUMENTS; i++) {
      Map<String, Object> record = new HashMap<>();
      ((Map<?, ?>) records.at("hits.hits." + i + "._source"))
          .forEach((field, value) -> record.put((String) field, value));
      for (String status : i == 0 ? List.of("new", "duplicate") : List.of("duplicate")) {
        record.put("status", status);
        for (String id : List.of("-", "z")) {
          client().prepareIndex(dest).setId(id + i + status).setSource(record).get();
        }
      }
    }
  }

  /** Whether they are read together or not, and whatever the others call the document. */
  public void testDocumentsOfSeveralRecordsCountOnce() throws IOException {
    for (int window : new int[] {2, 1000}) {
      severalRecords("tag-" + window);
      put("tag-" + window + "/_settings", "{'index.max_result_window':" + window + "}");
      String body = "{'dest':'tag-" + window + "','action':'tag'}";
      Answer tagged = succeeded(post("_near_dup/groups/_apply", body));
      assertEquals(tagged.toString(), DOCUMENTS, tagged.at("tagged"));
      assertEquals(tagged.toString(), 0, tagged.at("unchanged"));
      assertEquals(tagged.toString(), 0, tagged.at("changed"));
      assertNull(tagged.toString(), tagged.at("kept"));
    }
    severalRecords("gone");
    String body = "{'dest':'gone','action':'delete','verify':false}";
    Answer deleted = succeeded(post("_near_dup/groups/_apply", body));
    assertEquals(deleted.toString(), DOCUMENTS - 1, deleted.at("deleted"));
    assertEquals(deleted.toString(), 0, deleted.at("changed"));
    assertEquals(deleted.toString(), 1, deleted.at("kept"));
  }

  /** Nor is it enough to make an index of one's own. */
  public void testAnIndexOfNoRun() throws IOException {
    records();
    Object properties = succeeded(get("record/_mapping")).at("record.mappings.properties");
    succeeded(call("DELETE", "record", null));
    client()
        .admin()
        .indices()
        .prepareCreate("record")
        .setMapping(Map.of("properties", properties))
        .get();
    forge("record", "written", "delete");
    document(
        "record",
        "r",
        "{'index':'payroll','id':'p1','seq_no':1,'primary_term':1,'group':'g','status':'new'}");
    assertRefused("_resume", "");
  }
}
