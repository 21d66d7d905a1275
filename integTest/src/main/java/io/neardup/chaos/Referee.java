// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges a lane by brute force over all that was sent and all that is stored. What it requires
 * holds with deletes and edits in the stream, too:
 *
 * <ul>
 *   <li><b>Nothing is lost.</b> What the answers say must be there is there, with the text and the
 *       note of the last write to it. Documents whose last write got no clear answer are left out.
 *       What a lost node did not answer the cluster does again by itself: then a delete may find
 *       nothing, and an update nothing to do.
 *   <li><b>No ghosts.</b> Whoever is told that his document is a duplicate (noop, 409, rerouted),
 *       or whose document is deleted as one after it was written, is near to a text that was there
 *       in the time between his request and its answer: it was acknowledged, or is stored in the
 *       end; it was sent before that answer, and was not known to be gone before that request. A
 *       text that the same bulk removes does not count; one that the same bulk brings and whose
 *       failure the same answer shows does. Where only the last document of a group stays, one that
 *       is deleted is near to a later one.
 *   <li><b>Never both new.</b> Of two stored documents within the distance, at least one is a
 *       duplicate or is marked. A text that was deleted or overwritten is not stored, so that
 *       whatever came after it is new with good reason. The only pairs left out are those of which
 *       one lay in a closed index while the other was decided.
 *   <li><b>What it is a duplicate of was that near:</b> some write to the document that {@code of}
 *       names has just the distance that is written.
 * </ul>
 */
final class Referee {
  private final Lane lane;
  private final History history;
  private final List<Write> writes;
  private final List<Stored> stored;
  private final Map<Integer, Write> byNumber = new HashMap<>();
  private final List<Finding> findings = new ArrayList<>();

  /**
   * @param stored all documents of the lane, without what was rerouted
   * @param rerouted documents where duplicates went
   */
  Referee(Lane lane, History history, List<Stored> stored, List<Stored> rerouted) {
    this.lane = lane;
    this.history = history;
    this.stored = stored;
    this.writes = history.writes().stream().filter(write -> write.lane.equals(lane)).toList();
    writes.forEach(write -> byNumber.put(write.number, write));
    Set<String> deleted = new HashSet<>();
    history.deleted().forEach(span -> deleted.add(span.name()));
    Chains chains = new Chains(writes, history::coreMayRepeat);
    List<Stored> all = new ArrayList<>(stored);
    all.addAll(rerouted);
    findings.addAll(chains.compare(all, deleted));
    findGhosts(texts(chains), chains.removals());
    findBothNew();
    findWrongOf();
    findUndecided();
  }

  List<Finding> findings() {
    return findings;
  }

  /** All texts that were there: by the answers, or because they are there. */
  private List<Chains.Version> texts(Chains chains) {
    List<Chains.Version> texts = new ArrayList<>();
    Set<Integer> known = new HashSet<>();
    for (Chains.Version version : chains.versions()) {
      if (lane.reroutedTo().equals(version.write().writtenIndex) == false) {
        known.add(version.write().number);
        texts.add(endedWithItsIndex(version));
      }
    }
    for (Stored document : stored) {
      if (known.add(document.write()) && byNumber.containsKey(document.write())) {
        texts.add(new Chains.Version(byNumber.get(document.write()), Long.MAX_VALUE, -1));
      }
    }
    return texts;
  }

  private Chains.Version endedWithItsIndex(Chains.Version version) {
    for (History.Span deleted : history.deleted()) {
      if (deleted.name().equals(version.write().writtenIndex)
          && deleted.ended() < version.ended()) {
        return new Chains.Version(version.write(), deleted.ended(), -1);
      }
    }
    return version;
  }

  private void findGhosts(List<Chains.Version> texts, Set<Write> removals) {
    Set<Integer> there = new HashSet<>();
    stored.forEach(document -> there.add(document.write()));
    for (Write write : writes) {
      boolean dropped =
          removals.contains(write)
              || write.outcome == Write.Outcome.NOOP
              || write.outcome == Write.Outcome.REFUSED
              || (write.outcome == Write.Outcome.CREATED
                  && lane.reroutedTo().equals(write.writtenIndex));
      // Perhaps an attempt before the last has written it.
      boolean lost = there.contains(write.number) == false;
      // An upsert on what is there brings no text.
      boolean brings =
          write.hasPrint() && (write.onExisting && write.action == Write.Action.UPSERT) == false;
      if (dropped && brings && lost && confirmed(write, texts, removals.contains(write)) == false) {
        List<String> evidence = new ArrayList<>(List.of(write.toString()));
        texts.stream()
            .filter(text -> text.write().distance(write) <= Prints.MAX_DISTANCE)
            .forEach(text -> evidence.add("until " + text.ended() + ": " + text.write()));
        near(write, evidence);
        find(Finding.Kind.GHOST, "nothing near was there", write.last().answered(), evidence);
      }
    }
  }

