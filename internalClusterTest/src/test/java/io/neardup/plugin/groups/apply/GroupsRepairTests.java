// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups.apply;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.plugin.Answer;
import io.neardup.plugin.groups.GroupsTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.search.SearchHit;

/**
 * {@code _near_dup/groups/_repair}: groups that have lost their canonical get another one, and keep
 * their names; all else stays as it is.
 */
public class GroupsRepairTests extends GroupsTestCase {
  private static final int MAX_DISTANCE = 3;
  private static final String FIELDS =
      "'print':{'type':'simhash'},'near_dup':{'properties':{'group':{'type':'keyword'},"
          + "'status':{'type':'keyword'},'seq':{'type':'long'}}}";

  /** A stored document. */
  private record Doc(String id, long print, long seqNo, Map<?, ?> decision) {
    long seq() {
      return ((Number) decision.get("seq")).longValue();
    }

    Object group() {
      return decision.get("group");
    }

    boolean isNew() {
      return decision.get("status").equals("new");
    }

    int distance(Doc other) {
      return Long.bitCount(print ^ other.print);
    }
  }

  @Override
  protected void write() throws IOException {
    index("news", "'number_of_shards':3,'number_of_replicas':0", FIELDS);
  }

  private static void news(String id, String print) throws IOException {
    document("news", id, "{'print':'" + print + "'}");
  }

  private static void tag() throws IOException {
    succeeded(post("news/_near_dup/groups", "{'field':'print','action':'tag'}"));
  }

  private static void assertRepaired(int groups, int orphaned, int tagged) throws IOException {
    Answer answer = succeeded(post("news/_near_dup/groups/_repair", "{'field':'print'}"));
    assertEquals(answer.toString(), groups, answer.at("groups"));
    assertEquals(answer.toString(), orphaned, answer.at("without_canonical"));
    assertEquals(answer.toString(), tagged, answer.at("tagged"));
    assertEquals(answer.toString(), 0, answer.at("changed"));
  }

  private static Map<?, ?> decision(String id) throws IOException {
    return (Map<?, ?>) source("news", id).get("near_dup");
  }

  public void testTheFirstMemberLeadsTheGroup() throws IOException {
    news("a", "0000000000000000");
    news("b", "0000000000000006");
    news("c", "0000000000000007");
    news("d", "0000000000000070");
    news("e", "ff00000000000000");
    news("f", "ff00000000000001");
    tag();
    Object group = decision("a").get("group");
    assertEquals(group, decision("d").get("group"));
    Map<?, ?> other = decision("f");
    assertRepaired(2, 0, 0);
    succeeded(call("DELETE", "news/_doc/a?refresh=true", null));
    assertRepaired(2, 1, 3);
    assertEquals("new", decision("b").get("status"));
    assertEquals(group, decision("b").get("group"));
    assertNull(decision("b").get("of"));
    assertEquals("duplicate", decision("c").get("status"));
    assertEquals(group, decision("c").get("group"));
    assertEquals(Map.of("index", "news", "id", "b"), decision("c").get("of"));
    // Too far from the others, it begins a group of its own.
    assertEquals("new", decision("d").get("status"));
    assertNotEquals(group, decision("d").get("group"));
    assertEquals(other, decision("f"));
    assertRepaired(2, 0, 0);
    pipeline(
        "dedup", "{'near_dup':{'reveal':true,'stages':[{'simhash':'print','precomputed':true}]}}");
    document("news", "g?pipeline=dedup", "{'print':'000000000000000e'}");
    assertEquals(group, decision("g").get("group"));
    assertEquals(Map.of("index", "news", "id", "b"), decision("g").get("of"));
  }

  /** Without {@code reveal}, their decisions say nothing else than before. */
  public void testMembersComeAfterTheirNewCanonical() throws IOException {
    String decision =
        "{'print':'0000000000000001','near_dup':{'group':'AAAAAAAAAAEAAAAAAAAAAQ',"
            + "'status':'duplicate','matched_by':'print','seq':";
    for (int i = 2; i < 5; i++) {
      document("news", String.valueOf(i), decision + i + "}}");
    }
    assertRepaired(1, 1, 3);
    List<Long> numbers = new ArrayList<>();
    for (int i = 2; i < 5; i++) {
      assertEquals(i == 2 ? "new" : "duplicate", decision(String.valueOf(i)).get("status"));
      numbers.add((Long) decision(String.valueOf(i)).get("seq"));
    }
    assertEquals(numbers.stream().sorted().toList(), numbers);
  }

