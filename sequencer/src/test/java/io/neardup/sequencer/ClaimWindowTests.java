// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.sequencer.keys.Keys;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Test;

/** Single steps of a claim's life, each of which a replay meets only now and then. */
public class ClaimWindowTests {
  private static final long STORM = 0x0123_4567_89ab_cdefL;
  private static final long CHESS = 0xf0f0_1234_dead_beefL;
  private static final long OTHER = 0x5a5a_0000_ffff_3c3cL;

  private long used;
  private long limit = Long.MAX_VALUE;

  private final ClaimWindow window =
      new ClaimWindow(
          Claims.RULES,
          7,
          1,
          new Budget() {
            @Override
            public boolean take(long bytes) {
              if (used + bytes > limit) {
                return false;
              }
              used += bytes;
              return true;
            }

            @Override
            public void release(long bytes) {
              used -= bytes;
            }
          },
          () -> 0);

  private Batch claim(String id, long print) {
    return claim(id, print, "bulk of " + id);
  }

  private Batch claim(String id, long print, String bulk) {
    return window.claim(bulk, "node", List.of(heir(id, print, null)), false);
  }

  private Decision decide(Batch batch) {
    return window.ready(batch, Claims.found(List.of())).get(0).decisions().get(0);
  }

  private Decision write(String id, long print, long indexSeqNo) {
    Decision decision = decide(claim(id, print));
    written(decision, indexSeqNo);
    return decision;
  }

  private void written(Decision decision, long indexSeqNo) {
    window.settle(
        List.of(new Outcome(decision.seq(), Outcome.Result.WRITTEN, "index", indexSeqNo)));
  }

  private void notWritten(Decision decision) {
    window.settle(List.of(new Outcome(decision.seq(), Outcome.Result.NOT_WRITTEN, null, -1)));
  }

  /** Found in the window, then forgotten together with the version that replaced it. */
  @Test
  public void testForgottenBetweenClaimAndDecision() {
    write("1", STORM, 0);
    write("1", CHESS, 1);
    Batch earlier = claim("2", OTHER);
    window.drained(window.drain(), true);
    Batch later = claim("3", STORM);
    decide(earlier);
    Decision decision = decide(later);
    assertTrue(decision.toString(), decision.isNew());
    assertFalse(decision.toString(), decision.indexOnly());
  }

  private static Claim ranked(String id, long print, int rank, Group heirTo, Set<Long> replaces) {
    return ranked(id, print, rank, heirTo, -1, replaces);
  }

  private static Claim ranked(
      String id, long print, int rank, Group heirTo, long found, Set<Long> replaces) {
    Keys keys = Claims.keys(print, new byte[] {(byte) rank});
    return new Claim(
        new DocRef("index", id, null), false, keys, heirTo, found, replaces, null, null);
  }

  private List<Decision> decideStored(Claim... claims) {
    Batch batch = window.claim("promotion", "node", List.of(claims), true);
    return window.ready(batch, Claims.found(List.of())).get(0).decisions();
  }

  private Decision writeRanked(String id, long print, int rank) {
    Decision decision =
        decide(
            window.claim("of " + id, "node", List.of(ranked(id, print, rank, null, null)), false));
    written(decision, -1);
    return decision;
  }

  /** What was canonical and is written with another text leaves its group. */
  @Test
  public void testLeft() {
    Decision first = write("1", STORM, 0);
    decide(claim("2", STORM));
    Decision rewritten = decide(claim("1", CHESS));
    assertEquals(List.of(), window.orphans().next(9).groups());
    written(rewritten, 7);
    assertEquals(List.of(first.group()), window.orphans().next(9).groups());
  }

  /** Whoever ranks before the canonical is known to the window until it is written. */
  @Test
  public void testOutranks() {
    Decision canonical = writeRanked("1", STORM, 200);
    assertFalse(writeRanked("2", STORM, 200).outranks());
    assertFalse(writeRanked("3", STORM, 201).outranks());
    assertEquals(List.of(), window.orphans().next(9).groups());
    Decision better = writeRanked("4", STORM, 100);
    assertFalse(better.isNew());
    assertTrue(better.outranks());
    assertTrue(better.tracked());
    assertEquals(List.of(canonical.group()), window.orphans().next(9).groups());
  }

