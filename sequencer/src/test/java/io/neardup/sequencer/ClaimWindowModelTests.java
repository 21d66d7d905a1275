// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import com.carrotsearch.randomizedtesting.RandomizedTest;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.sequencer.ClaimReplay.Doc;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Likeness;
import io.neardup.sequencer.keys.Rules;
import io.neardup.sequencer.keys.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.Test;

/**
 * The window beside an index that only shows what was refreshed: bulks, searches, writes, failures
 * and refreshes in any order, every decision compared with a replay by brute force that forgets
 * nothing.
 */
public class ClaimWindowModelTests extends RandomizedTest {
  private static final int STEPS = 1_200;
  private static final List<Double> SIMILARITIES = List.of(0.6, 0.8, 0.95);

  private static final class Bulk {
    Batch batch;
    final List<Doc> docs = new ArrayList<>();
    List<Hit> hits;
    boolean asked;
    boolean decided;
  }

  private record Refresh(List<ClaimedVersion> versions, List<Doc> docs) {}

  private List<Stage> stages;
  private long age;
  private ClaimWindow window;
  private ClaimReplay replay;
  private final List<Doc> log = new ArrayList<>();
  private final List<Bulk> bulks = new ArrayList<>();
  private final List<Refresh> refreshes = new ArrayList<>();
  private final List<Long> fingerprints = new ArrayList<>();
  private final List<int[]> sets = new ArrayList<>();
  private long now;
  private long indexSeqNo;
  private int decided;
  private int duplicates;
  private int doubted;
  private long used;

  private void start(boolean ownIds) {
    age = randomBoolean() ? -1 : 50;
    stages =
        List.of(
            new Stage(Stage.Kind.EXACT, "url", 0),
            new Stage(Stage.Kind.SIMHASH, "title", randomIntBetween(0, 3)),
            new Stage(
                Stage.Kind.SIMHASH,
                "content",
                randomIntBetween(2, 11),
                randomBoolean() ? null : new Likeness("signature", 0.5, NumbersRule.KEPT, 1)),
            Stage.minHash(
                new Likeness("signature", randomFrom(SIMILARITIES), NumbersRule.KEPT, 1)));
    Rules rules = new Rules(stages, age, randomBoolean(), randomIntBetween(0, 2) == 0);
    replay = new ClaimReplay(rules, log);
    Budget budget =
        new Budget() {
          @Override
          public boolean take(long bytes) {
            used += bytes;
            return true;
          }

          @Override
          public void release(long bytes) {
            used -= bytes;
          }
        };
    window = new ClaimWindow(rules, 7, 1, budget, () -> now);
    for (int step = 0; step < STEPS; step++) {
      now++;
      step(ownIds);
    }
    while (bulks.stream().anyMatch(bulk -> bulk.decided == false)) {
      search();
    }
    new ArrayList<>(bulks).forEach(this::write);
    beginRefresh();
    while (refreshes.isEmpty() == false) {
      endRefresh(true);
    }
    for (Doc doc : log) {
      boolean gone = doc.of != null && doc.of.written && replay.overwritten(doc.of, doc.seq);
      assertFalse("what it is a duplicate of was replaced before: " + doc.claim, gone);
    }
    window.forgetWithdrawn(-1);
    assertEquals("everything is forgotten in the end", Map.of(), held());
    assertTrue(window.idle());
    assertEquals("all memory is given back", 0, used);
  }

  private Map<String, Long> held() {
    Map<String, Long> sizes = new HashMap<>(window.open().sizes());
    sizes.values().removeIf(size -> size == 0);
    return sizes;
  }

  @Test
  public void testFreshIds() {
    start(false);
    assertEquals("nothing is doubted when nothing is rewritten", 0, doubted);
    assertTrue(duplicates + " of " + decided, duplicates > 0 && duplicates < decided);
  }

  @Test
  public void testRewrites() {
    start(true);
    assertTrue(doubted + " of " + decided, doubted < decided / 2);
    assertTrue(duplicates + " of " + decided, duplicates > 0);
  }

