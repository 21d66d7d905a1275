// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import java.util.stream.IntStream;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.Numbers;
import org.opensearch.common.settings.Settings;
import org.opensearch.search.SearchHit;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;

/**
 * The groups of a job are those of a greedy replay by brute force over what is stored, however the
 * documents are spread over shards and nodes, for each distance, scope and order.
 */
@ClusterScope(
    minNumDataNodes = 1,
    maxNumDataNodes = 4,
    numClientNodes = 1,
    supportsDedicatedMasters = false)
public class GroupsOnClusterTests extends HttpClusterTestCase {
  private static final int DOCUMENTS = 240;

  /** A document; clicks and score may be missing. */
  private record Doc(
      String index,
      String id,
      long print,
      MinHashSignature sign,
      Integer clicks,
      Double score,
      String team) {}

  /** How far it is, or how similar. */
  private record Membership(String canonical, Number nearness) {}

  /**
   * What makes documents near.
   *
   * @param parameters as the request has it
   * @param field where the documents are compared
   * @param distance as brute force has it, negative for what is not near
   * @param banded whether signatures must meet in a band
   */
  private record Near(
      String field,
      String parameters,
      ToIntBiFunction<Doc, Doc> distance,
      boolean similar,
      boolean banded) {
    static Near within(int maxDistance) {
      return new Near(
          "print",
          "'max_distance':" + maxDistance,
          (left, right) -> {
            int distance = Fingerprint.distance(left.print, right.print);
            return distance <= maxDistance ? distance : -1;
          },
          false,
          false);
    }

    static Near verified(int maxDistance, double similarity) {
      Near within = within(maxDistance);
      return new Near(
          "print",
          within.parameters + ",'verify':{'minhash':'sign','similarity':" + similarity + "}",
          (left, right) ->
              jaccard(left, right) >= similarity ? within.distance.applyAsInt(left, right) : -1,
          false,
          false);
    }

    static Near similar(double similarity, double recall) {
      Bands bands = recall < 1 ? Bands.of(similarity, recall) : null;
      return new Near(
          "sign",
          "'similarity':" + similarity + ",'recall':" + recall,
          (left, right) -> {
            double jaccard = jaccard(left, right);
            boolean meet = jaccard >= similarity && (bands == null || meet(bands, left, right));
            return meet ? (int) Math.round((1 - jaccard) * 1e6) : -1;
          },
          true,
          bands != null);
    }

    private static double jaccard(Doc left, Doc right) {
      return left.sign.jaccard(right.sign).jaccard();
    }

    private static boolean meet(Bands bands, Doc left, Doc right) {
      long[] keys = bands.keys(left.sign);
      long[] others = bands.keys(right.sign);
      return IntStream.range(0, keys.length).anyMatch(band -> keys[band] == others[band]);
    }

    private Number shown(int distance) {
      if (similar) {
        return (1_000_000 - distance) / 1e6;
      }
      return distance;
    }

    /** What decides between documents that are equal in all that orders them. */
    private byte[] bytes(Doc doc) {
      byte[] print = Numbers.longToBytes(doc.print);
      byte[] sign = doc.sign.toBytes();
      if (similar) {
        return sign;
      }
      if (parameters.contains("verify") == false) {
        return print;
      }
      byte[] both = Arrays.copyOf(print, print.length + sign.length);
      System.arraycopy(sign, 0, both, print.length, sign.length);
      return both;
    }
  }

  /** An order as the request has it, and as brute force has it. */
  private record Order(String keep, Comparator<Doc> comparator) {}

  private static final List<Order> ORDERS =
      List.of(
          new Order("", Comparator.comparingInt(doc -> 0)),
          new Order(",'keep':[{'clicks':'desc'}]", by(Doc::clicks, Comparator.reverseOrder())),
          new Order(
              ",'keep':[{'score':'asc'},{'clicks':'asc'}]",
              by(Doc::score, Comparator.<Double>naturalOrder())
                  .thenComparing(by(Doc::clicks, Comparator.<Integer>naturalOrder()))));