  /** What is claimed in place of a canonical leads its group, which becomes a duplicate of it. */
  @Test
  public void testReplaces() {
    Decision former = writeRanked("1", STORM, 200);
    Group group = former.group();
    List<Decision> decisions =
        decideStored(
            ranked("2", STORM, 100, group, Set.of(former.seq())),
            ranked("1", STORM, 200, group, null));
    assertTrue(decisions.get(0).isNew());
    assertEquals(group, decisions.get(0).group());
    assertEquals("2", decisions.get(1).match().of().id());
    assertEquals(group, decisions.get(1).group());
    assertFalse(writeRanked("3", STORM, 150).indexOnly());
    // It was changed meanwhile: nothing is compared with what it would have been.
    notWritten(decisions.get(0));
    notWritten(decisions.get(1));
    assertEquals("1", writeRanked("4", STORM, 255).match().of().id());
  }

  /** The version that is decided anew is in the index, so its late report casts no doubt. */
  @Test
  public void testReplacesBeforeItIsReported() {
    Decision former = writeRanked("1", STORM, 200);
    Group group = former.group();
    Decision better =
        decide(window.claim("of 2", "node", List.of(ranked("2", STORM, 100, null, null)), false));
    List<Decision> decisions =
        decideStored(
            ranked("2", STORM, 100, group, better.seq(), Set.of(former.seq())),
            ranked("1", STORM, 200, group, null));
    assertFalse(decisions.get(1).isNew());
    Decision later = writeRanked("3", STORM, 150);
    assertFalse(later.isNew());
    assertFalse(later.indexOnly());
  }

  /**
   * It takes the place only of what it outranks in its group, and of what gives way: whoever looked
   * may not have seen a canonical that was just written.
   */
  @Test
  public void testReplacesNothingElse() {
    Decision canonical = writeRanked("1", STORM, 50);
    Set<Long> all = Set.of(canonical.seq());
    assertFalse(decideStored(ranked("2", STORM, 100, canonical.group(), all)).get(0).isNew());
    assertFalse(decideStored(ranked("3", STORM, 10, new Group(5, 6), all)).get(0).isNew());
    Decision unseen = decideStored(ranked("4", STORM, 10, canonical.group(), Set.of())).get(0);
    assertFalse(unseen.isNew());
    assertTrue("it is looked at again", unseen.outranks());
    assertTrue(decideStored(ranked("5", STORM, 10, canonical.group(), all)).get(0).isNew());
  }

  /** Of two members of a group without a canonical, the first that is new leads it. */
  @Test
  public void testHeirs() {
    Group group = new Group(5, 6);
    List<Claim> members =
        List.of(heir("1", STORM, group), heir("2", STORM, group), heir("3", CHESS, group));
    Batch batch = window.claim("repair", "node", members, true);
    List<Decision> decisions = window.ready(batch, Claims.found(List.of())).get(0).decisions();
    assertTrue(decisions.get(0).isNew());
    assertEquals(group, decisions.get(0).group());
    assertFalse(decisions.get(1).isNew());
    assertEquals(group, decisions.get(1).group());
    assertTrue(decisions.get(2).isNew());
    assertNotEquals(group, decisions.get(2).group());
  }

  /** The canonical of another lost group is nearer than its own was, and still in the window. */
  @Test
  public void testHeirsStayInTheirGroup() {
    Decision lost = write("1", STORM, 0);
    Group group = new Group(5, 6);
    Batch batch =
        window.claim(
            "repair",
            "node",
            List.of(heir("2", STORM, group), heir("3", CHESS, lost.group())),
            true);
    List<Decision> decisions =
        window
            .ready(
                batch,
                Claims.answer(
                    List.of(),
                    List.of(),
                    Map.of(new ClaimedVersion(new DocRef("index", "1", null), lost.seq()), false),
                    Map.of()))
            .get(0)
            .decisions();
    assertEquals(group, decisions.get(0).group());
    assertEquals(lost.group(), decisions.get(1).group());
  }

  private static Claim heir(String id, long print, Group group) {
    return Claims.heir(new DocRef("index", id, null), Claims.keys(print), group);
  }

  /** Until the refresh has succeeded a search may not see it. */
  @Test
  public void testNotForgottenBeforeARefreshSucceeds() {
    Decision first = write("1", STORM, 0);
    window.drained(window.drain(), false);
    assertEquals(first.group(), decide(claim("2", STORM)).group());
    window.drained(window.drain(), true);
    assertTrue(decide(claim("3", STORM)).isNew());
  }

