// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import static org.junit.Assert.assertEquals;

import io.neardup.chaos.Finding.Kind;
import io.neardup.chaos.Write.Action;
import io.neardup.chaos.Write.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** The referee finds each fault in a history made for it, and none in its correct counterpart. */
public class RefereeTest {
  private static final long PRINT = 0x1234_5678_9abc_def0L;
  private static final long NEAR = PRINT ^ 0b111;
  private static final long FAR = PRINT ^ 0b1111;

  private final Lane tag = new Lane("t", Lane.Mode.TAG, false);
  private final Lane drop = new Lane("d", Lane.Mode.DROP, false);
  private final Lane reroute = new Lane("r", Lane.Mode.REROUTE, false);
  private final History history = new History();
  private final List<Stored> stored = new ArrayList<>();
  private final List<Stored> rerouted = new ArrayList<>();

  @Test
  public void whatWasAcknowledgedMustBeThere() {
    Write write = fresh(1, tag, "a", PRINT, 0, 10, Outcome.CREATED);
    judge(tag, Kind.LOST);
    store(write, "new", false);
    judge(tag);
  }

  @Test
  public void whatWasNotAcknowledgedNeedNot() {
    fresh(1, tag, "a", PRINT, 0, 10, Outcome.UNKNOWN);
    fresh(1, tag, "b", FAR, 0, 10, Outcome.REJECTED);
    judge(tag);
  }

  @Test
  public void anOverwrittenTextIsGone() {
    Write first = fresh(1, tag, "a", PRINT, 0, 10, Outcome.CREATED);
    Write second = change(2, tag, Action.INDEX, "a", ~PRINT, 20, 30, Outcome.UPDATED);
    store(second, "new", false);
    judge(tag);
    stored.clear();
    store(first, "new", false);
    judge(tag, Kind.STALE);
  }

  @Test
  public void aDeletedDocumentIsGone() {
    Write first = fresh(1, tag, "a", PRINT, 0, 10, Outcome.CREATED);
    change(2, tag, Action.DELETE, "a", 0, 20, 30, Outcome.DELETED);
    judge(tag);
    store(first, "new", false);
    judge(tag, Kind.STALE);
  }

  @Test
  public void anUpdateThatFindsNothingShowsALoss() {
    fresh(1, tag, "a", PRINT, 0, 10, Outcome.CREATED);
    change(2, tag, Action.UPDATE, "a", 0, 20, 30, Outcome.ABSENT);
    judge(tag, Kind.LOST);
  }

  /** The first attempt was executed by a node that was killed before it answered. */
  @Test
  public void whatTheClusterRepeatsFindsItselfDone() {
    fresh(1, tag, "a", PRINT, 0, 10, Outcome.CREATED);
    store(fresh(1, tag, "b", ~PRINT, 0, 10, Outcome.CREATED), "new", false);
    change(2, tag, Action.DELETE, "a", 0, 20, 30, Outcome.ABSENT);
    change(2, tag, Action.UPDATE, "b", 0, 20, 30, Outcome.NOOP);
    judge(tag, Kind.LOST, Kind.SWALLOWED);
    history.away(1, 25, 40);
    judge(tag);
  }

  @Test
  public void aWriteToWhatIsThereIsNeverDropped() {
    store(fresh(1, drop, "a", PRINT, 0, 10, Outcome.CREATED), "new", false);
    store(fresh(2, drop, "b", ~PRINT, 0, 10, Outcome.CREATED), "new", false);
    change(3, drop, Action.INDEX, "b", NEAR, 20, 30, Outcome.NOOP);
    judge(drop, Kind.SWALLOWED);
  }

  @Test
  public void droppedIsOnlyWhatIsNearToSomethingThere() {
    store(fresh(1, drop, "a", PRINT, 0, 10, Outcome.CREATED), "new", false);
    fresh(2, drop, "b", NEAR, 20, 30, Outcome.NOOP);
    judge(drop);
    fresh(3, drop, "c", FAR, 20, 30, Outcome.NOOP);
    judge(drop, Kind.GHOST);
  }

  @Test
  public void whatNeverArrivedConfirmsNothing() {
    fresh(1, drop, "a", PRINT, 0, 10, Outcome.UNKNOWN);
    fresh(2, drop, "b", PRINT, 20, 30, Outcome.NOOP);
    judge(drop, Kind.GHOST);
  }