  /**
   * Whether a near document was there.
   *
   * @param removed whether it was written before: what it duplicates then may have come later, in
   *     place of what it duplicated at first
   */
  private boolean confirmed(Write write, List<Chains.Version> texts, boolean removed) {
    boolean mayBeReplaced = lane.mode() == Lane.Mode.REPLACE && write.hasPrint();
    if (mayBeReplaced && (write.wroteDocument() || write.doubtful())) {
      // Of one that was sent again, the answer may be about what it had written before.
      boolean replaced =
          writes.stream()
              .anyMatch(
                  later ->
                      later.number > write.number
                          && later.hasPrint()
                          && later.distance(write) <= Prints.MAX_DISTANCE);
      if (replaced || write.wroteDocument()) {
        return replaced;
      }
    }
    for (Chains.Version text : texts) {
      Write other = text.write();
      if (other != write
          && other.distance(write) <= Prints.MAX_DISTANCE
          && (removed || other.firstSent() <= write.last().answered())
          && text.ended() > write.last().sent()
          && text.endedBy() != write.bulk) {
        return true;
      }
    }
    // Or the same answer shows what became of it.
    return writes.stream()
        .anyMatch(
            other ->
                other != write
                    && other.bulk == write.bulk
                    && other.hasPrint()
                    && other.distance(write) <= Prints.MAX_DISTANCE
                    && (other.doubtful() || other.outcome == Write.Outcome.REJECTED));
  }

  private void findBothNew() {
    List<Stored> sure =
        stored.stream().filter(document -> document.isNew() && document.marked() == false).toList();
    for (int i = 0; i < sure.size(); i++) {
      for (int j = 0; j < i; j++) {
        Stored a = sure.get(i);
        Stored b = sure.get(j);
        if (a.distance(b) <= Prints.MAX_DISTANCE && closedMeanwhile(a, b) == false) {
          List<String> evidence = new ArrayList<>(List.of(a.toString(), b.toString()));
          long at = 0;
          for (Stored document : List.of(a, b)) {
            Write write = byNumber.get(document.write());
            if (write != null) {
              near(write, evidence);
              at = Math.max(at, write.last().answered());
            }
          }
          find(Finding.Kind.BOTH_NEW, "at distance " + a.distance(b), at, evidence);
        }
      }
    }
  }

  private boolean closedMeanwhile(Stored a, Stored b) {
    return closedWhileDecided(a.index(), b) || closedWhileDecided(b.index(), a);
  }

  private boolean closedWhileDecided(String index, Stored other) {
    Write write = byNumber.get(other.write());
    long until = write.outcome == Write.Outcome.UNKNOWN ? Long.MAX_VALUE : write.last().answered();
    return history.closed().stream()
        .anyMatch(span -> span.name().equals(index) && span.touches(write.firstSent(), until));
  }

  private void findWrongOf() {
    Map<String, List<Write>> byId = new HashMap<>();
    for (Write write : writes) {
      String id = write.id == null ? write.writtenId : write.id;
      if (id != null && write.hasPrint()) {
        byId.computeIfAbsent(id, key -> new ArrayList<>()).add(write);
      }
    }
    for (Stored document : stored) {
      List<Write> of = byId.get(document.ofId());
      if (of != null
          && of.stream()
              .noneMatch(
                  write ->
                      Long.bitCount(write.print ^ document.print()) == document.distance()
                          && document.distance() <= Prints.MAX_DISTANCE)) {
        List<String> evidence = new ArrayList<>(List.of(document.toString()));
        of.forEach(write -> evidence.add(write.toString()));
        find(Finding.Kind.WRONG_OF, "it was never so near", 0, evidence);
      }
    }
  }

  private void findUndecided() {
    for (Stored document : stored) {
      if (document.isNew() == false && document.isDuplicate() == false) {
        find(
            Finding.Kind.UNDECIDED,
            "no decision is stored with it",
            0,
            List.of(document.toString(), String.valueOf(byNumber.get(document.write()))));
      }
    }
  }

  /** Everything near to a write: what was sent, and what is stored. */
  private void near(Write write, List<String> evidence) {
    for (Write other : writes) {
      if (other.hasPrint() && other.distance(write) <= Prints.MAX_DISTANCE) {
        addOnce(evidence, other.toString());
      }
    }
    for (Stored document : stored) {
      if (Long.bitCount(document.print() ^ write.print) <= Prints.MAX_DISTANCE) {
        addOnce(evidence, document.toString());
      }
    }
  }

  private static void addOnce(List<String> evidence, String line) {
    if (evidence.contains(line) == false) {
      evidence.add(line);
    }
  }

  private void find(Finding.Kind kind, String text, long at, List<String> evidence) {
    findings.add(new Finding(kind, lane.name(), text, at, evidence));
  }
}
