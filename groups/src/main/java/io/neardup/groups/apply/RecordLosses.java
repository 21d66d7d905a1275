// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.fingerprint.lost.AllowedLoss.Loss;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.apply.LossGuard.Judged;
import io.neardup.groups.apply.ReviewedRecords.Canonical;
import io.neardup.groups.apply.ReviewedRecords.Duplicate;
import io.neardup.groups.dest.DestRecords;
import io.neardup.groups.dest.RecordWriter.GroupRecord;
import io.neardup.groups.dest.RecordWriter.TextLook;
import io.neardup.groups.job.Tally;
import io.neardup.groups.request.Action;
import io.neardup.groups.request.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.opensearch.common.Nullable;
import org.opensearch.index.query.QueryBuilders;

/** Has the records of a report say what would be lost with each duplicate if it was deleted. */
public final class RecordLosses {
  private static final long BYTES_PER_TERM = 64;
  private static final String STAYS = "stays";
  private static final String LOSING = "losing";
  private static final String UNREAD = "unread";

  private final LossGuard guard;
  private Tally tally = Tally.none(Tally.Kind.REPORTED);

  private RecordLosses(LossGuard guard) {
    this.guard = guard;
  }

  /**
   * Those of a job.
   *
   * @param indices that are grouped
   * @return null if nothing is reported of texts
   */
  @Nullable public static RecordLosses of(Job job, Set<String> indices) {
    LossGuard guard = job.request().action() == Action.REPORT ? LossGuard.of(job, indices) : null;
    return guard == null ? null : new RecordLosses(guard);
  }

  /**
   * The same records, which say what would be lost.
   *
   * @param memory takes what they say
   */
  public List<GroupRecord> tell(List<GroupRecord> records, MemoryAccount memory) {
    List<GroupRecord> told = new ArrayList<>(records);
    List<Integer> places = new ArrayList<>();
    List<Duplicate> duplicates = new ArrayList<>();
    for (int i = 0; i < told.size(); i++) {
      GroupRecord record = told.get(i);
      if (record.isCanonical() == false) {
        places.add(i);
        duplicates.add(
            new Duplicate(record.document(), new Canonical(record.canonical(), record.group())));
      }
    }
    List<Judged> judged = guard.judge(duplicates);
    for (int i = 0; i < judged.size(); i++) {
      TextLook look = look(judged.get(i));
      look.lost().forEach(term -> memory.take(BYTES_PER_TERM + 2L * term.length()));
      told.set(places.get(i), told.get(places.get(i)).with(look));
    }
    return told;
  }

  private TextLook look(Judged judged) {
    Loss loss = judged.loss();
    if (loss == null) {
      tally = tally.plusGuarded(0, 1);
      return new TextLook(List.of(), 0, UNREAD);
    }
    tally = tally.plusGuarded(loss.allowed() ? 0 : 1, 0);
    return new TextLook(
        List.copyOf(loss.shown()), loss.terms().size(), loss.allowed() ? null : LOSING);
  }

  /** What all records say that an earlier attempt has written. */
  public static Tally told(DestRecords records) {
    return Tally.none(Tally.Kind.REPORTED)
        .plusGuarded(
            records.count(QueryBuilders.termQuery(STAYS, LOSING)),
            records.count(QueryBuilders.termQuery(STAYS, UNREAD)));
  }

  /** Of those that are told of, how many would stay. */
  public Tally tally() {
    return tally;
  }
}