  /** A batch that was claimed before the refresh had finished may have searched before it. */
  @Test
  public void testKeptForBatchesClaimedBefore() {
    Decision first = write("1", STORM, 0);
    Batch before = claim("2", STORM);
    window.drained(window.drain(), true);
    assertEquals(first.group(), decide(before).group());
    assertTrue(decide(claim("3", STORM)).isNew());
  }

  /** Without room a document is decided from the index alone, and nothing is forgotten for it. */
  @Test
  public void testNoRoom() {
    Decision first = write("1", STORM, 0);
    limit = used;
    Decision outside = decide(claim("2", CHESS));
    assertTrue(outside.toString(), outside.isNew() && outside.indexOnly());
    assertEquals("window_full", outside.doubt());
    assertFalse(outside.tracked());
    Decision duplicate = decide(claim("3", STORM));
    assertEquals(first.group(), duplicate.group());
    assertFalse(duplicate.toString(), duplicate.indexOnly());
    window.drained(window.drain(), true);
    assertEquals("all is given back", 0, used);
    Decision inside = decide(claim("4", CHESS));
    assertFalse(inside.toString(), inside.indexOnly());
  }

  /** A write that failed leaves its group to the next member that is written. */
  @Test
  public void testWithdrawn() {
    Decision failed = decide(claim("1", STORM));
    window.settle(List.of(new Outcome(failed.seq(), Outcome.Result.NOT_WRITTEN, null, -1)));
    Decision heir = decide(claim("2", STORM));
    assertTrue(heir.isNew());
    assertEquals(failed.group(), heir.group());
    assertEquals(new DocRef("index", "2", null), decide(claim("3", STORM)).match().of());
  }

  @Test
  public void testSaysWhatIsNotKnown() {
    Batch batch = claim("1", STORM);
    Decision decision = window.ready(batch, Answer.none(1)).get(0).decisions().get(0);
    assertEquals("search_failed", decision.doubt());
    assertEquals("no_home", decision.unclaimed().doubt());
    window.unsure(true);
    assertEquals("takeover", decide(claim("2", STORM)).doubt());
  }

  /** Whether a write of a lost node has happened is not known until the index was asked. */
  @Test
  public void testLostNode() {
    Decision lost = decide(claim("1", STORM));
    window.open().loseAllBut(Set.of());
    assertEquals("in_flight", decide(claim("2", STORM)).doubt());
    assertEquals(1, window.open().stale(true, 0).size());
    written(lost, 0);
    Decision after = decide(claim("3", STORM));
    assertEquals(lost.group(), after.group());
    assertFalse(after.indexOnly());
  }

  /** Whether the lost write or the later one comes last, the document leads its group. */
  @Test
  public void testDecidedAgainAfterItsNodeIsLost() {
    Decision lost = decide(claim("1", STORM));
    window.open().loseAllBut(Set.of());
    Decision again = decide(claim("1", STORM, "again"));
    assertEquals(lost.group(), again.group());
    assertSureDuplicate(again, decide(claim("2", STORM)));
    written(again, 0);
    assertSureDuplicate(again, decide(claim("3", STORM)));
    notWritten(lost);
    assertSureDuplicate(again, decide(claim("4", STORM)));
  }

  /** The lost write may come last, and the document has another text then. */
  @Test
  public void testRewrittenAfterItsNodeIsLost() {
    decide(claim("1", STORM));
    window.open().loseAllBut(Set.of());
    written(decide(claim("1", STORM ^ 1, "again")), 0);
    assertMarked(decide(claim("2", STORM)));
  }

  /** The later claim was not written: it says nothing of the lost one any more. */
  @Test
  public void testDecidedAgainInVain() {
    decide(claim("1", STORM));
    window.open().loseAllBut(Set.of());
    notWritten(decide(claim("1", STORM, "again")));
    assertMarked(decide(claim("2", STORM)));
  }

  private static void assertMarked(Decision decision) {
    assertTrue(decision.toString(), decision.isNew() && decision.indexOnly());
  }

  private static void assertSureDuplicate(Decision canonical, Decision decision) {
    assertFalse(decision.toString(), decision.isNew() || decision.indexOnly());
    assertEquals(canonical.group(), decision.group());
    assertEquals(canonical.seq(), decision.match().seq());
  }
}