  @Test
  public void whatIsSentLaterConfirmsNothing() {
    fresh(1, drop, "b", PRINT, 20, 30, Outcome.NOOP);
    store(fresh(2, drop, "a", PRINT, 40, 50, Outcome.CREATED), "new", false);
    judge(drop, Kind.GHOST);
  }

  @Test
  public void whatWasDeletedBeforeConfirmsNothing() {
    fresh(1, drop, "a", PRINT, 0, 10, Outcome.CREATED);
    change(2, drop, Action.DELETE, "a", 0, 20, 30, Outcome.DELETED);
    fresh(3, drop, "b", PRINT, 25, 40, Outcome.NOOP);
    judge(drop);
    fresh(4, drop, "c", PRINT, 31, 40, Outcome.NOOP);
    judge(drop, Kind.GHOST);
  }

  @Test
  public void whatTheSameBulkRemovesConfirmsNothing() {
    fresh(1, drop, "a", PRINT, 0, 10, Outcome.CREATED);
    change(2, drop, Action.DELETE, "a", 0, 20, 30, Outcome.DELETED);
    fresh(2, drop, "b", PRINT, 20, 30, Outcome.NOOP);
    judge(drop, Kind.GHOST);
  }

  @Test
  public void whatFailsInTheSameBulkIsShownByItsAnswer() {
    fresh(1, drop, "a", PRINT, 0, 10, Outcome.REJECTED);
    fresh(1, drop, "b", PRINT, 0, 10, Outcome.NOOP);
    judge(drop);
  }

  @Test
  public void reroutedIsOnlyWhatIsNearToSomethingThere() {
    store(fresh(1, reroute, "a", PRINT, 0, 10, Outcome.CREATED), "new", false);
    for (long print : new long[] {NEAR, FAR}) {
      Write write = fresh(2, reroute, "b" + print, print, 20, 30, Outcome.CREATED);
      write.writtenIndex = reroute.reroutedTo();
      rerouted.add(document(write, "duplicate", false, "a", Long.bitCount(print ^ PRINT)));
    }
    judge(reroute, Kind.GHOST);
  }

  @Test
  public void twoNearDocumentsAreNotBothNew() {
    store(fresh(1, tag, "a", PRINT, 0, 10, Outcome.CREATED), "new", false);
    store(fresh(2, tag, "b", FAR, 20, 30, Outcome.CREATED), "new", false);
    store(fresh(2, tag, "c", PRINT ^ 1, 20, 30, Outcome.CREATED), "new", true);
    judge(tag);
    store(fresh(3, tag, "e", ~PRINT, 0, 10, Outcome.CREATED), "new", false);
    store(fresh(3, tag, "f", ~NEAR, 0, 10, Outcome.CREATED), "new", false);
    judge(tag, Kind.BOTH_NEW);
  }

  @Test
  public void whatLiesInAClosedIndexIsNotSeen() {
    Write first = fresh(1, tag, "a", PRINT, 0, 10, Outcome.CREATED);
    first.writtenIndex = "t-1";
    store(first, "new", false);
    store(fresh(2, tag, "b", PRINT, 20, 30, Outcome.CREATED), "new", false);
    history.closed("t-1", 31, 40);
    judge(tag, Kind.BOTH_NEW);
    history.closed("t-1", 12, 25);
    judge(tag);
  }

  @Test
  public void whatLayInADeletedIndexIsNotLost() {
    Write write = fresh(1, drop, "a", PRINT, 0, 10, Outcome.CREATED);
    write.writtenIndex = "d-1";
    history.deleted("d-1", 20, 30);
    fresh(2, drop, "b", PRINT, 25, 35, Outcome.NOOP);
    judge(drop);
    fresh(3, drop, "c", PRINT, 31, 35, Outcome.NOOP);
    judge(drop, Kind.GHOST);
  }

  @Test
  public void ofNamesWhatWasThatNear() {
    Write first = fresh(1, tag, "a", PRINT, 0, 10, Outcome.CREATED);
    store(first, "new", false);
    Write second = fresh(2, tag, "b", NEAR, 20, 30, Outcome.CREATED);
    stored.add(document(second, "duplicate", false, "a", 3));
    judge(tag);
    Write third = fresh(3, tag, "c", NEAR, 20, 30, Outcome.CREATED);
    stored.add(document(third, "duplicate", false, "a", 2));
    judge(tag, Kind.WRONG_OF);
  }

