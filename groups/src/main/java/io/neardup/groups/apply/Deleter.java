// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.apply.LossGuard.Judged;
import io.neardup.groups.apply.ReviewedRecords.Duplicate;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.job.Tally;
import io.neardup.groups.job.Throttle;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.groups.write.BulkWriter;
import io.neardup.sequencer.DocRef;
import java.util.List;
import java.util.Map;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.common.Nullable;

/**
 * Deletes duplicates as the user: those that nobody has changed since they were grouped, whose
 * canonical document is unchanged, too, as it is read in real time just before. What is left alone
 * is found by the next run.
 */
public final class Deleter {
  private final Job job;
  private final DestIndex dest;
  private final ReviewedRecords records;
  private final Throttle throttle;
  private final BulkWriter<Removal> writer;

  /** Tells which duplicates may go; null if all may. */
  @Nullable private final LossGuard guard;

  private Tally tally = Tally.none(Tally.Kind.DELETED);

  /**
   * @param dest that is this run's, with all its records
   * @param sources the indexes that were grouped, and that the user may write to, with their UUIDs
   */
  public Deleter(Job job, DestIndex dest, Map<String, String> sources) {
    this.job = job;
    this.dest = dest;
    this.records = ReviewedRecords.of(job, dest, sources);
    this.guard = LossGuard.of(job, sources.keySet());
    this.throttle = job.throttle();
    this.writer = new BulkWriter<>(job, new BoundIndexes(sources));
  }

  /**
   * Returns what became of the documents. Nothing is compared again: of groups that are half gone
   * another member could become canonical.
   */
  public Tally run() {
    records.eachDuplicates(
        some -> {
          tally = tally.plusKept(some.kept() + some.leading());
          count(0, 0, some.unled());
          throttle.each(some.documents(), this::delete);
        });
    return tally;
  }

  /** Returns when these may be followed by others. */
  private void delete(List<Duplicate> all) {
    dest.requireOwned();
    List<Duplicate> duplicates = guard == null ? all : harmless(guard.judge(all));
    if (duplicates.isEmpty()) {
      job.task().applying(tally);
      return;
    }
    Map<DocRef, GetResponse> canonicals =
        job.look(duplicates.stream().map(duplicate -> duplicate.of().document().ref()).toList());
    List<Removal> deletions =
        duplicates.stream()
            .filter(
                duplicate ->
                    isThisVersion(
                        duplicate.of().document(), canonicals.get(duplicate.of().document().ref())))
            .map(duplicate -> new Removal(duplicate.document()))
            .toList();
    List<DocumentId> conflicting =
        writer.write(deletions).stream().map(removal -> removal.document).toList();
    long deleted = deletions.stream().filter(removal -> removal.done).count();
    countLeft(deleted, duplicates.size() - deleted, conflicting);
    throttle.wrote(deletions.size());
  }

  private List<Duplicate> harmless(List<Judged> judged) {
    List<Duplicate> harmless =
        judged.stream().filter(Judged::isHarmless).map(Judged::duplicate).toList();
    long unread = judged.stream().filter(Judged::isUnread).count();
    // Core would delete what is hidden from the user, too, and nobody has read it.
    List<DocumentId> others =
        judged.stream().filter(Judged::other).map(each -> each.duplicate().document()).toList();
    tally = tally.plusGuarded(judged.size() - harmless.size() - unread - others.size(), unread);
    countLeft(0, others.size(), others);
    return harmless;
  }

  /** Some are left because they are gone: an earlier attempt may have deleted them. */
  private void countLeft(long deleted, long left, List<DocumentId> missing) {
    long gone =
        job.request().isRepeated() == false
            ? 0
            : job.look(missing.stream().map(DocumentId::ref).toList()).values().stream()
                .filter(found -> found.isExists() == false)
                .count();
    count(deleted, gone, left - gone);
  }

  private void count(long deleted, long gone, long changed) {
    tally = tally.plus(deleted, gone, changed);
    job.task().applying(tally);
  }

  /** Whether a document is what it was when it was grouped. */
  static boolean isThisVersion(DocumentId document, GetResponse now) {
    return now.isExists()
        && now.getSeqNo() == document.seqNo()
        && now.getPrimaryTerm() == document.primaryTerm();
  }

  /** A duplicate on its way. */
  private static final class Removal implements BulkWriter.Write {
    private final DocumentId document;
    private boolean done;

    Removal(DocumentId document) {
      this.document = document;
    }

    @Override
    public DocWriteRequest<?> request() {
      return new DeleteRequest(document.index(), document.id())
          .routing(document.routing())
          .setIfSeqNo(document.seqNo())
          .setIfPrimaryTerm(document.primaryTerm());
    }

    @Override
    public void written(long seqNo) {
      done = true;
    }

    // What is not deleted is left alone, whatever the reason.
    @Override
    public void notWritten() {}

    @Override
    public void unknown() {}
  }
}
