// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.Test;

/**
 * A claim whose document the index does not have: that says nothing as long as the write may still
 * come, and a group goes on without its canonical.
 */
public class UnwrittenClaimsTests {
  private long now;
  private final ClaimWindow window =
      new ClaimWindow(Claims.RULES, 7, 1, Budget.UNLIMITED, () -> now);

  private Batch claim(String id, long print) {
    Claim claim = Claims.claim(new DocRef("news", id, null), Claims.keys(print));
    return window.claim("bulk of " + id, "node", List.of(claim), false);
  }

  private Batch claim(String id) {
    return claim(id, 0);
  }

  /** Whatever is acknowledged by now is looked up, and not there. */
  private Map<ClaimedVersion, Boolean> lookUp(Batch batch, boolean there) {
    Map<ClaimedVersion, Boolean> found = new HashMap<>();
    window.matches().acknowledged(batch).forEach(hit -> found.put(hit.version(), there));
    return found;
  }

  private Decision decide(Batch batch, Map<ClaimedVersion, Boolean> there, Hit... standIns) {
    return window
        .ready(batch, Claims.answer(List.of(), List.of(standIns), there, free(batch)))
        .get(0)
        .decisions()
        .get(0);
  }

  /** Nothing has the ids of a batch. */
  private static Map<DocRef, Boolean> free(Batch batch) {
    return batch.claims.stream().collect(Collectors.toMap(Claim::ref, claim -> false));
  }

  private Decision decide(Batch batch) {
    return decide(batch, lookUp(batch, false));
  }

  private void settle(Decision decision, Outcome.Result result) {
    window.settle(List.of(new Outcome(decision.seq(), result, "news", -1)));
  }

  private void refresh() {
    window.drained(window.drain(), true);
  }

  private static Hit member(String id, long seq, Group group, long print) {
    return new Hit(new DocRef("news", id, null), seq, group, Claims.keys(print), -1, -1, true);
  }

  @Test
  public void testOnItsWay() {
    Decision first = decide(claim("1"));
    Decision second = decide(claim("2"));
    assertFalse(second.isNew());
    assertFalse("nothing may be dropped for it", second.confirmed());
    assertEquals(first.group(), second.group());
  }

  @Test
  public void testAcknowledgedBetweenLookUpAndDecision() {
    Decision first = decide(claim("1"));
    Batch batch = claim("2");
    Map<ClaimedVersion, Boolean> there = lookUp(batch, false);
    settle(first, Outcome.Result.WRITTEN);
    Decision second = decide(batch, there);
    assertFalse("both are new: " + second, second.isNew());
    assertFalse("it was not looked up", second.confirmed());
  }

  /** A real-time get sees on the primary what no replica has yet. */
  @Test
  public void testSeenBeforeItIsAcknowledged() {
    Decision first = decide(claim("1"));
    ClaimedVersion written = new ClaimedVersion(new DocRef("news", "1", null), first.seq());
    assertFalse(decide(claim("2"), Map.of(written, true)).confirmed());
    settle(first, Outcome.Result.WRITTEN);
    assertTrue(decide(claim("3"), Map.of(written, true)).confirmed());
  }

  /** Nothing was kept in mind of it, so that nobody knows whether it is acknowledged. */
  @Test
  public void testFoundWithoutTheGuarantee() {
    Hit sure = member("1", 3, new Group(1, 2), 0);
    Hit doubted = new Hit(sure.ref(), 3, sure.group(), sure.keys(), -1, -1, false);
    assertTrue(decideBeside(claim("2"), sure).confirmed());
    assertFalse(decideBeside(claim("3"), doubted).confirmed());
    window.unsure(true);
    assertFalse("claims may be missing", decideBeside(claim("4"), sure).confirmed());
  }

  private Decision decideBeside(Batch batch, Hit canonical) {
    return decideBeside(batch, canonical, free(batch));
  }

  private Decision decideBeside(Batch batch, Hit canonical, Map<DocRef, Boolean> taken) {
    Map<ClaimedVersion, Boolean> there = Map.of(canonical.version(), true);
    return window
        .ready(batch, Claims.answer(List.of(canonical), List.of(), there, taken))
        .get(0)
        .decisions()
        .get(0);
  }

  /** It has to be written, and is removed again if it turns out to be the first of its id. */
  @Test
  public void testAnIdThatWasNotLookedUp() {
    Hit sure = member("1", 3, new Group(1, 2), 0);
    Decision taken = decideBeside(claim("2"), sure, Map.of(new DocRef("news", "2", null), true));
    assertTrue(taken.confirmed());
    assertTrue(taken.rewrites());
    Decision unknown = decideBeside(claim("3"), sure, Map.of());
    assertFalse(unknown.confirmed());
    assertFalse(unknown.rewrites());
  }