  private void step(boolean ownIds) {
    switch (randomIntBetween(0, 7)) {
      case 0, 1 -> claim(ownIds);
      case 2, 3 -> search();
      case 4, 5 -> {
        List<Bulk> ready = bulks.stream().filter(bulk -> bulk.decided).toList();
        if (ready.isEmpty() == false) {
          write(randomFrom(ready));
        }
      }
      case 6 -> beginRefresh();
      default -> endRefresh(randomIntBetween(0, 4) > 0);
    }
  }

  private void claim(boolean ownIds) {
    if (bulks.size() > 6) {
      return;
    }
    Bulk bulk = new Bulk();
    List<Claim> claims = new ArrayList<>();
    int size = randomIntBetween(1, 6);
    for (int i = 0; i < size; i++) {
      boolean own = ownIds && randomBoolean();
      String id = own ? "own" + randomIntBetween(0, 40) : "auto" + log.size() + "-" + i;
      DocRef ref = new DocRef("index", id, null);
      Keys keys = own && randomBoolean() ? lastKeys(ref) : randomKeys();
      claims.add(new Claim(ref, own, keys, null, -1, null, null, null));
    }
    bulk.batch = window.claim("bulk" + now, "node", claims, false);
    for (int i = 0; i < size; i++) {
      Doc doc = new Doc();
      doc.claim = claims.get(i);
      doc.seq = bulk.batch.firstSeq + i;
      bulk.docs.add(doc);
      log.add(doc);
    }
    bulks.add(bulk);
  }

  /** Written again as it was. */
  private Keys lastKeys(DocRef ref) {
    return log.stream()
        .filter(doc -> doc.claim.ref().equals(ref))
        .reduce((earlier, later) -> later)
        .map(doc -> doc.claim.keys())
        .orElseGet(this::randomKeys);
  }

  private Keys randomKeys() {
    long[] values = new long[8];
    values[0] = randomIntBetween(0, 2000);
    values[2] = fingerprint();
    values[4] = fingerprint();
    MinHashSignature[] signatures = new MinHashSignature[4];
    signatures[2] = signature();
    signatures[3] = signatures[2];
    int present = randomFrom(new int[] {15, 7, 8, 6, 4, 2, 0});
    return new Keys(
        randomIntBetween(0, 1),
        randomIntBetween(0, 2),
        age < 0 ? 0 : now - randomIntBetween(0, 60),
        values,
        signatures,
        null,
        present,
        Keys.UNRANKED);
  }

  /** Of a text that was edited, short and exact or long. */
  private MinHashSignature signature() {
    if (sets.isEmpty() || randomIntBetween(0, 5) == 0) {
      int size = randomBoolean() ? randomIntBetween(5, 60) : randomIntBetween(100, 150);
      sets.add(IntStream.generate(RandomizedTest::randomInt).limit(size).toArray());
    }
    int[] set = randomFrom(sets).clone();
    for (int edits = randomIntBetween(0, set.length / 8); edits > 0; edits--) {
      set[randomIntBetween(0, set.length - 1)] = randomInt();
    }
    sets.add(set);
    MinHasher hasher = new MinHasher();
    hasher.addAll(set);
    return hasher.signature();
  }

  private long fingerprint() {
    if (fingerprints.isEmpty() || randomIntBetween(0, 5) == 0) {
      fingerprints.add(randomLong());
    }
    long value = randomFrom(fingerprints);
    for (int flips = randomIntBetween(0, 3); flips > 0; flips--) {
      value ^= 1L << randomIntBetween(0, 63);
    }
    fingerprints.add(value);
    return value;
  }

