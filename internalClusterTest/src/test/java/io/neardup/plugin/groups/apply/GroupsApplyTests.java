// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups.apply;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.groups.GroupsTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.opensearch.search.SearchHit;

/** {@code _near_dup/groups/_apply}: what a person has looked at is done, and nothing else. */
public class GroupsApplyTests extends GroupsTestCase {
  private static final String FIELDS =
      "'print':{'type':'simhash'},'clicks':{'type':'integer'},'near_dup':{'type':'near_dup'}";

  /** Groups: c with a and b, e with d; f is alone. */
  @Override
  protected void write() throws IOException {
    index("news", "'number_of_shards':3,'number_of_replicas':0", FIELDS);
    news("a", "0000000000000000", 1);
    news("b", "0000000000000001", 2);
    news("c", "0000000000000003", 3);
    news("d", "ffffffffffffffff", 4);
    news("e", "fffffffffffffffe", 5);
    news("f", "00000000ffffffff", 6);
    report("record", "");
  }

  private static void news(String id, String print, int clicks) throws IOException {
    document("news", id, "{'print':'" + print + "','clicks':" + clicks + "}");
  }

  private static void report(String dest, String parameters) throws IOException {
    succeeded(
        post(
            "news/_near_dup/groups",
            "{'field':'print','keep':[{'clicks':'desc'}],'dest':'"
                + dest
                + "'"
                + parameters
                + "}"));
  }

  private static Answer delete(String dest) throws IOException {
    return post(
        "_near_dup/groups/_apply", "{'dest':'" + dest + "','action':'delete','verify':false}");
  }

  private static void assertTally(Answer answer, Object deleted, Object changed, Object unchanged)
      throws IOException {
    succeeded(answer);
    assertEquals(answer.toString(), deleted, answer.at("deleted"));
    assertEquals(answer.toString(), changed, answer.at("changed"));
    assertEquals(answer.toString(), unchanged, answer.at("unchanged"));
  }

  /** The id of the record of a document. */
  private String record(String id) throws IOException {
    post("record/_refresh", null);
    return (String)
        succeeded(post("record/_search", "{'query':{'term':{'id':'" + id + "'}}}"))
            .at("hits.hits.0._id");
  }

  private void edit(String id, String fields) throws IOException {
    succeeded(post("record/_update/" + record(id), "{'doc':{" + fields + "}}"));
  }

  private Set<String> ids() {
    Set<String> ids = new TreeSet<>();
    for (SearchHit hit : client().prepareSearch("news").setSize(100).get().getHits()) {
      ids.add(hit.getId());
    }
    return ids;
  }

  public void testWhatRecordsSayIsDone() throws IOException {
    Answer answer = delete("record");
    assertTally(answer, 3, 0, null);
    assertEquals(2, answer.at("groups"));
    assertEquals(3, answer.at("duplicates"));
    assertEquals("record", answer.at("dest"));
    assertNull(answer.toString(), answer.at("kept"));
    assertEquals(Set.of("c", "e", "f"), ids());
    assertTally(delete("record"), 0, 0, 3);
    assertEquals(Set.of("c", "e", "f"), ids());
  }

  /** A copy that came later is near, but nobody has seen it in a record. */
  public void testNothingElseIsDone() throws IOException {
    news("later", "0000000000000003", 0);
    succeeded(call("DELETE", "record/_doc/" + record("a") + "?refresh=true", null));
    assertTally(delete("record"), 2, 0, null);
    assertEquals(Set.of("a", "c", "e", "f", "later"), ids());
  }

  /** Of its request, {@code dest} keeps all but which documents were compared. */
  public void testReportWithALongQuery() throws IOException {
    List<String> ids = new ArrayList<>(List.of("a", "b", "c"));
    IntStream.range(0, 10_000).forEach(i -> ids.add("none-" + i));
    String query = "{'terms':{'_id':['" + String.join("','", ids) + "']}}";
    String parameter = randomFrom("'query':" + query, "'against':{'query':" + query + "}");
    report("long", "," + parameter);
    String body =
        (String) succeeded(get("long/_mapping")).at("long.mappings._meta.near_dup_groups.body");
    assertEquals(
        "{'field':'print','keep':[{'clicks':'desc'}],'dest':'long'}", body.replace('"', '\''));
    assertTally(delete("long"), parameter.startsWith("'q") ? 2 : 1, 0, null);
  }