  @Test
  public void testNobodyKnows() {
    Decision first = decide(claim("1"));
    settle(first, Outcome.Result.UNKNOWN);
    Decision second = decide(claim("2"));
    assertTrue(second.isNew());
    assertEquals("the write may come yet", "in_flight", second.doubt());
  }

  @Test
  public void testWhatHasEndedIsAskedForAtOnce() {
    settle(decide(claim("1")), Outcome.Result.UNKNOWN);
    settle(decide(claim("2", -1)), Outcome.Result.ENDED);
    assertEquals(1, window.open().stale(true, 1000).size());
    now = 1000;
    assertEquals(2, window.open().stale(true, 1000).size());
  }

  @Test
  public void testFailed() {
    Decision first = decide(claim("1"));
    Decision second = decide(claim("2"));
    settle(first, Outcome.Result.NOT_WRITTEN);
    Decision third = decide(claim("3"));
    assertTrue(third.isNew());
    assertNull(third.doubt());
    assertEquals("the group goes on", second.group(), third.group());
  }

  /** A duplicate that was not written leaves nothing in the window. */
  @Test
  public void testDiscarded() {
    Decision first = decide(claim("1"));
    Decision second = decide(claim("2"));
    settle(first, Outcome.Result.WRITTEN);
    int before = window.size();
    settle(second, Outcome.Result.NOT_WRITTEN);
    assertEquals(before - 1, window.size());
  }

  @Test
  public void testGone() {
    Decision first = decide(claim("1"));
    settle(first, Outcome.Result.WRITTEN);
    Batch batch = claim("2");
    Decision second = decide(batch, lookUp(batch, false));
    assertTrue("it was deleted meanwhile", second.isNew());
    assertFalse(second.indexOnly());
    assertEquals("the group goes on", first.group(), second.group());
    assertEquals(second.group(), decide(claim("3")).group());
  }

  @Test
  public void testRewritten() {
    Decision first = decide(claim("1"));
    Decision member = decide(claim("2", 1));
    settle(first, Outcome.Result.WRITTEN);
    settle(member, Outcome.Result.WRITTEN);
    settle(decide(claim("1", -1), Map.of()), Outcome.Result.WRITTEN);
    Batch batch = claim("3");
    Decision third = decide(batch, Map.of(), member("2", member.seq(), first.group(), 1));
    assertEquals(new DocRef("news", "2", null), third.match().of());
    assertEquals(1, third.match().closeness().distance());
    assertEquals(first.group(), third.group());
    assertFalse("it may be unwritten for a canonical only", third.confirmed());
  }

  /** The first of the members that are near stands in, until there is a canonical again. */
  @Test
  public void testStandIns() {
    Group group = new Group(1, 1);
    Hit later = member("b", 6, group, 0b1);
    Hit earlier = member("a", 5, group, 0b11);
    Decision first = decide(claim("1"), Map.of(), later, earlier);
    assertEquals(earlier.ref(), first.match().of());
    assertEquals(group, first.group());
    // Near to the new member and to no other: the window knows it, the search not yet.
    Decision second = decide(claim("2", 0b11100), Map.of());
    assertEquals(new DocRef("news", "1", null), second.match().of());
    assertEquals(group, second.group());
    settle(first, Outcome.Result.WRITTEN);
    settle(second, Outcome.Result.WRITTEN);
    refresh();
    assertTrue(window.idle());
  }

  @Test
  public void testNoStandInBesideACanonical() {
    Decision head = decide(claim("1", 0b1111));
    Hit member = member("2", 9, head.group(), 0b11);
    assertTrue("a chain", decide(claim("3"), Map.of(), member).isNew());
    settle(head, Outcome.Result.NOT_WRITTEN);
    assertFalse(decide(claim("4", 0b111 << 3 ^ 0b11), Map.of(), member).isNew());
  }

  @Test
  public void testAnIdThatIsTaken() {
    DocRef own = new DocRef("news", "2", null);
    Decision first = decide(claim("1"));
    settle(first, Outcome.Result.WRITTEN);
    assertFalse(decide(claim("3")).rewrites());
    Batch batch = claim("2");
    assertEquals(List.of(own), window.matches().ids(batch, List.of()));
    assertTrue(
        window
            .ready(batch, Claims.answer(List.of(), List.of(), Map.of(), Map.of(own, true)))
            .get(0)
            .decisions()
            .get(0)
            .rewrites());
    decide(claim("4", -1));
    assertTrue("by a claim on its way", decide(claim("4"), Map.of()).rewrites());
  }