  /** As {@code drop} writes one that it cannot discard at once. */
  private static void left(String id, String print, String status, int seq, String checked)
      throws IOException {
    document(
        "left",
        id,
        "{'print':'"
            + print
            + "','near_dup':{'group':'0000000000000001-0000000000000001','status':'"
            + status
            + "','seq':"
            + seq
            + checked
            + "}}");
  }

  /** A home or a writer that stops leaves them; those that have to stay do not hide the others. */
  public void testDeletesWhatWasLeftToBeDeletedAndNothingElse() throws Exception {
    index(
        "left",
        "'number_of_shards':1,'number_of_replicas':0,'max_result_window':20",
        "'print':{'type':'simhash'},'near_dup':{'type':'near_dup'}");
    String body = "{'field':'print'}";
    assertEquals(0, succeeded(post("left/_near_dup/groups/_repair", body)).at("removable"));
    left("canonical", "0000000000000000", "new", 1, "");
    left("tagged", "0000000000000001", "duplicate", 2, "");
    left("doubtful", "0000000000000001", "duplicate", 3, ",'checked':'index_only'");
    for (int i = 0; i < 45; i++) {
      // Either it replaced another text, or it is near no text that is there.
      boolean rewritten = i % 2 == 0;
      String print = rewritten ? "0000000000000001" : "ffffffff00000000";
      for (int version = rewritten ? 0 : 1; version < 2; version++) {
        left("stays" + i, print, "duplicate", 4 + i, ",'checked':'removable'");
      }
    }
    for (int i = 0; i < 30; i++) {
      left("goes" + i, "0000000000000007", "duplicate", 100 + i, ",'checked':'removable'");
    }
    succeeded(post("left/_refresh", null));
    assertEquals(75, succeeded(post("left/_near_dup/groups/_repair", body)).at("removable"));
    assertBusy(
        () -> {
          succeeded(post("left/_refresh", null));
          assertEquals(48, succeeded(post("left/_count", null)).at("count"));
        },
        30,
        TimeUnit.SECONDS);
    assertEquals(45, succeeded(post("left/_near_dup/groups/_repair", body)).at("removable"));
    assertEquals(48, succeeded(post("left/_count", null)).at("count"));
    assertEquals(
        "index_only", ((Map<?, ?>) source("left", "doubtful").get("near_dup")).get("checked"));
  }

  /** The lost canonical of another group was nearer, and the home remembers it. */
  public void testEachGroupKeepsItsOwnName() throws IOException {
    news("a", "0000000000000000");
    news("b", "0000000000000007");
    news("x", "000000000000000f");
    news("y", "000000000000001f");
    tag();
    Object group = decision("a").get("group");
    assertEquals(group, decision("b").get("group"));
    assertNotEquals(group, decision("x").get("group"));
    assertEquals(decision("x").get("group"), decision("y").get("group"));
    succeeded(call("DELETE", "news/_doc/a", null));
    succeeded(call("DELETE", "news/_doc/x?refresh=true", null));
    assertRepaired(2, 2, 2);
    assertEquals("new", decision("b").get("status"));
    assertEquals(group, decision("b").get("group"));
    assertEquals(Map.of("index", "news", "id", "b"), decision("y").get("of"));
    assertEquals(group, decision("y").get("group"));
  }

  /** The only member that is left, and one that joins the group of another document. */
  public void testWhoeverIsLeft() throws IOException {
    news("a", "0000000000000000");
    news("b", "0000000000000007");
    news("x", "ff00000000000000");
    news("y", "ff00000000000007");
    tag();
    Object group = decision("a").get("group");
    succeeded(call("DELETE", "news/_doc/a", null));
    succeeded(call("DELETE", "news/_doc/x?refresh=true", null));
    // Near y, and canonical of its own group.
    news("z", "ff0000000000003f");
    post("news/_refresh", null);
    succeeded(
        post(
            "news/_near_dup/groups",
            "{'field':'print','action':'tag','query':{'ids':{'values':['z']}}}"));
    assertEquals("new", decision("z").get("status"));
    assertRepaired(2, 2, 2);
    assertEquals("new", decision("b").get("status"));
    assertEquals(group, decision("b").get("group"));
    assertEquals("duplicate", decision("y").get("status"));
    assertEquals(decision("z").get("group"), decision("y").get("group"));
    assertEquals(Map.of("index", "news", "id", "z"), decision("y").get("of"));
  }

