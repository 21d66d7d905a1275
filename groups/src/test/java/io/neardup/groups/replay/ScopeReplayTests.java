// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.fingerprint.pairs.StopCheck;
import io.neardup.groups.page.FingerprintPage;
import io.neardup.groups.page.PageKeys;
import io.neardup.groups.replay.Candidates.NearFingerprint;
import io.neardup.groups.replay.Candidates.SharedBand;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.test.OpenSearchTestCase;

/** The groups of a table are those that a replay finds one document after the other. */
public class ScopeReplayTests extends OpenSearchTestCase {
  /** A document that is grouped. */
  private record Doc(
      int row,
      long fingerprint,
      MinHashSignature signature,
      List<Long> keys,
      int scope,
      boolean given) {}

  private record Expected(Doc canonical, int distance) {}

  private final List<Doc> docs = new ArrayList<>();

  public void testFingerprints() {
    for (int round = 0; round < 60; round++) {
      assertDuel(new Rule(null, between(0, 7), 0, NumbersRule.KEPT), 1500);
    }
  }

  public void testFingerprintsAndSignatures() {
    for (int round = 0; round < 15; round++) {
      int maxDistance = between(0, 7);
      double similarity = randomFrom(0.2, 0.5, 0.8, 1.0);
      assertDuel(
          new Rule(new NearFingerprint(maxDistance), maxDistance, similarity, NumbersRule.KEPT),
          500);
    }
  }

  public void testSignatures() {
    for (int round = 0; round < 25; round++) {
      double similarity = randomFrom(0.3, 0.5, 0.7, 0.9, 1.0);
      Bands bands = rarely() ? null : Bands.of(similarity, randomFrom(0.3, 0.9, 0.99));
      assertDuel(new Rule(new SharedBand(bands), 0, similarity, NumbersRule.KEPT), 500);
    }
  }

  private void assertDuel(Rule rule, int most) {
    docs.clear();
    int keys = between(0, 2);
    int scopes = randomFrom(0, 1, 3, 40);
    double given = randomFrom(0.0, 0.0, 0.1, 0.6);
    DocumentTable table = fill(between(1, most), keys, scopes, given, rule);
    Assignments assignments = run(table, rule);
    Map<Integer, Expected> expected = replay(rule);
    for (Doc doc : docs) {
      int leader = assignments.leader(doc.row);
      Expected wanted = expected.get(doc.row);
      assertEquals(wanted.canonical.fingerprint, docs.get(leader).fingerprint);
      assertEquals(wanted.canonical.signature, docs.get(leader).signature);
      assertEquals(wanted.distance, assignments.distance(doc.row));
      assertEquals(leader, assignments.leader(leader));
      assertEquals(doc.scope, docs.get(leader).scope);
    }
    assertGroups(table, assignments);
  }

  private static Assignments run(DocumentTable table, Rule rule) {
    Join join = rule.join(table, null, StopCheck.NEVER);
    Assignments assignments =
        new Assignments(table.size(), MemoryAccount.unbounded(), StopCheck.NEVER);
    DocumentTable.ByScope byScope = table.byScope();
    MemoryAccount memory = MemoryAccount.unbounded();
    for (int i = 0; i < table.scopeCount(); i++) {
      int scope = i;
      int size = byScope.size(scope);
      new ScopeReplay(table, at -> byScope.row(scope, at), size, join, memory, StopCheck.NEVER)
          .run(assignments);
    }
    return assignments;
  }

  /** Around a few centers, some of them equal, in pages of several shards. */
  private DocumentTable fill(int count, int keys, int scopes, double given, Rule rule) {
    boolean signed = rule.isSigned();
    boolean bySimilarity = rule.isBySimilarity();
    DocumentTable table =
        new DocumentTable(count, keys, scopes > 0, signed, MemoryAccount.unbounded());
    int[][] texts = new int[between(1, 8)][];
    Arrays.setAll(texts, i -> random().ints(randomFrom(1, 3, 40, 64, 90, 300)).toArray());
    long[] centers = new long[between(1, 8)];
    Arrays.setAll(centers, i -> randomLong());
    int keyRange = randomFrom(1, 3, 10_000);
    int end = (int) (count * given);
    while (table.size() < count) {
      if (table.size() == end) {
        table.endGiven();
      }
      int rest = (table.size() < end ? end : count) - table.size();
      int size = Math.min(rest, between(1, 400));
      long[] prints = new long[size];
      long[][] values = new long[keys][size];
      int[] scopeOf = scopes == 0 ? null : new int[size];
      List<BytesRef> scopeValues =
          IntStream.range(0, scopes).mapToObj(i -> new BytesRef("s" + i)).toList();
      int[] ends = new int[size];
      ByteArrayOutputStream signatures = new ByteArrayOutputStream();
      for (int i = 0; i < size; i++) {
        MinHashSignature signature = signed ? edited(randomFrom(texts)) : null;
        signatures.writeBytes(signed ? signature.toBytes() : new byte[0]);
        ends[i] = signatures.size();
        prints[i] = bySimilarity ? 0 : near(centers[between(0, centers.length - 1)]);
        List<Long> key = new ArrayList<>();
        for (int k = 0; k < keys; k++) {
          values[k][i] = rarely() ? Long.MAX_VALUE : between(0, keyRange);
          key.add(values[k][i]);
        }
        int scope = scopes == 0 ? 0 : between(0, scopes - 1);
        if (scopeOf != null) {
          scopeOf[i] = scope;
        }
        docs.add(new Doc(table.size() + i, prints[i], signature, key, scope, table.size() < end));
      }
      int[] numbers = IntStream.range(0, size).toArray();
      ShardId shard = new ShardId("index", "uuid", between(0, 6));
      FingerprintPage.Signatures of =
          signed ? new FingerprintPage.Signatures(ends, signatures.toByteArray()) : null;
      table.add(
          new FingerprintPage(
              shard, numbers, prints.clone(), keys(values), scopeOf, scopeValues, of, true));
      assertEquals(shard, table.shard(table.size() - 1));
    }
    return table;
  }