  public void testVerdictKeeps() throws IOException {
    edit("a", "'verdict':'keep'");
    edit("e", "'verdict':'keep'");
    Answer answer = delete("record");
    assertTally(answer, 2, 0, null);
    assertEquals(1, answer.at("kept"));
    assertEquals(Set.of("a", "c", "e", "f"), ids());
  }

  public void testWhatNobodyCanMeanIsRefusedBeforeAnyWork() throws IOException {
    for (String edited : new String[] {"'verdict':'drop'", "'verdict':['keep','drop']"}) {
      edit("a", edited);
      Answer refused = delete("record");
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(
          refused.reason(),
          containsString("[dest] must have records whose [verdict] is [keep], or none, got ["));
      assertThat(refused.reason(), containsString("the record [" + record("a") + "] of [record]"));
    }
    edit("a", "'verdict':null");
    String a = "record/_update/" + record("a") + "?refresh=true";
    for (String damaged : new String[] {"'id':''", "'id':'a','seq_no':-1", "'primary_term':-1"}) {
      succeeded(post(a, "{'doc':{" + damaged + "}}"));
      Answer refused = delete("record");
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(
          refused.reason(), containsString("[dest] must have records as they were written, got"));
    }
    edit("b", "'status':'stays'");
    Answer refused = delete("record");
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(refused.reason(), containsString("[status] is [new] or [duplicate], got [stays]"));
    assertEquals(6, ids().size());
  }

  public void testWhatChangedSinceIsLeft() throws IOException {
    news("a", "0000000000000000", 1);
    succeeded(call("DELETE", "news/_doc/b?refresh=true", null));
    news("e", "fffffffffffffffe", 5);
    assertTally(delete("record"), 0, 2, 1);
    assertEquals(Set.of("a", "c", "d", "e", "f"), ids());
  }

  /** Whatever a person has written into records, of each group something stays. */
  public void testNoGroupIsLeftWithoutADocument() throws IOException {
    edit("c", "'status':'duplicate'");
    assertTally(delete("record"), 1, 3, null);
    assertEquals(Set.of("a", "b", "c", "e", "f"), ids());
  }

  /** Each is said to be the duplicate of the other one, in two records. */
  public void testDocumentsOfEachOther() throws IOException {
    Map<?, ?> canonical = (Map<?, ?>) succeeded(get("record/_doc/" + record("c"))).at("_source");
    Map<?, ?> member = (Map<?, ?>) succeeded(get("record/_doc/" + record("a"))).at("_source");
    String version =
        "'index':'news','seq_no':%s,'primary_term':1,'group':'00000000000000aa-00000000000000bb','id':'%s','status':'%s'";
    document("record", "x", "{" + fill(version, canonical.get("seq_no"), "c", "duplicate") + "}");
    document("record", "y", "{" + fill(version, member.get("seq_no"), "a", "new") + "}");
    Answer answer = delete("record");
    assertTally(answer, 2, 0, null);
    assertEquals(2, answer.at("kept"));
    assertEquals(3, answer.at("groups"));
    assertEquals(Set.of("a", "c", "e", "f"), ids());
  }

  /** Where a routing leads to the same shard, it is the same document with it and without. */
  public void testCanonicalThatIsADuplicateByARouting() throws IOException {
    Map<?, ?> canonical = (Map<?, ?>) succeeded(get("record/_doc/" + record("c"))).at("_source");
    Map<?, ?> other = (Map<?, ?>) succeeded(get("record/_doc/" + record("e"))).at("_source");
    String version =
        "'index':'news','seq_no':%s,'primary_term':1,'group':'%s','id':'c','status':'duplicate','routing':'%s'";
    for (int i = 0; i < 20; i++) {
      Object group = other.get("group");
      document(
          "record", "x" + i, "{" + fill(version, canonical.get("seq_no"), group, "r" + i) + "}");
    }
    succeeded(delete("record"));
    assertEquals(Set.of("c", "e", "f"), ids());
  }

  private static Answer tag(String dest) throws IOException {
    return post("_near_dup/groups/_apply", "{'dest':'" + dest + "','action':'tag'}");
  }