  /** Many groups in small pages: the members of lost ones are replayed by brute force. */
  public void testEqualsAReplayOfTheMembers() throws IOException {
    BulkRequestBuilder bulk = client().prepareBulk();
    long center = 0;
    for (int i = 0; i < 400; i++) {
      center = i % 5 == 0 ? randomLong() : center;
      long print = center;
      for (int flips = between(0, 3); flips > 0; flips--) {
        print ^= 1L << between(0, 63);
      }
      bulk.add(
          client()
              .prepareIndex("news")
              .setId("d" + i)
              .setSource("print", Fingerprint.toHex(print)));
    }
    assertFalse(bulk.get().hasFailures());
    post("news/_refresh", null);
    tag();
    for (Doc doc : docs().values()) {
      if (doc.isNew() ? randomBoolean() : between(0, 4) == 0) {
        succeeded(call("DELETE", "news/_doc/" + doc.id, null));
      }
    }
    post("news/_refresh", null);
    Map<String, Doc> before = docs();
    Set<Object> led =
        before.values().stream().filter(Doc::isNew).map(Doc::group).collect(Collectors.toSet());
    List<Doc> orphans =
        before.values().stream()
            .filter(doc -> led.contains(doc.group()) == false)
            .sorted(Comparator.comparingLong(Doc::seq))
            .toList();
    int groups =
        (int) before.values().stream().filter(d -> !d.isNew()).map(Doc::group).distinct().count();
    int lost = (int) orphans.stream().map(Doc::group).distinct().count();
    assertTrue(groups + " groups, " + lost + " lost", lost > 10 && groups > lost);
    clusterSetting("plugins.near_dup.groups.page_size", "'1kb'");
    Answer answer;
    try {
      answer = succeeded(post("news/_near_dup/groups/_repair", "{'field':'print'}"));
    } finally {
      clusterSetting("plugins.near_dup.groups.page_size", "null");
    }
    // Those that are founded meanwhile may come on a later page.
    assertTrue(answer.toString(), (Integer) answer.at("groups") >= groups);
    // A sweep of the home may have been faster.
    assertTrue(answer.toString(), (Integer) answer.at("without_canonical") <= lost);
    Map<String, Doc> after = docs();
    assertEquals(before.keySet(), after.keySet());
    assertReplayed(before, orphans, after);
    assertRepaired(
        (int) after.values().stream().filter(d -> !d.isNew()).map(Doc::group).distinct().count(),
        0,
        0);
  }

  /** Pages come in the order of group names, and so do their members within each page. */
  private static void assertReplayed(
      Map<String, Doc> before, List<Doc> orphans, Map<String, Doc> after) {
    Set<String> orphaned = orphans.stream().map(Doc::id).collect(Collectors.toSet());
    List<Doc> canonicals = new ArrayList<>();
    for (Doc doc : before.values()) {
      if (orphaned.contains(doc.id) == false) {
        assertEquals("it is left as it was", doc.seqNo, after.get(doc.id).seqNo);
        if (doc.isNew()) {
          canonicals.add(doc);
        }
      }
    }
    Map<Object, Doc> heirs = new HashMap<>();
    List<Doc> decided =
        orphans.stream()
            .map(doc -> after.get(doc.id))
            .sorted(Comparator.comparingLong(Doc::seq))
            .toList();
    for (Doc doc : decided) {
      Doc nearest =
          canonicals.stream()
              .filter(canonical -> canonical.distance(doc) <= MAX_DISTANCE)
              .min(Comparator.comparingInt(doc::distance).thenComparingLong(Doc::seq))
              .orElse(null);
      assertEquals(doc.toString(), nearest == null, doc.isNew());
      if (doc.isNew()) {
        Object group = before.get(doc.id).group();
        boolean first = heirs.putIfAbsent(group, doc) == null;
        assertEquals("the first of its group keeps the name", first, group.equals(doc.group()));
        canonicals.add(doc);
      } else {
        assertEquals(Map.of("index", "news", "id", nearest.id), doc.decision.get("of"));
        assertEquals(nearest.group(), doc.group());
        assertEquals(doc.distance(nearest), doc.decision.get("distance"));
      }
    }
    // Of each group, members are decided in the order of their earlier decisions.
    Map<Object, List<Doc>> byGroup = orphans.stream().collect(Collectors.groupingBy(Doc::group));
    for (List<Doc> members : byGroup.values()) {
      List<Long> seqs = members.stream().map(doc -> after.get(doc.id).seq()).toList();
      assertEquals(seqs.stream().sorted().toList(), seqs);
    }
  }