  /** Asks the index for one bulk, or hands over what it said. */
  private void search() {
    List<Bulk> open = bulks.stream().filter(bulk -> bulk.decided == false).toList();
    if (open.isEmpty()) {
      return;
    }
    Bulk bulk = randomFrom(open);
    if (bulk.asked == false) {
      bulk.asked = true;
      bulk.hits = searchable();
    } else if (bulk.batch.answer == null) {
      for (ClaimWindow.Decided done : window.ready(bulk.batch, Claims.found(bulk.hits))) {
        bulks.stream()
            .filter(b -> b.batch == done.batch())
            .forEach(b -> check(b, done.decisions()));
      }
    }
  }

  /** The last searchable version of each document, if it is canonical. */
  private List<Hit> searchable() {
    Map<DocRef, Doc> visible = new HashMap<>();
    for (Doc doc : log) {
      if (doc.searchable) {
        visible.merge(doc.claim.ref(), doc, (a, b) -> a.indexSeqNo > b.indexSeqNo ? a : b);
      }
    }
    return visible.values().stream()
        .filter(doc -> doc.canonical)
        .map(
            doc ->
                new Hit(
                    doc.claim.ref(), doc.seq, doc.group, doc.claim.keys(), doc.indexSeqNo, 1, true))
        .toList();
  }

  private void write(Bulk bulk) {
    bulks.remove(bulk);
    List<Outcome> outcomes = new ArrayList<>();
    for (Doc doc : bulk.docs) {
      boolean fails = randomIntBetween(0, 5) == 0;
      doc.failed = fails;
      doc.written = fails == false;
      doc.indexSeqNo = fails ? -1 : indexSeqNo++;
      if (doc.tracked == false) {
        continue;
      }
      outcomes.add(
          new Outcome(
              doc.seq,
              fails ? Outcome.Result.NOT_WRITTEN : Outcome.Result.WRITTEN,
              "index",
              doc.indexSeqNo));
    }
    window.settle(outcomes);
  }

  private void beginRefresh() {
    List<ClaimedVersion> versions = window.drain();
    List<Doc> docs = log.stream().filter(doc -> doc.written && doc.searchable == false).toList();
    refreshes.add(new Refresh(versions, docs));
  }

  private void endRefresh(boolean success) {
    if (refreshes.isEmpty()) {
      return;
    }
    Refresh refresh = refreshes.remove(0);
    if (success) {
      refresh.docs.forEach(doc -> doc.searchable = true);
    }
    window.drained(refresh.versions, success);
  }

  private void check(Bulk bulk, List<Decision> decisions) {
    bulk.decided = true;
    for (int i = 0; i < decisions.size(); i++) {
      Doc doc = bulk.docs.get(i);
      Decision decision = decisions.get(i);
      assertEquals(doc.seq, decision.seq());
      decided++;
      doubted += decision.indexOnly() ? 1 : 0;
      ClaimReplay.Best best = decision.indexOnly() ? null : replay.best(doc);
      if (decision.indexOnly() == false) {
        assertEquals(decision + " of " + doc.claim, best == null, decision.isNew());
      }
      if (decision.isNew() == false) {
        duplicates++;
        if (best != null) {
          doc.of = best.doc();
          assertEquals(best.doc().claim.ref(), decision.match().of());
          assertEquals(best.doc().group, decision.group());
          assertEquals(best.stage(), decision.match().stage());
          assertEquals(best.closeness(), decision.match().closeness());
        }
      }
      doc.canonical = decision.isNew();
      doc.tracked = decision.tracked();
      doc.group = decision.group();
      assertNotNull(doc.group);
    }
  }

  @Test
  public void testNeverTwoNew() {
    start(false);
    Set<Long> seen = new HashSet<>();
    for (Doc doc : log) {
      assertTrue("a number is used once", seen.add(doc.seq));
      for (Doc other : log) {
        if (other.seq < doc.seq && doc.canonical && other.canonical && other.failed == false) {
          boolean near = false;
          for (int stage = 0; stage < stages.size(); stage++) {
            near |= replay.closeness(other, doc, stage) != null;
          }
          assertFalse(other.claim + " and " + doc.claim, near);
        }
      }
    }
  }
}
