// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.job.Tally;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.BulkWriter;
import io.neardup.ingest.neardup.Decided;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.opensearch.action.get.GetResponse;

/**
 * Some documents that get decisions: claimed together, written canonicals first, and settled.
 * Duplicates of a canonical that could not be written, because it changed or is gone, are decided
 * once more, so that they have one that is there. A document that changed meanwhile is read again
 * in real time and, if its text is the same, tried again.
 */
record TagBatch(Job job, StoredDecider decider, BulkWriter<Tag> writer, List<Tag> tags) {
  /** How often a document is tried that changes all the time. */
  private static final int TRIES = 3;

  /** How often duplicates are decided whose canonical is lost each time. */
  private static final int ROUNDS = 3;

  /** How often, and how long, is waited for the home to compare with what a canonical is now. */
  private static final int PAUSES = 90;

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Returns what became of the documents. */
  Tally run() {
    if (tags.stream().allMatch(Tag::isRuled)) {
      decide(tags, 1);
    } else {
      // Whether a canonical remains so is known before anything is compared with it.
      decide(tags.stream().filter(Tag::wasCanonical).toList(), ROUNDS);
      decide(tags.stream().filter(tag -> tag.wasCanonical() == false).toList(), ROUNDS);
    }
    long kept = tags.stream().filter(Tag::isKept).count();
    long written = tags.stream().filter(Tag::isWritten).count();
    return Tally.none(Tally.Kind.TAGGED).plus(written, kept, tags.size() - written - kept);
  }

  /** How many canonicals have become duplicates. */
  long demoted() {
    return tags.stream().filter(Tag::isDemoted).count();
  }

  private void decide(List<Tag> some, int rounds) {
    List<Tag> left = some;
    int pauses = 0;
    for (int round = 0; round < rounds && left.isEmpty() == false; ) {
      List<StoredDecider.Doc> claims = left.stream().map(Tag::claim).toList();
      List<Decided> decisions =
          job.task().awaitAnyway(listener -> decider.decide(claims, listener));
      for (int i = 0; i < decisions.size(); i++) {
        left.get(i).decide(decisions.get(i));
      }
      List<Tag> outdated = outdated(left);
      settle(outdated);
      List<Tag> decided = left.stream().filter(tag -> outdated.contains(tag) == false).toList();
      left = new ArrayList<>(write(decided));
      left.addAll(outdated);
      if (outdated.isEmpty() || pauses == PAUSES || rounds == 1) {
        round++;
      } else {
        pauses++;
        job.task().pause(PAUSE_NANOS);
      }
    }
  }

  /** The home forgets within a minute what it has compared with. */
  private List<Tag> outdated(List<Tag> decided) {
    List<Tag> duplicates = decided.stream().filter(tag -> tag.of() != null).toList();
    Map<DocRef, GetResponse> now;
    try {
      now = job.look(duplicates.stream().map(Tag::of).toList(), decider.keyFields());
    } catch (RuntimeException e) {
      settle(decided);
      throw e;
    }
    duplicates.forEach(tag -> tag.follow(now.get(tag.of())));
    return duplicates.stream().filter(tag -> tag.isOutdated(now.get(tag.of()))).toList();
  }

  /** Returns those whose canonical is lost. */
  private List<Tag> write(List<Tag> decided) {
    Set<DocRef> canonicals =
        decided.stream()
            .filter(tag -> tag.isKept() == false && tag.of() == null)
            .map(Tag::ref)
            .collect(Collectors.toSet());
    // A number that is new comes after all that were there.
    decided.stream().filter(tag -> canonicals.contains(tag.of())).forEach(Tag::renumber);
    List<Tag> toWrite = decided.stream().filter(tag -> tag.isKept() == false).toList();
    List<Tag> later = toWrite.stream().filter(tag -> canonicals.contains(tag.of())).toList();
    List<Tag> orphans = new ArrayList<>();
    try {
      List<Tag> now =
          toWrite.stream().filter(tag -> canonicals.contains(tag.of()) == false).toList();
      writeAll(now);
      Set<DocRef> lost = new HashSet<>();
      now.stream()
          .filter(tag -> tag.of() == null && tag.isWritten() == false)
          .forEach(tag -> lost.add(tag.ref()));
      later.stream().filter(tag -> lost.contains(tag.of())).forEach(orphans::add);
      writeAll(later.stream().filter(tag -> lost.contains(tag.of()) == false).toList());
    } finally {
      settle(decided);
    }
    return orphans;
  }

  /** Returns when each tag has its outcome; throws, with outcomes too, if one cannot be written. */
  private void writeAll(List<Tag> some) {
    List<Tag> left = some;
    for (int tried = 1; left.isEmpty() == false; tried++) {
      List<Tag> conflicting = writer.write(left);
      if (tried == TRIES) {
        conflicting.forEach(Tag::notWritten);
        return;
      }
      try {
        reread(conflicting);
      } catch (RuntimeException e) {
        // What has no outcome now was refused as a conflict.
        conflicting.stream().filter(tag -> tag.outcome() == null).forEach(Tag::notWritten);
        throw e;
      }
      left = conflicting.stream().filter(tag -> tag.outcome() == null).toList();
    }
  }

  private void reread(List<Tag> some) {
    Map<DocRef, GetResponse> now =
        job.look(some.stream().map(Tag::ref).toList(), decider.keyFields());
    some.forEach(tag -> tag.seenAgain(now.get(tag.ref())));
  }

  /** Waits until the home knows what became of its decisions, even if the job is cancelled. */
  private void settle(List<Tag> decided) {
    decided.stream().filter(tag -> tag.outcome() == null).forEach(Tag::notWritten);
    List<Outcome> outcomes = decided.stream().map(Tag::outcome).filter(Objects::nonNull).toList();
    job.task()
        .<Void>awaitAnyway(listener -> decider.settle(outcomes, () -> listener.onResponse(null)));
  }
}