  private Map<String, Doc> docs() throws IOException {
    post("news/_refresh", null);
    Map<String, Doc> docs = new TreeMap<>();
    for (SearchHit hit :
        client().prepareSearch("news").setSize(10_000).seqNoAndPrimaryTerm(true).get().getHits()) {
      Map<String, Object> source = hit.getSourceAsMap();
      long print = Fingerprint.parse((String) source.get("print"));
      docs.put(
          hit.getId(),
          new Doc(hit.getId(), print, hit.getSeqNo(), (Map<?, ?>) source.get("near_dup")));
    }
    return docs;
  }

  /** Whatever they are decided by: nothing is compared to find the first member. */
  public void testOfStagesAndAWindow() throws IOException {
    pipeline(
        "cascade",
        "{'near_dup':{'reveal':true,'stages':[{'exact':'url'},"
            + "{'simhash':'print','max_distance':7,'precomputed':true,"
            + "'verify':{'minhash':'sign','similarity':0.5}},"
            + "{'minhash':'sign','similarity':0.9,'precomputed':true}],"
            + "'ignore_missing':true,'window':{'field':'at','age':'7d'}}}");
    index("cascade", "'index.default_pipeline':'cascade'", "'at':{'type':'date'}");
    String sign = sign(1);
    for (int i = 1; i <= 3; i++) {
      document("cascade", "" + i, "{'at':'2026-03-0" + i + "','url':'u','sign':'" + sign + "'}");
    }
    // Near the first one by its signature alone.
    document("cascade", "4", "{'at':'2026-03-04','url':'v','sign':'" + sign + "'}");
    Map<?, ?> first = (Map<?, ?>) source("cascade", "1").get("near_dup");
    put("cascade/_settings", "{'index.default_pipeline':'_none'}");
    succeeded(call("DELETE", "cascade/_doc/1?refresh=true", null));
    put("cascade/_settings", "{'index.default_pipeline':'cascade'}");
    for (String field : List.of("url", "sign", "print")) {
      Answer answer = post("cascade/_near_dup/groups/_repair", "{'field':'" + field + "'}");
      succeeded(answer);
      boolean now = field.equals("url");
      assertEquals(answer.toString(), now ? 1 : 0, answer.at("without_canonical"));
      assertEquals(answer.toString(), now ? 3 : 0, answer.at("tagged"));
    }
    Map<?, ?> second = (Map<?, ?>) source("cascade", "2").get("near_dup");
    assertEquals("new", second.get("status"));
    assertEquals(first.get("group"), second.get("group"));
    for (String id : List.of("3", "4")) {
      Map<?, ?> decision = (Map<?, ?>) source("cascade", id).get("near_dup");
      assertEquals(Map.of("index", "cascade", "id", "2"), decision.get("of"));
      assertEquals(id.equals("3") ? "url" : "sign", decision.get("matched_by"));
    }
    assertRefused(
        400,
        "[similarity] must be [0.9] as in the near_dup of pipeline [cascade], which goes on with"
            + " these groups, got [0.8]",
        post("cascade/_near_dup/groups/_repair", "{'field':'sign','similarity':0.8}"));
    assertRefused(
        400,
        "[verify] must be [minhash: sign, similarity: 0.5, numbers: kept] as in the near_dup of pipeline"
            + " [cascade], which goes on with these groups, got [none]",
        post("cascade/_near_dup/groups/_repair", "{'field':'print','max_distance':7}"));
  }

  private static String sign(int first) {
    MinHasher hasher = new MinHasher();
    IntStream.range(first, first + 20).forEach(hasher::add);
    return hasher.signature().toString();
  }
}
