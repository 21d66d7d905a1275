// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Follows every document of a lane through its writes, in the order in which its owner sent them,
 * and knows from the answers what must be stored in the end and which texts were there when.
 */
final class Chains {
  /** A document, whatever it holds. */
  record Key(String index, String id) {}

  /**
   * A text that was there, perhaps for some time only.
   *
   * @param ended when the answer came that it is gone; {@link Long#MAX_VALUE} if it did not
   * @param endedBy the bulk that removed it, or -1
   */
  record Version(Write write, long ended, int endedBy) {}

  /** What the answers say of a document. */
  static final class State {
    /** Whose text it has; null when it was deleted. */
    Write text;

    /** The last write that changed it; null when it was deleted. */
    Write note;

    /** A write that was dropped, as it may be if the text had been removed before. */
    Write dropped;

    /** Whether another attempt, or a write without an answer, may have come last. */
    boolean doubtful;

    final List<Write> writes = new ArrayList<>();
  }

  private final Map<Key, State> states = new HashMap<>();
  private final List<Version> versions = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  /** Written somewhere, and the answer does not say where. */
  private final List<Write> somewhere = new ArrayList<>();

  /** Written, and deleted again as duplicates. */
  private final Set<Write> removals = new HashSet<>();

  private final Predicate<Write> repeated;

  /**
   * @param repeated whether the cluster may have done a write a second time, and answered for that
   */
  Chains(List<Write> writes, Predicate<Write> repeated) {
    this.repeated = repeated;
    writes.stream()
        .filter(write -> write.attempts.isEmpty() == false)
        .sorted(
            Comparator.comparingInt((Write write) -> write.bulk)
                .thenComparing(Write::last, Comparator.comparingLong(Write.Attempt::answered)))
        .forEach(this::follow);
    states.values().forEach(state -> end(state, Long.MAX_VALUE, -1));
    somewhere.forEach(write -> versions.add(new Version(write, Long.MAX_VALUE, -1)));
  }

  private void follow(Write write) {
    if (write.mixedUpWith != null) {
      find(Finding.Kind.MIXED_UP, "an answer is about another document", write);
    }
    if (write.onExisting) {
      change(write);
    } else if (write.wroteDocument() && write.writtenIndex == null) {
      somewhere.add(write);
    } else if (write.wroteDocument()) {
      replace(states.computeIfAbsent(key(write), key -> new State()), write, write);
    }
  }

  private static Key key(Write write) {
    return new Key(write.writtenIndex, write.writtenId);
  }

  private void change(Write write) {
    State state = states.get(new Key(write.target, write.id));
    if (state == null) {
      throw new IllegalStateException("nobody wrote what this changes: " + write);
    }
    boolean missing =
        write.outcome == Write.Outcome.CREATED
            || (write.outcome == Write.Outcome.ABSENT && isDoneOnce(write));
    if (missing && state.doubtful == false && isRemoved(state) == false) {
      find(Finding.Kind.LOST, "it was gone when it was changed", write, state.text);
    }
    state.writes.add(write);
    switch (write.outcome) {
      case CREATED -> replace(state, write, write);
      case UPDATED -> {
        if (state.dropped != null) {
          swallowed(state.dropped, state);
        }
        replace(state, write.action == Write.Action.INDEX ? write : state.text, write);
      }
      case DELETED, ABSENT -> replace(state, null, write);
      case NOOP -> {
        // An update that was done by the attempt before changes nothing.
        boolean swallowed = write.action == Write.Action.INDEX || isDoneOnce(write);
        if (swallowed && mayBeRemoved(state)) {
          state.dropped = write;
        } else if (swallowed) {
          swallowed(write, state);
        }
        state.doubtful |= isDoneOnce(write) == false;
      }
      default -> state.doubtful |= write.doubtful();
    }
  }

  /**
   * A duplicate may be deleted once it is written, unless it replaced what was there; where only
   * the last one stays, any document.
   */
  private static boolean mayBeRemoved(State state) {
    return state.text != null
        && (state.text.lane.mode() == Lane.Mode.REPLACE
            || (state.text.lane.mode() == Lane.Mode.DROP
                && state.text.outcome == Write.Outcome.CREATED));
  }

  private void swallowed(Write write, State state) {
    find(Finding.Kind.SWALLOWED, "a write to what is there was dropped", write, state.text);
  }

  /** Of what is not there any more. */
  private boolean isRemoved(State state) {
    boolean removed = mayBeRemoved(state);
    if (removed) {
      removals.add(state.text);
    }
    return removed;
  }

  private boolean isDoneOnce(Write write) {
    return write.attempts.size() == 1 && repeated.test(write) == false;
  }

  private void replace(State state, Write text, Write by) {
    if (state.text != null && state.text != text) {
      end(state, by.last().answered(), by.bulk);
    }
    state.text = text;
    state.note = text == null ? null : by;
    state.dropped = null;
    if (state.writes.contains(by) == false) {
      state.writes.add(by);
    }
  }

  private void end(State state, long at, int by) {
    if (state.text != null) {
      versions.add(new Version(state.text, at, by));
    }
  }

  private void find(Finding.Kind kind, String text, Write... concerned) {
    List<String> evidence = new ArrayList<>();
    for (Write write : concerned) {
      evidence.add(String.valueOf(write));
    }
    Write first = concerned[0];
    findings.add(new Finding(kind, first.lane.name(), text, first.last().answered(), evidence));
  }

  /**
   * Compares with what is stored.
   *
   * @param deleted indexes that were deleted with all that was in them
   */
  List<Finding> compare(List<Stored> stored, Set<String> deleted) {
    Map<Key, Stored> byKey = new HashMap<>();
    Set<Integer> written = new HashSet<>();
    for (Stored document : stored) {
      byKey.put(new Key(document.index(), document.id()), document);
      written.add(document.write());
    }
    states.forEach(
        (key, state) -> {
          if (deleted.contains(key.index()) == false && state.doubtful == false) {
            compare(key, state, byKey.get(key));
          }
        });
    for (Write write : somewhere) {
      if (written.contains(write.number) || deleted.isEmpty() == false) {
        continue;
      }
      if (write.lane.mode() == Lane.Mode.REPLACE || write.lane.mode() == Lane.Mode.DROP) {
        removals.add(write);
      } else {
        find(Finding.Kind.LOST, "nothing is stored of it", write);
      }
    }
    return findings;
  }

  private void compare(Key key, State state, Stored document) {
    List<String> evidence = new ArrayList<>(List.of(String.valueOf(document)));
    state.writes.forEach(write -> evidence.add(write.toString()));
    Write last = state.writes.get(state.writes.size() - 1);
    Finding.Kind kind = null;
    if (document != null && state.dropped != null && document.write() == state.text.number) {
      swallowed(state.dropped, state);
    }
    if (document == null) {
      kind = state.text == null || isRemoved(state) ? null : Finding.Kind.LOST;
    } else if (state.text == null
        || document.write() != state.text.number
        || document.note() != state.note.number) {
      kind = Finding.Kind.STALE;
    }
    if (kind != null) {
      String text = key.index() + "/" + key.id() + " is not as it was acknowledged";
      findings.add(new Finding(kind, last.lane.name(), text, last.last().answered(), evidence));
    }
  }

  /** All texts that the answers say were there, without duplicates that were deleted again. */
  List<Version> versions() {
    return versions.stream()
        .filter(
            version ->
                version.write().lane.mode() == Lane.Mode.REPLACE
                    || removals.contains(version.write()) == false)
        .toList();
  }

  /** Duplicates that are not there any more. */
  Set<Write> removals() {
    return removals;
  }
}
