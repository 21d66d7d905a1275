// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A greedy replay in the order of {@code seq}: each document is compared with all canonicals before
 * it, bit by bit, and with nothing else of the code that decided. A document may be a duplicate of
 * a member that is no canonical only where none of its group is left. A member that was promoted
 * has the number of that; when its document was written before is not known.
 */
final class NearDupReplay {
  private final int maxDistance;
  private final List<Sent> log;
  private final Map<String, List<Sent>> byRef = new HashMap<>();
  private final Map<String, List<Sent>> byId = new HashMap<>();

  /** The canonicals so far, and their fingerprints side by side. */
  private final List<Sent> canonicals = new ArrayList<>();

  private long[] prints = new long[1024];
  private int doubted;
  private int duplicates;

  /** Remembers what was sent, failed writes included. */
  NearDupReplay(int maxDistance, List<Sent> log) {
    this.maxDistance = maxDistance;
    this.log = log;
  }

  /** Checks every decision on what was written. */
  void run() {
    List<Sent> decided =
        log.stream()
            .filter(doc -> doc.written && doc.decision != null)
            .sorted(Comparator.comparingLong(Sent::seq))
            .toList();
    for (Sent doc : decided) {
      byId.computeIfAbsent(doc.id, key -> new ArrayList<>()).add(doc);
      byRef.computeIfAbsent(ref(doc), key -> new ArrayList<>()).add(doc);
    }
    long last = -1;
    for (Sent doc : decided) {
      if (doc.seq() >= 0) {
        assertNotEquals("a number is used once: " + doc, last, doc.seq());
        last = doc.seq();
      }
      duplicates += doc.isNew() ? 0 : 1;
      if (doc.doubted()) {
        doubted++;
      } else {
        check(doc);
      }
      if (doc.isNew() && doc.seq() >= 0 && doc.doubted() == false) {
        add(doc);
      }
    }
  }

  /** Decisions that were made from the index alone. */
  int doubted() {
    return doubted;
  }

  int duplicates() {
    return duplicates;
  }

  private static String ref(Sent doc) {
    return doc.index + "/" + doc.id;
  }

  private void add(Sent doc) {
    if (canonicals.size() == prints.length) {
      prints = Arrays.copyOf(prints, 2 * prints.length);
    }
    prints[canonicals.size()] = doc.fingerprint;
    canonicals.add(doc);
  }

  /** The nearest canonical, of equally near ones the first; null when there is none. */
  private Sent nearest(Sent doc) {
    Sent nearest = null;
    int best = maxDistance + 1;
    for (int i = 0; i < canonicals.size(); i++) {
      int distance = Long.bitCount(prints[i] ^ doc.fingerprint);
      if (distance < best && counts(canonicals.get(i), doc)) {
        nearest = canonicals.get(i);
        best = distance;
      }
    }
    return nearest;
  }

  /** Whether a canonical was surely there when the document was decided, and is another one. */
  private boolean counts(Sent canonical, Sent doc) {
    return ref(canonical).equals(ref(doc)) == false
        && canonical.deleted == false
        && byRef.get(ref(canonical)).stream().noneMatch(later -> later.seq() > canonical.seq());
  }

  private void check(Sent doc) {
    Sent nearest = nearest(doc);
    if (doc.isNew()) {
      assertEquals(doc + " is near to " + nearest, null, nearest);
      return;
    }
    Map<?, ?> of = (Map<?, ?>) doc.decision.get("of");
    if (of == null) {
      // The index of the first one was deleted while this one was decided.
      return;
    }
    int distance = (Integer) doc.decision.get("distance");
    assertTrue(doc + " is at more than " + maxDistance, distance <= maxDistance);
    assertTrue(
        doc + " but " + nearest,
        nearest == null || distance <= Long.bitCount(nearest.fingerprint ^ doc.fingerprint));
    // The index is where it was about to be written: a rollover may have come between.
    Sent named =
        byId.getOrDefault(of.get("id"), List.of()).stream()
            .filter(
                version ->
                    version.seq() >= 0
                        && version.seq() < doc.seq()
                        && version.isNew()
                        && Long.bitCount(version.fingerprint ^ doc.fingerprint) == distance)
            .findFirst()
            .orElse(null);
    if (named == null && standsIn(of.get("id"), doc, distance)) {
      return;
    }
    if (named == null) {
      assertTrue(
          doc + " is near to nothing: " + byId.get(of.get("id")),
          failedAt(doc, distance) || decidedAgain(doc, of.get("id"), distance));
      return;
    }
    assertEquals(named.decision.get("group"), doc.decision.get("group"));
    if (named.doubted() == false && counts(named, doc)) {
      assertSame(doc + " is a duplicate of another one", nearest, named);
    }
  }

  /** Whether a member of the same group is named, which has no canonical that surely was there. */
  private boolean standsIn(Object id, Sent doc, int distance) {
    Object group = doc.decision.get("group");
    return canonicals.stream()
            .noneMatch(head -> group.equals(head.decision.get("group")) && counts(head, doc))
        && byId.getOrDefault(id, List.of()).stream()
            .anyMatch(
                member ->
                    member.seq() >= 0
                        && member.seq() < doc.seq()
                        && group.equals(member.decision.get("group"))
                        && Long.bitCount(member.fingerprint ^ doc.fingerprint) == distance);
  }

  /** Whether a claim at this distance was not written, or its node gave up and decided alone. */
  private boolean failedAt(Sent doc, int distance) {
    return log.stream()
        .anyMatch(
            failed ->
                (failed.written == false || (failed.decision != null && failed.seq() < 0))
                    && Long.bitCount(failed.fingerprint ^ doc.fingerprint) == distance);
  }

  /**
   * Whether what it names was decided again: later, or while this one was compared with a member of
   * the group that it leaves.
   */
  private boolean decidedAgain(Sent doc, Object id, int distance) {
    return byId.getOrDefault(id, List.of()).stream()
        .filter(again -> Long.bitCount(again.fingerprint ^ doc.fingerprint) == distance)
        .anyMatch(again -> again.seq() > doc.seq() || leavesGroupOf(doc, again));
  }

  private static boolean leavesGroupOf(Sent doc, Sent again) {
    Object group = doc.decision.get("group");
    return again.isNew() == false && group.equals(again.decision.get("group")) == false;
  }
}