  private static void assertTagged(Answer answer, int tagged, int unchanged, int changed)
      throws IOException {
    succeeded(answer);
    assertEquals(answer.toString(), tagged, answer.at("tagged"));
    assertEquals(answer.toString(), unchanged, answer.at("unchanged"));
    assertEquals(answer.toString(), changed, answer.at("changed"));
  }

  private static Map<?, ?> decision(String id) throws IOException {
    return (Map<?, ?>) source("news", id).get("near_dup");
  }

  private void assertAsRecorded(String id) throws IOException {
    Map<?, ?> record = (Map<?, ?>) succeeded(get("record/_doc/" + record(id))).at("_source");
    Map<?, ?> decision = decision(id);
    for (String field : new String[] {"status", "group", "of", "distance"}) {
      assertEquals(id + field, record.get(field), decision.get(field));
    }
  }

  public void testTagsAreWhatRecordsSay() throws IOException {
    put("record/_settings", "{'index.max_terms_count':1}");
    Answer answer = tag("record");
    assertTagged(answer, 5, 0, 0);
    assertEquals(2, answer.at("groups"));
    for (String id : new String[] {"a", "b", "c", "d", "e"}) {
      assertAsRecorded(id);
    }
    assertNull(decision("f"));
    assertTagged(tag("record"), 0, 5, 0);
    pipeline("dedup", "{'near_dup':{'stages':[{'simhash':'print','precomputed':true}]}}");
    document("news", "g?pipeline=dedup", "{'print':'0000000000000007','clicks':0}");
    assertEquals(decision("c").get("group"), decision("g").get("group"));
    // What the processor decides comes after what was tagged.
    assertTrue(((Number) decision("g").get("seq")).longValue() > seq("c"));
    assertTrue(seq("a") > seq("c"));
  }

  private static long seq(String id) throws IOException {
    return ((Number) decision(id).get("seq")).longValue();
  }

  public void testWhatChangedSinceIsNotTagged() throws IOException {
    edit("b", "'verdict':'keep'");
    news("a", "0000000000000000", 1);
    news("e", "fffffffffffffffe", 5);
    Answer answer = tag("record");
    assertTagged(answer, 1, 0, 3);
    assertEquals(1, answer.at("kept"));
    assertAsRecorded("c");
    for (String id : new String[] {"a", "b", "d", "e", "f"}) {
      assertNull(id, decision(id));
    }
  }

  /** Who has no record is led by another document when the old canonical has become a duplicate. */
  public void testOtherDecisionsAreReplaced() throws Exception {
    news("g", "0000000000000010", 0);
    succeeded(
        post(
            "news/_near_dup/groups", "{'field':'print','action':'tag','keep':[{'clicks':'asc'}]}"));
    assertEquals("new", decision("g").get("status"));
    assertEquals(decision("g").get("group"), decision("c").get("group"));
    news("h", "0000000000000070", 0);
    succeeded(post("news/_near_dup/groups", "{'field':'print','action':'tag'}"));
    assertEquals(decision("g").get("group"), decision("h").get("group"));
    report("second", ",'query':{'bool':{'must_not':{'ids':{'values':['h']}}}}");
    Answer answer = tag("second");
    assertTagged(answer, 6, 0, 0);
    assertEquals("new", decision("c").get("status"));
    for (String id : new String[] {"a", "b", "g"}) {
      assertEquals(id, "duplicate", decision(id).get("status"));
      assertEquals(id, decision("c").get("group"), decision(id).get("group"));
    }
    assertBusy(() -> assertEquals("new", decision("h").get("status")));
    assertTagged(tag("second"), 0, 6, 0);
  }

  public void testSignatures() throws IOException {
    index(
        "signed",
        "'number_of_shards':2,'number_of_replicas':0",
        "'sign':{'type':'minhash'},'clicks':{'type':'integer'},'near_dup':{'type':'near_dup'}");
    pipeline("signed", "{'minhash':{'fields':['text'],'target_field':'sign'}}");
    for (int i = 0; i < 4; i++) {
      document(
          "signed",
          i + "?pipeline=signed",
          "{'clicks':" + i + ",'text':'a storm with winds hit the northern coast on monday'}");
    }
    succeeded(
        post(
            "signed/_near_dup/groups",
            "{'field':'sign','similarity':0.8,'keep':[{'clicks':'desc'}],'dest':'signed-record'}"));
    assertTagged(tag("signed-record"), 4, 0, 0);
    assertEquals("new", ((Map<?, ?>) source("signed", "3").get("near_dup")).get("status"));
    assertEquals("duplicate", ((Map<?, ?>) source("signed", "0").get("near_dup")).get("status"));
    assertTagged(tag("signed-record"), 0, 4, 0);
  }