  /** The index may have an earlier one, however near the one in the window is. */
  @Test
  public void testTheSearchFailed() {
    decide(claim("1"));
    Batch batch = claim("2");
    Decision second = window.ready(batch, Answer.none(1)).get(0).decisions().get(0);
    assertFalse(second.isNew());
    assertTrue(second.indexOnly());
  }

  /** News of the first version comes while the second one is being refreshed, and forgotten. */
  @Test
  public void testReplacedByAForgottenVersion() {
    Decision first = decide(claim("1", 0));
    Decision second = decide(claim("1", -1));
    settle(second, 10);
    List<ClaimedVersion> refreshing = window.drain();
    settle(first, 5);
    window.drained(refreshing, true);
    assertTrue("nothing like it is left", decide(claim("2", 1), Map.of()).isNew());
  }

  /** The same where the version that was claimed first was written last. */
  @Test
  public void testReplacedByAnEarlierClaim() {
    Decision first = decide(claim("1", -1));
    Decision second = decide(claim("1", 0));
    settle(first, 10);
    List<ClaimedVersion> refreshing = window.drain();
    settle(second, 5);
    window.drained(refreshing, true);
    assertTrue("nothing like it is left", decide(claim("2", 1), Map.of()).isNew());
  }

  private void settle(Decision decision, long indexSeqNo) {
    window.settle(List.of(new Outcome(decision.seq(), Outcome.Result.WRITTEN, "news", indexSeqNo)));
  }

  /** It is read at once, so that nothing is in doubt meanwhile. */
  @Test
  public void testEndedInAKnownIndex() {
    Decision first = decide(claim("1"));
    settle(first, Outcome.Result.ENDED);
    assertEquals(1, window.open().stale(true, Long.MAX_VALUE / 2).size());
    Decision second = decide(claim("2"));
    assertFalse(second.toString(), second.isNew() || second.indexOnly());
    assertTrue(window.isOpen(first.seq()));
    settle(first, Outcome.Result.WRITTEN);
    assertFalse(window.isOpen(first.seq()));
  }

  /** A group that has members needs another canonical, until it has one. */
  @Test
  public void testMembersWithoutACanonical() {
    Decision alone = decide(claim("1", -1));
    settle(alone, Outcome.Result.NOT_WRITTEN);
    Decision first = decide(claim("2"));
    Decision second = decide(claim("3"));
    settle(second, Outcome.Result.WRITTEN);
    assertEquals(List.of(), window.orphans().next(10).groups());
    settle(first, Outcome.Result.NOT_WRITTEN);
    assertEquals(List.of(first.group()), window.orphans().next(10).groups());
    assertEquals(List.of(), window.orphans().next(10).groups());
  }

  @Test
  public void testRewrittenCanonicalOfMembers() {
    Decision first = decide(claim("1"));
    decide(claim("2"));
    settle(first, Outcome.Result.WRITTEN);
    settle(decide(claim("1", -1)), Outcome.Result.WRITTEN);
    assertEquals(List.of(first.group()), window.orphans().next(10).groups());
  }

  /** Once a member leads the group, nobody else becomes its canonical. */
  @Test
  public void testPromoted() {
    Decision first = decide(claim("1"));
    Decision member = decide(claim("2"));
    settle(member, Outcome.Result.WRITTEN);
    settle(first, Outcome.Result.NOT_WRITTEN);
    Claim heir = Claims.heir(new DocRef("news", "2", null), Claims.keys(0), first.group());
    Decision promoted = decide(window.claim("promotion", "node", List.of(heir), true));
    assertTrue(promoted.isNew());
    assertEquals(first.group(), promoted.group());
    settle(promoted, Outcome.Result.WRITTEN);
    refresh();
    Hit canonical = member("2", promoted.seq(), promoted.group(), 0);
    Decision next = decideBeside(claim("3"), canonical);
    assertEquals(canonical.ref(), next.match().of());
  }

  /** Found, not scanned: a claim is compared with canonicals only. */
  @Test
  public void testManyEqualClaims() {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      claims.add(Claims.claim(new DocRef("news", "id" + i, null), Claims.keys(0)));
    }
    Batch batch = window.claim("bulk", "node", claims, false);
    List<Decision> decisions = window.ready(batch, Claims.found(List.of())).get(0).decisions();
    assertEquals(1, decisions.stream().filter(Decision::isNew).count());
  }
}
