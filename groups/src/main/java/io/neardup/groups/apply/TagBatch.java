// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.job.Tally;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.request.Listeners;
import io.neardup.sequencer.DocRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.opensearch.core.action.ActionListener;

/**
 * Some documents that get decisions: claimed together, written canonicals first, and settled.
 * Duplicates of a canonical that could not be written, because it changed or is gone, are decided
 * once more, so that they have one that is there.
 */
final class TagBatch {
  /** How often duplicates are decided whose canonical is lost each time. */
  private static final int ROUNDS = 3;

  private final StoredDecider decider;
  private final TagWriter writer;

  /** Whether a canonical remains so is known before anything is compared with it. */
  private final List<Tag> first;

  private final List<Tag> others;
  private final Set<DocRef> lost = new HashSet<>();

  TagBatch(StoredDecider decider, TagWriter writer, List<Tag> tags) {
    this.decider = decider;
    this.writer = writer;
    List<Tag> canonicals = tags.stream().filter(Tag::wasCanonical).toList();
    this.first = canonicals.isEmpty() ? List.copyOf(tags) : canonicals;
    this.others =
        canonicals.isEmpty()
            ? List.of()
            : tags.stream().filter(tag -> tag.wasCanonical() == false).toList();
  }

  int size() {
    return first.size() + others.size();
  }

  /**
   * Whether other documents can be decided while these are written. A decision that is replaced
   * must be settled before anything is compared with the document; and writes that are read first
   * take all cores themselves.
   */
  boolean leavesRoom() {
    return all().allMatch(tag -> tag.isFirstDecision() && tag.isReadFirst() == false);
  }

  private Stream<Tag> all() {
    return Stream.concat(first.stream(), others.stream());
  }

  /** The canonicals that could not be written. */
  Set<DocRef> lost() {
    return lost;
  }

  /** Answers when documents are decided that may be; to be written, or abandoned. */
  void decide(ActionListener<Void> listener) {
    decide(first, listener);
  }

  private void decide(List<Tag> tags, ActionListener<Void> listener) {
    if (tags.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    decider.decide(
        tags.stream().map(Tag::claim).toList(),
        ActionListener.map(
            listener,
            decisions -> {
              for (int i = 0; i < tags.size(); i++) {
                tags.get(i).decide(decisions.get(i));
              }
              return null;
            }));
  }

  /**
   * Answers with what became of the documents.
   *
   * @param gone canonicals that were lost since the decision
   */
  void write(Set<DocRef> gone, ActionListener<Tally> listener) {
    ActionListener<Void> counted =
        Listeners.then(
            listener,
            (done, next) -> {
              long kept = all().filter(Tag::isKept).count();
              long written = all().filter(Tag::isWritten).count();
              next.onResponse(new Tally(Tally.Kind.TAGGED, written, kept, size() - written - kept));
            });
    write(
        first, gone, ROUNDS, Listeners.then(counted, (done, next) -> round(others, ROUNDS, next)));
  }

  /** Reports that nothing of this will be written. */
  void abandon(Runnable then) {
    first.forEach(Tag::notWritten);
    settle(first, then);
  }

  private void round(List<Tag> tags, int rounds, ActionListener<Void> listener) {
    if (tags.isEmpty() || rounds == 0) {
      listener.onResponse(null);
      return;
    }
    decide(tags, Listeners.then(listener, (decided, next) -> write(tags, Set.of(), rounds, next)));
  }

  private void write(List<Tag> tags, Set<DocRef> gone, int rounds, ActionListener<Void> listener) {
    Set<DocRef> canonicals = new HashSet<>();
    List<Tag> orphans = new ArrayList<>();
    List<Tag> now = new ArrayList<>();
    List<Tag> later = new ArrayList<>();
    List<Tag> toWrite = tags.stream().filter(tag -> tag.isKept() == false).toList();
    toWrite.stream().filter(tag -> tag.of() == null).forEach(tag -> canonicals.add(tag.ref()));
    for (Tag tag : toWrite) {
      if (tag.of() != null && gone.contains(tag.of())) {
        orphans.add(tag);
      } else {
        (canonicals.contains(tag.of()) ? later : now).add(tag);
      }
    }
    ActionListener<Void> settling =
        Listeners.listener(
            done -> settle(tags, () -> round(orphans, rounds - 1, listener)),
            e -> settle(tags, () -> listener.onFailure(e)));
    writer.write(
        now,
        Listeners.then(
            settling,
            (done, next) -> {
              now.stream()
                  .filter(tag -> tag.of() == null && tag.isWritten() == false)
                  .forEach(tag -> lost.add(tag.ref()));
              later.stream().filter(tag -> lost.contains(tag.of())).forEach(orphans::add);
              orphans.forEach(Tag::notWritten);
              later.removeAll(orphans);
              writer.write(later, next);
            }));
  }

  private void settle(List<Tag> tags, Runnable then) {
    tags.stream().filter(tag -> tag.outcome() == null).forEach(Tag::notWritten);
    decider.settle(tags.stream().map(Tag::outcome).filter(Objects::nonNull).toList(), then);
  }
}