  @Test
  public void everyDocumentHasADecision() {
    store(fresh(1, tag, "a", PRINT, 0, 10, Outcome.CREATED), "", false);
    judge(tag, Kind.UNDECIDED);
  }

  private Write fresh(
      int bulk, Lane lane, String id, long print, long sent, long answered, Outcome outcome) {
    return write(bulk, lane, Action.INDEX, id, print, false, sent, answered, outcome);
  }

  @Test
  public void theLastOneIsKept() {
    Lane keep = new Lane("k", Lane.Mode.KEEP, false);
    Write first = fresh(1, keep, "a", PRINT, 0, 10, Outcome.CREATED);
    Write second = fresh(2, keep, "b", NEAR, 20, 30, Outcome.CREATED);
    store(first, "new", false);
    assertKept(keep);
    store(second, "duplicate", false);
    assertKept(keep, Kind.OUTRANKED);
    stored.remove(0);
    assertKept(keep, Kind.HEADLESS);
    stored.clear();
    store(first, "duplicate", false);
    store(second, "new", false);
    assertKept(keep);
  }

  /** What is canonical gives way only to what it is near to. */
  @Test
  public void theLastOneOfAChainNeedNotBeKept() {
    Lane keep = new Lane("k", Lane.Mode.KEEP, false);
    Write first = fresh(1, keep, "a", PRINT, 0, 10, Outcome.CREATED);
    Write second = fresh(2, keep, "b", PRINT ^ 0b111, 20, 30, Outcome.CREATED);
    Write third = fresh(3, keep, "c", PRINT ^ 0b111_000, 20, 40, Outcome.CREATED);
    store(first, "duplicate", false);
    store(second, "new", false);
    store(third, "duplicate", false);
    assertKept(keep);
  }

  private void assertKept(Lane lane, Kind... kinds) {
    List<Finding> findings = new Kept(lane, history, stored).findings();
    assertEquals(
        findings.toString(), List.of(kinds), findings.stream().map(Finding::kind).toList());
  }

  /** One that is deleted is near to a later one. */
  @Test
  public void whatIsReplacedNeedNotStay() {
    Lane replace = new Lane("p", Lane.Mode.REPLACE, false);
    Write first = fresh(1, replace, "a", PRINT, 0, 10, Outcome.CREATED);
    judge(replace, Kind.GHOST);
    Write second = fresh(2, replace, "b", NEAR, 20, 30, Outcome.CREATED);
    store(second, "new", false);
    judge(replace);
    stored.clear();
    store(first, "new", false);
    judge(replace, Kind.GHOST);
  }

  private Write change(
      int bulk,
      Lane lane,
      Action action,
      String id,
      long print,
      long sent,
      long answered,
      Outcome outcome) {
    return write(bulk, lane, action, id, print, true, sent, answered, outcome);
  }

  private Write write(
      int bulk,
      Lane lane,
      Action action,
      String id,
      long print,
      boolean onExisting,
      long sent,
      long answered,
      Outcome outcome) {
    Write write =
        new Write(history.nextNumber(), bulk, lane, action, lane.name(), id, print, onExisting);
    write.attempts.add(new Write.Attempt(sent, answered, 0, ""));
    write.outcome = outcome;
    write.writtenIndex = lane.name();
    write.writtenId = id;
    history.add(List.of(write));
    return write;
  }

  private void store(Write write, String status, boolean marked) {
    stored.add(document(write, status, marked, null, -1));
  }

  private static Stored document(
      Write write, String status, boolean marked, String of, int distance) {
    return new Stored(
        write.writtenIndex,
        write.id,
        write.number,
        write.number,
        write.print,
        status,
        "g",
        write.number,
        marked ? "index_only" : "",
        of,
        distance);
  }

  private void judge(Lane lane, Kind... kinds) {
    List<Finding> findings = new Referee(lane, history, stored, rerouted).findings();
    assertEquals(
        findings.toString(), List.of(kinds), findings.stream().map(Finding::kind).toList());
  }
}