  private static String fill(String text, Object... values) {
    String filled = text;
    for (Object value : values) {
      filled = filled.replaceFirst("%s", String.valueOf(value));
    }
    return filled;
  }

  public void testSomeOtherDocumentIsMadeCanonical() throws IOException {
    edit("c", "'status':'duplicate'");
    edit("a", "'status':'new'");
    assertTally(delete("record"), 3, 0, null);
    assertEquals(Set.of("a", "e", "f"), ids());
  }

  /** The canonical of the run leads the group, and the other one a group of its own. */
  public void testTwoDocumentsAreMadeCanonical() throws IOException {
    String other = randomFrom("a", "b");
    edit(other, "'status':'new'");
    assertTagged(tag("record"), 5, 0, 0);
    assertEquals("new", decision("c").get("status"));
    assertEquals("new", decision(other).get("status"));
    Map<?, ?> member = decision(other.equals("a") ? "b" : "a");
    assertEquals(Map.of("index", "news", "id", "c"), member.get("of"));
    assertEquals(decision("c").get("group"), member.get("group"));
    assertNotEquals(decision("c").get("group"), decision(other).get("group"));
    assertTagged(tag("record"), 0, 5, 0);
  }

  /** A verdict, or a person who makes another document canonical, may say so of any two. */
  public void testFarDocumentsAreTaggedAsSaid() throws IOException {
    news("z", "00000000fffffffe", 0);
    put(
        "_near_dup/verdicts/said",
        "{'pair':['00000000fffffffe','0000000000000003'],'verdict':'always'}");
    succeeded(call("DELETE", "record", null));
    report("record", ",'verdicts':'said'");
    assertTagged(tag("record"), 6, 0, 0);
    assertAsRecorded("z");
    assertEquals(31, decision("z").get("distance"));
    assertTagged(tag("record"), 0, 6, 0);
    succeeded(call("DELETE", "record", null));
    report("record", ",'verdicts':'said'");
    edit("c", "'status':'duplicate'");
    edit("z", "'status':'new'");
    assertTagged(tag("record"), 4, 2, 0);
    for (String id : new String[] {"a", "b", "c"}) {
      assertEquals(id, Map.of("index", "news", "id", "z"), decision(id).get("of"));
    }
  }

  /** Documents of one id by several routings, of an index that an alias names. */
  public void testAliasOfRoutedDocuments() throws IOException {
    put(
        "routed-1",
        "{'aliases':{'routed':{}},'settings':{'number_of_shards':3},'mappings':{"
            + "'_routing':{'required':true},'properties':{"
            + FIELDS
            + "}}}");
    for (int i = 0; i < 6; i++) {
      document("routed-1", "same?routing=r" + i, "{'print':'00000000000000ff'}");
    }
    int documents = (Integer) succeeded(get("routed/_count")).at("count");
    succeeded(post("routed/_near_dup/groups", "{'field':'print','dest':'routed-record'}"));
    assertTally(delete("routed-record"), documents - 1, 0, null);
    assertEquals(1, succeeded(get("routed/_count")).at("count"));
    assertTally(delete("routed-record"), 0, 0, documents - 1);
  }

  public void testCancelledAndAskedAgain() throws Exception {
    Answer begun =
        succeeded(
            post(
                "_near_dup/groups/_apply?wait_for_completion=false",
                "{'dest':'record','action':'delete','verify':false,'requests_per_second':0.5}"));
    String task = (String) begun.at("task");
    assertBusy(() -> assertNotNull(get("_tasks/" + task).at("task.status.deleted")));
    Answer other = delete("record");
    assertEquals(other.toString(), 409, other.status());
    succeeded(post("_tasks/" + task + "/_cancel?wait_for_completion=true", null));
    post("news/_refresh", null);
    int gone = 6 - ids().size();
    assertTally(delete("record"), 3 - gone, 0, gone == 0 ? null : (Object) gone);
    assertEquals(Set.of("c", "e", "f"), ids());
  }
}
