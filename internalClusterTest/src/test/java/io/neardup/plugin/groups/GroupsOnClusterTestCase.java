// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.plugin.Answer;
import io.neardup.plugin.Http;
import io.neardup.plugin.HttpClusterTestCase;
import io.neardup.plugin.groups.GroupsReplay.Doc;
import io.neardup.plugin.groups.GroupsReplay.Membership;
import io.neardup.plugin.groups.GroupsReplay.Near;
import io.neardup.plugin.groups.GroupsReplay.Order;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;

/**
 * Documents on all nodes of a cluster, and jobs over them whose groups must be those of a greedy
 * replay by brute force over what is stored.
 */
@ClusterScope(
    minNumDataNodes = 1,
    maxNumDataNodes = 4,
    numClientNodes = 1,
    supportsDedicatedMasters = false)
abstract class GroupsOnClusterTestCase extends HttpClusterTestCase {
  private static final int DOCUMENTS = 240;
  protected static final String EAST = "east:";
  protected final Map<String, Doc> written = new TreeMap<>();
  protected Http http;
  private int jobs;

  /** By the lesser and the greater digest; empty where no list is named. */
  protected Map<List<Long>, String> said = Map.of();

  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        // So that all is read in many pages.
        .put("plugins.near_dup.groups.page_size", "4kb")
        .build();
  }

  protected enum Joiner {
    COORDINATOR("1000"),
    DATA_NODES("0"),
    DEFAULT(null);

    private final String localDocuments;

    Joiner(String localDocuments) {
      this.localDocuments = localDocuments;
    }
  }

  protected void joinedBy(Joiner joiner) {
    Settings settings =
        Settings.builder()
            .put("plugins.near_dup.groups.local_documents", joiner.localDocuments)
            .build();
    assertAcked(
        client().admin().cluster().prepareUpdateSettings().setTransientSettings(settings).get());
  }

  protected void fill(String index, int shards) {
    assertAcked(
        prepareCreate(index)
            .setSettings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, shards)
                    .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, between(0, 1)))
            .setMapping(
                "print",
                "type=simhash",
                "sign",
                "type=minhash",
                "clicks",
                "type=unsigned_long",
                "lang",
                "type=keyword",
                "seen",
                "type=date",
                "score",
                "type=double",
                "team",
                "type=keyword"));
    long[] centers = {randomLong(), randomLong(), 0, -1, 0x9f3a5c3b12ff00aaL};
    for (int from = 0; from < DOCUMENTS; from += DOCUMENTS / 3) {
      BulkRequestBuilder bulk = client().prepareBulk(index);
      for (int i = from; i < from + DOCUMENTS / 3; i++) {
        write(bulk, index, "d" + i, centers[between(0, centers.length - 1)]);
      }
      for (int i = 0; i < 10 && from > 0; i++) {
        change(bulk, index, "d" + between(0, from - 1), centers[0]);
      }
      assertFalse(bulk.get().hasFailures());
      refresh(index);
    }
  }

  private void change(BulkRequestBuilder bulk, String index, String id, long center) {
    switch (between(0, 2)) {
      case 0 -> {
        bulk.add(client().prepareDelete(index, id));
        written.remove(index + "/" + id);
      }
      case 1 -> {
        bulk.add(client().prepareIndex(index).setId(id).setSource("clicks", 1));
        written.remove(index + "/" + id);
      }
      default -> write(bulk, index, id, center);
    }
  }

  private void write(BulkRequestBuilder bulk, String index, String id, long center) {
    Long print = rarely() ? null : near(center);
    MinHashSignature sign = rarely() ? null : GroupsStages.sign();
    Integer clicks = rarely() ? null : between(0, 20);
    Double score = rarely() ? null : between(-3, 3) / 2.0;
    String team = rarely() ? null : randomFrom("red", "blue");
    String lang = rarely() ? null : randomFrom("de", "en", "fr", "zh");
    boolean seen = between(0, 3) > 0;
    Map<String, Object> source = new TreeMap<>();
    source.put("print", print == null ? null : Fingerprint.toHex(print));
    source.put("sign", sign == null ? null : sign.toString());
    source.put("clicks", clicks);
    source.put("score", score);
    source.put("team", team);
    source.put("lang", lang);
    source.put("seen", System.currentTimeMillis() + (seen ? -1 : 1) * 3_600_000L);
    bulk.add(client().prepareIndex(index).setId(id).setSource(source));
    written.put(index + "/" + id, new Doc(index, id, print, sign, clicks, score, team, lang, seen));
  }

  private static long near(long center) {
    long print = center;
    for (int flips = between(0, 10); flips > 0; flips--) {
      // The sign as well, which must not count in the order.
      print ^= Long.rotateLeft(1, between(-1, 20));
    }
    return print;
  }

  /** A request by which documents are grouped. */
  protected record Asked(
      String index, Near near, Order order, boolean scoped, boolean against, boolean seen) {
    /** By a query whose meaning changes with time. */
    String query() {
      return seen ? ",'query':{'range':{'seen':{'lte':'now'}}}" : "";
    }

    boolean keepsNone() {
      return order.keep().equals(GroupsReplay.NONE);
    }
  }

  protected void assertExact(Asked asked) throws IOException {
    String dest = "groups-" + jobs++;
    Near near = asked.near;
    String parameters =
        "{'field':'"
            + near.field()
            + "',"
            + near.parameters()
            + ",'dest':'"
            + dest
            + "'"
            + asked.order.keep()
            + asked.query()
            + (asked.scoped ? ",'scope':'team'" : "")
            + (said.isEmpty() ? "" : ",'verdicts':'said'")
            + (asked.against ? ",'against':{'query':{'term':{'team':'red'}}}" : "")
            + "}";
    Answer answer = http.call("POST", asked.index + "/_near_dup/groups", parameters);
    assertEquals(answer.toString(), 200, answer.status());
    List<Doc> docs =
        of(asked.index).stream()
            .filter(near::has)
            .filter(
                doc ->
                    asked.seen == false || doc.seen() || GroupsReplay.isGiven(doc, asked.against))
            .toList();
    VerdictsReplay verdicts = new VerdictsReplay(near, asked.scoped, said);
    Map<String, Membership> expected =
        said.isEmpty()
            ? GroupsReplay.replay(docs, near, asked.order.comparator(), asked.scoped, asked.against)
            : verdicts.run(docs, asked.order.comparator(), asked.against);
    assertEquals(parameters, expected, records(dest));
    assertEquals(parameters, verdicts.decided, decidedByVerdicts(dest));
    Set<String> groups = new HashSet<>();
    expected.values().forEach(membership -> groups.add(membership.canonical()));
    assertEquals(groups.size(), answer.at("groups"));
    long given = docs.stream().filter(doc -> GroupsReplay.isGiven(doc, asked.against)).count();
    long kept =
        docs.stream()
            .filter(doc -> groups.contains(GroupsReplay.name(doc)))
            .filter(doc -> asked.keepsNone() == false || GroupsReplay.isGiven(doc, asked.against))
            .count();
    assertEquals((int) (expected.size() - kept), answer.at("duplicates"));
    assertEquals(expected.size(), answer.at("written"));
    assertEquals((int) (docs.size() - given), answer.at("documents"));
    assertEquals(asked.against ? (int) given : null, answer.at("against"));
    assertAcked(client().admin().indices().prepareDelete(dest));
  }

  private Set<String> decidedByVerdicts(String dest) {
    Set<String> names = new TreeSet<>();
    SearchHits decided =
        client()
            .prepareSearch(dest)
            .setQuery(QueryBuilders.termQuery("decided_by", "verdict"))
            .setSize(10_000)
            .get()
            .getHits();
    for (SearchHit hit : decided) {
      names.add(hit.getSourceAsMap().get("index") + "/" + hit.getSourceAsMap().get("id"));
    }
    return names;
  }

  protected void edit(String index) {
    BulkRequestBuilder bulk = client().prepareBulk(index);
    for (int i = between(1, 20); i > 0; i--) {
      change(bulk, index, "d" + between(0, DOCUMENTS - 1), randomLong());
    }
    assertFalse(bulk.get().hasFailures());
    refresh(index);
  }

  /** Those of another cluster have its name in that of their index. */
  protected List<Doc> of(String indexes) {
    List<Doc> found = new ArrayList<>();
    for (String index : indexes.split(",", -1)) {
      String cluster = index.startsWith(EAST) ? EAST : "";
      String here = index.substring(cluster.length());
      written.values().stream()
          .filter(doc -> here.equals("news-*") || doc.index().equals(here))
          .map(doc -> doc.of(cluster + doc.index()))
          .forEach(found::add);
    }
    return found;
  }

  private Map<String, Membership> records(String dest) {
    refresh(dest);
    Map<String, Membership> records = new TreeMap<>();
    Map<Object, String> groups = new TreeMap<>();
    for (SearchHit hit : client().prepareSearch(dest).setSize(10_000).get().getHits()) {
      Map<String, Object> record = hit.getSourceAsMap();
      String name = record.get("index") + "/" + record.get("id");
      Map<?, ?> of = (Map<?, ?>) record.get("of");
      String canonical = of != null ? of.get("index") + "/" + of.get("id") : name;
      Object nearness = record.getOrDefault("similarity", record.getOrDefault("distance", 0));
      assertNull("once", records.put(name, new Membership(canonical, (Number) nearness)));
      String known = groups.putIfAbsent(record.get("group"), canonical);
      assertTrue("a group has one canonical", known == null || known.equals(canonical));
      assertTrue((Integer) record.get("seq_no") >= 0);
    }
    return records;
  }
}