  private static List<PageKeys> keys(long[][] values) {
    return Arrays.stream(values)
        .map(of -> new PageKeys(of, new BitSet(), List.of(), false))
        .toList();
  }

  /** A text with some of its features changed, and some that many texts have. */
  private static MinHashSignature edited(int... text) {
    int[] features = text.clone();
    int changes = randomFrom(0, 0, 1, text.length / 10, text.length / 3);
    for (int i = 0; i < changes; i++) {
      features[between(0, text.length - 1)] = between(0, 50);
    }
    MinHasher hasher = new MinHasher();
    hasher.addAll(features);
    return hasher.signature();
  }

  /** Less than 0 for what is not near. */
  private static int distance(Rule rule, Doc left, Doc right) {
    int distance = Fingerprint.distance(left.fingerprint, right.fingerprint);
    if (rule.isSigned() == false) {
      return distance <= rule.maxDistance() ? distance : -1;
    }
    double jaccard = left.signature.jaccard(right.signature).jaccard();
    if (jaccard < rule.similarity()) {
      return -1;
    }
    if (rule.candidates() instanceof SharedBand shared) {
      return shareBand(shared.bands(), left, right) ? (int) Math.round((1 - jaccard) * 1e6) : -1;
    }
    // The more similar one is nearer, of equally similar ones that with the nearer fingerprint.
    int units = (int) Math.round((1 - jaccard) * 1e6);
    return distance <= rule.maxDistance() ? units * 128 + distance : -1;
  }

  private static boolean shareBand(Bands bands, Doc left, Doc right) {
    if (bands == null) {
      return true;
    }
    long[] keys = bands.keys(left.signature);
    long[] others = bands.keys(right.signature);
    return IntStream.range(0, keys.length).anyMatch(band -> keys[band] == others[band]);
  }

  private static long near(long center) {
    long print = center;
    for (int flips = between(0, 12); flips > 0; flips--) {
      print ^= 1L << between(0, 15);
    }
    return print;
  }

  /** By brute force; what is equal in all else is the same to it. */
  private Map<Integer, Expected> replay(Rule rule) {
    List<Doc> inOrder = new ArrayList<>(docs);
    inOrder.sort(
        Comparator.comparing((Doc doc) -> doc.given == false)
            .thenComparing(
                Doc::keys, (a, b) -> Arrays.compare(a.toArray(Long[]::new), b.toArray(Long[]::new)))
            .thenComparing(Doc::fingerprint, Long::compareUnsigned)
            .thenComparing(
                doc -> doc.signature == null ? new byte[0] : doc.signature.toBytes(),
                Arrays::compareUnsigned));
    List<Doc> canonicals = new ArrayList<>();
    Map<Integer, Expected> replayed = new HashMap<>();
    for (Doc doc : inOrder) {
      Doc nearest = null;
      int least = Integer.MAX_VALUE;
      for (Doc canonical : canonicals) {
        if (canonical.scope != doc.scope || doc.given) {
          continue;
        }
        int distance = distance(rule, canonical, doc);
        // Of those that are canonical already more than one may be near: the same is nearest.
        boolean same =
            canonical.fingerprint == doc.fingerprint
                && Objects.equals(canonical.signature, doc.signature);
        if (distance >= 0 && (distance < least || (same && distance == least))) {
          nearest = canonical;
          least = distance;
        }
        if (same && distance >= 0) {
          break;
        }
      }
      if (nearest == null) {
        canonicals.add(doc);
      }
      Doc of = nearest == null ? doc : nearest;
      replayed.put(doc.row, new Expected(of, nearest == null ? 0 : least));
    }
    return replayed;
  }

  private static void assertGroups(DocumentTable table, Assignments assignments) {
    Map<Integer, List<Integer>> expected = new HashMap<>();
    for (int row = 0; row < table.size(); row++) {
      expected.computeIfAbsent(assignments.leader(row), leader -> new ArrayList<>()).add(row);
    }
    expected.entrySet().removeIf(group -> size(table, group) < 2);
    Assignments.Groups groups = assignments.groups(table.given());
    assertEquals(expected.size(), groups.count());
    long duplicates = 0;
    for (int group = 0; group < groups.count(); group++) {
      List<Integer> rows = expected.get(groups.leader(group));
      assertEquals(rows, groups.rows(group).boxed().toList());
      assertEquals(rows.size(), groups.rowCount(group));
      long size = size(table, Map.entry(groups.leader(group), rows));
      assertEquals(size, groups.size(group));
      duplicates += size - 1;
    }
    assertEquals(duplicates, groups.duplicates());
    int[] largest = groups.largest(3);
    assertEquals(Math.min(3, groups.count()), largest.length);
    for (int i = 0; i < largest.length; i++) {
      int bigger = largest[i];
      long before =
          IntStream.range(0, groups.count())
              .filter(
                  g ->
                      groups.size(g) > groups.size(bigger)
                          || (groups.size(g) == groups.size(bigger) && g < bigger))
              .count();
      assertEquals(i, before);
    }
  }

  /** The canonical and its duplicates: others that are canonical already are none of these. */
  private static long size(DocumentTable table, Map.Entry<Integer, List<Integer>> group) {
    long others = group.getValue().stream().filter(row -> table.isGiven(row) == false).count();
    return others + (table.isGiven(group.getKey()) ? 1 : 0);
  }
}