  private static <T> Comparator<Doc> by(Function<Doc, T> key, Comparator<T> comparator) {
    return Comparator.comparing(key, Comparator.nullsLast(comparator));
  }

  private final Map<String, Doc> written = new TreeMap<>();
  private Http http;
  private int jobs;

  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        // So that all is read in many pages.
        .put("plugins.near_dup.groups.page_size", "4kb")
        .build();
  }

  public void testGroupsAreThoseOfBruteForce() throws IOException {
    http = http(internalCluster().coordOnlyNodeClient());
    for (int shards : new int[] {1, 3, 7}) {
      fill("news-" + shards, shards);
    }
    List<String> indexes = List.of("news-*", "news-1", "news-3", "news-7");
    int first = between(0, 11);
    List<Near> nears = new ArrayList<>();
    for (int maxDistance = 0; maxDistance <= 7; maxDistance++) {
      nears.add(Near.within(maxDistance));
    }
    nears.add(Near.verified(between(0, 7), randomFrom(0.3, 0.6, 0.9)));
    nears.add(Near.similar(randomFrom(0.3, 0.6, 0.9), randomFrom(0.5, 0.99)));
    nears.add(Near.similar(randomFrom(0.3, 0.6, 0.9), 1));
    for (Near near : nears) {
      int turn = first + nears.indexOf(near);
      Order order = ORDERS.get(turn % ORDERS.size());
      boolean scoped = randomBoolean();
      boolean against = scoped == false && randomBoolean();
      String index = indexes.get(turn % indexes.size());
      for (Joiner joiner :
          near.banded ? Joiner.values() : new Joiner[] {randomFrom(Joiner.values())}) {
        joinedBy(joiner);
        assertExact(index, near, order, scoped, against);
      }
    }
    joinedBy(Joiner.DEFAULT);
  }

  private enum Joiner {
    COORDINATOR("1000"),
    DATA_NODES("0"),
    DEFAULT(null);

    private final String localDocuments;

    Joiner(String localDocuments) {
      this.localDocuments = localDocuments;
    }
  }

  private void joinedBy(Joiner joiner) {
    Settings settings =
        Settings.builder()
            .put("plugins.near_dup.groups.local_documents", joiner.localDocuments)
            .build();
    assertAcked(
        client().admin().cluster().prepareUpdateSettings().setTransientSettings(settings).get());
  }

  private void fill(String index, int shards) {
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
                "type=integer",
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
    long print = center;
    for (int flips = between(0, 10); flips > 0; flips--) {
      // The sign as well, which must not count in the order.
      print ^= Long.rotateLeft(1, between(-1, 20));
    }
    Integer clicks = rarely() ? null : between(0, 20);
    Double score = rarely() ? null : between(-3, 3) / 2.0;
    String team = rarely() ? null : randomFrom("red", "blue");
    Map<String, Object> source = new TreeMap<>(Map.of("print", Fingerprint.toHex(print)));
    MinHashSignature sign = sign();
    source.put("sign", sign.toString());
    source.put("clicks", clicks);
    source.put("score", score);
    source.put("team", team);
    bulk.add(client().prepareIndex(index).setId(id).setSource(source));
    written.put(index + "/" + id, new Doc(index, id, print, sign, clicks, score, team));
  }

  /** Of a few features or many, some of which other documents have. */
  private static MinHashSignature sign() {
    int center = between(0, 3);
    int size = center % 2 == 0 ? 20 : 120;
    int changed = randomFrom(0, 1, size / 8, size / 2);
    MinHasher hasher = new MinHasher();
    for (int i = 0; i < size; i++) {
      hasher.add(i < changed ? between(0, 40) : 0x9e3779b9 * (center * 1_000 + i));
    }
    return hasher.signature();
  }

  private void assertExact(String index, Near near, Order order, boolean scoped, boolean against)
      throws IOException {
    String dest = "groups-" + jobs++;
    String parameters =
        "{'field':'"
            + near.field
            + "',"
            + near.parameters
            + ",'dest':'"
            + dest
            + "'"
            + order.keep
            + (scoped ? ",'scope':'team'" : "")
            + (against ? ",'against':{'query':{'term':{'team':'red'}}}" : "")
            + "}";
    Answer answer = http.call("POST", index + "/_near_dup/groups", parameters);
    assertEquals(answer.toString(), 200, answer.status());
    Map<String, Membership> expected = replay(index, near, order.comparator, scoped, against);
    assertEquals(parameters, expected, records(dest));
    Set<Object> groups = new HashSet<>();
    expected.values().forEach(membership -> groups.add(membership.canonical));
    assertEquals(groups.size(), answer.at("groups"));
    assertEquals(expected.size() - groups.size(), answer.at("duplicates"));
    assertEquals(expected.size(), answer.at("written"));
    long given = of(index).stream().filter(doc -> isGiven(doc, against)).count();
    assertEquals((int) (of(index).size() - given), answer.at("documents"));
    assertEquals(against ? (int) given : null, answer.at("against"));
    assertAcked(client().admin().indices().prepareDelete(dest));
  }

  private List<Doc> of(String index) {
    return written.values().stream()
        .filter(doc -> index.equals("news-*") || doc.index.equals(index))
        .toList();
  }

  /** Members of groups of two or more. */
  private Map<String, Membership> replay(
      String index, Near near, Comparator<Doc> order, boolean scoped, boolean against) {
    List<Doc> docs = new ArrayList<>(of(index));
    docs.sort(
        Comparator.comparing((Doc doc) -> isGiven(doc, against) == false)
            .thenComparing(order)
            .thenComparing(near::bytes, Arrays::compareUnsigned)
            .thenComparing(Doc::index)
            .thenComparing(Doc::id));
    List<Doc> canonicals = new ArrayList<>();
    Map<String, Membership> members = new TreeMap<>();
    for (Doc doc : docs) {
      Doc nearest = null;
      int least = Integer.MAX_VALUE;
      for (Doc canonical : canonicals) {
        int distance = near.distance.applyAsInt(canonical, doc);
        boolean together = scoped == false || Objects.equals(canonical.team, doc.team);
        // Of those that are canonical already more than one may be near: the same is nearest.
        boolean same = distance == 0 && least == 0 && same(near, canonical, doc);
        boolean nearer = distance >= 0 && distance < least;
        nearer |= same && same(near, nearest, doc) == false;
        if (together && nearer && isGiven(doc, against) == false) {
          nearest = canonical;
          least = distance;
        }
      }
      if (nearest == null) {
        canonicals.add(doc);
      } else {
        members.put(name(doc), new Membership(name(nearest), near.shown(least)));
        members.put(name(nearest), new Membership(name(nearest), 0));
      }
    }
    return members;
  }

  private static boolean same(Near near, Doc left, Doc right) {
    return Arrays.equals(near.bytes(left), near.bytes(right));
  }

  private static boolean isGiven(Doc doc, boolean against) {
    return against && "red".equals(doc.team);
  }

  private static String name(Doc doc) {
    return doc.index + "/" + doc.id;
  }

  private Map<String, Membership> records(String dest) {
    refresh(dest);
    Map<String, Membership> records = new TreeMap<>();
    Map<Object, String> groups = new TreeMap<>();
    for (SearchHit hit : client().prepareSearch(dest).setSize(10_000).get().getHits()) {
      Map<String, Object> record = hit.getSourceAsMap();
      String name = record.get("index") + "/" + record.get("id");
      Map<?, ?> of = (Map<?, ?>) record.get("of");
      boolean duplicate = record.get("status").equals("duplicate");
      String canonical = duplicate ? of.get("index") + "/" + of.get("id") : name;
      Object nearness = record.getOrDefault("similarity", record.getOrDefault("distance", 0));
      assertNull("once", records.put(name, new Membership(canonical, (Number) nearness)));
      String known = groups.putIfAbsent(record.get("group"), canonical);
      assertTrue("a group has one canonical", known == null || known.equals(canonical));
      assertTrue((Integer) record.get("seq_no") >= 0);
    }
    return records;
  }
}
