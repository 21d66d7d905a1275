// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups.apply;

import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.request.Answers;
import io.neardup.sequencer.DocRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
  private final List<Tag> all;

  TagBatch(StoredDecider decider, TagWriter writer, List<Tag> tags) {
    this.decider = decider;
    this.writer = writer;
    this.all = List.copyOf(tags);
  }

  /** Answers with what became of the documents. */
  void run(ActionListener<Tally> listener) {
    ActionListener<Void> counted =
        Answers.then(
            listener,
            (done, next) -> {
              long kept = all.stream().filter(Tag::isKept).count();
              long written = all.stream().filter(Tag::isWritten).count();
              next.onResponse(
                  new Tally(Tally.Kind.TAGGED, written, kept, all.size() - written - kept));
            });
    // Whether a canonical remains so is known before anything is compared with it.
    List<Tag> canonicals = all.stream().filter(Tag::wasCanonical).toList();
    List<Tag> others = all.stream().filter(tag -> tag.wasCanonical() == false).toList();
    round(canonicals, ROUNDS, Answers.then(counted, (done, next) -> round(others, ROUNDS, next)));
  }

  private void round(List<Tag> tags, int rounds, ActionListener<Void> listener) {
    if (tags.isEmpty() || rounds == 0) {
      listener.onResponse(null);
      return;
    }
    decider.decide(
        tags.stream().map(Tag::claim).toList(),
        Answers.then(
            listener,
            (decisions, next) -> {
              for (int i = 0; i < tags.size(); i++) {
                tags.get(i).decide(decisions.get(i));
              }
              write(tags, rounds, next);
            }));
  }

  private void write(List<Tag> tags, int rounds, ActionListener<Void> listener) {
    List<Tag> toWrite = tags.stream().filter(tag -> tag.isKept() == false).toList();
    Set<DocRef> canonicals = new HashSet<>();
    toWrite.stream().filter(tag -> tag.of() == null).forEach(tag -> canonicals.add(tag.ref()));
    List<Tag> first = new ArrayList<>();
    List<Tag> second = new ArrayList<>();
    toWrite.forEach(tag -> (canonicals.contains(tag.of()) ? second : first).add(tag));
    List<Tag> orphans = new ArrayList<>();
    ActionListener<Void> settling =
        Answers.listener(
            done -> settle(tags, () -> round(orphans, rounds - 1, listener)),
            e -> settle(tags, () -> listener.onFailure(e)));
    writer.write(
        first,
        Answers.then(
            settling,
            (done, next) -> {
              Set<DocRef> lost = new HashSet<>();
              first.stream()
                  .filter(tag -> tag.isWritten() == false)
                  .forEach(t -> lost.add(t.ref()));
              second.stream().filter(tag -> lost.contains(tag.of())).forEach(orphans::add);
              orphans.forEach(Tag::notWritten);
              second.removeAll(orphans);
              writer.write(second, next);
            }));
  }

  private void settle(List<Tag> tags, Runnable then) {
    tags.stream().filter(tag -> tag.outcome() == null).forEach(Tag::notWritten);
    decider.settle(tags.stream().map(Tag::outcome).filter(Objects::nonNull).toList(), then);
  }
}
