// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.apply.ReviewedRecords.Canonical;
import io.neardup.groups.apply.ReviewedRecords.Duplicate;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.job.Tally;
import io.neardup.groups.job.Throttle;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.pit.RankedDocs.Doc;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.groups.write.BulkWriter;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.ingest.neardup.StoredDecision;
import io.neardup.ingest.search.KeysReader;
import io.neardup.sequencer.Claim.Ruling;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.action.get.GetResponse;
import org.opensearch.common.Nullable;

/**
 * Writes what the records of a run say into documents, canonicals first. Of the duplicates, those
 * that are canonical until then come last: whoever else is in their groups, and has no record, gets
 * another canonical then, and none of those that have one.
 */
public final class RecordedTags {
  private final DestIndex dest;
  private final ReviewedRecords records;
  private final StoredDecider decider;
  private final BulkWriter<Tag> writer;
  private final Job job;
  private final Throttle throttle;
  private Tally tally = Tally.none(Tally.Kind.TAGGED);
  private boolean demotes;

  /**
   * @param dest that is this run's, with all its records
   * @param sources the indexes that were grouped, and that the user may write to, with their UUIDs
   */
  public RecordedTags(Job job, DestIndex dest, StoredDecider decider, Map<String, String> sources) {
    this.job = job;
    this.dest = dest;
    this.records = ReviewedRecords.of(job, dest, sources);
    this.decider = decider;
    this.writer = new BulkWriter<>(job, new BoundIndexes(sources));
    this.throttle = job.throttle();
  }

  /** Returns what became of the documents. */
  public Tally run() {
    int most = decider.batch(Integer.MAX_VALUE);
    records.eachCanonicals(canonicals -> throttle.each(canonicals, most, this::tag));
    records.eachDuplicates(
        some -> {
          tally = tally.plus(0, 0, some.unled()).plusKept(some.kept());
          throttle.each(some.documents(), most, duplicates -> tag(duplicates, false));
        });
    if (demotes) {
      records.eachDuplicates(
          some -> throttle.each(some.documents(), most, duplicates -> tag(duplicates, true)));
    }
    return tally;
  }

  private void tag(List<Canonical> canonicals) {
    Map<DocRef, GetResponse> now = look(canonicals.stream().map(Canonical::document));
    Batch tags = new Batch();
    for (Canonical canonical : canonicals) {
      tags.add(canonical.document(), now, new Ruling(Group.parse(canonical.group()), null));
    }
    tags.write();
  }

  private void tag(List<Duplicate> duplicates, boolean demoting) {
    Map<DocRef, GetResponse> now =
        look(duplicates.stream().flatMap(d -> Stream.of(d.document(), d.of().document())));
    Batch tags = new Batch();
    for (Duplicate duplicate : duplicates) {
      boolean demoted = stored(now.get(duplicate.document().ref())).isCanonical();
      demotes |= demoted;
      if (demoted == demoting) {
        tags.add(duplicate.document(), now, ruling(duplicate, now));
      }
    }
    tags.write();
  }

  /** What documents are now. */
  private Map<DocRef, GetResponse> look(Stream<DocumentId> documents) {
    return job.look(documents.map(DocumentId::ref).toList(), decider.fields());
  }

  private StoredDecision stored(GetResponse found) {
    return decider.stored(isThere(found) ? found.getSourceAsMap() : Map.of());
  }

  private static boolean isThere(GetResponse found) {
    return found.isExists() && found.isSourceEmpty() == false;
  }

  /**
   * That it duplicates its canonical, as near or far as that is; null if that is not there as it
   * was.
   */
  private @Nullable Ruling ruling(Duplicate duplicate, Map<DocRef, GetResponse> now) {
    Canonical of = duplicate.of();
    GetResponse found = now.get(duplicate.document().ref());
    GetResponse canonical = now.get(of.document().ref());
    StoredDecision leads = stored(canonical);
    if (isThere(found) == false
        || leads.isCanonical() == false
        || (Deleter.isThisVersion(of.document(), canonical) == false
            && leads.group().toString().equals(of.group()) == false)) {
      return null;
    }
    KeysReader.Read compared = read(duplicate.document(), found);
    KeysReader.Read with = read(of.document(), canonical);
    return compared == null || with == null
        ? null
        : decider.said(compared.keys(), leads.group(), of.document().ref(), with.keys());
  }

  /** Null if it was written meanwhile, so that it cannot be compared any more. */
  private @Nullable KeysReader.Read read(DocumentId document, GetResponse found) {
    try {
      return new Doc(document, found.getSourceAsMap()).read(decider, Part.GROUPED);
    } catch (IllegalArgumentException e) {
      if (Deleter.isThisVersion(document, found)) {
        throw e;
      }
      return null;
    }
  }

  /** Documents that get their decisions together. */
  private final class Batch {
    private final List<Tag> tags = new ArrayList<>();
    private long unchanged;
    private long changed;

    /** Adds a document, unless it has the decision already, or is not what the record tells of. */
    void add(DocumentId document, Map<DocRef, GetResponse> now, @Nullable Ruling ruling) {
      GetResponse found = now.get(document.ref());
      KeysReader.Read read =
          ruling == null || isThere(found) == false ? null : read(document, found);
      if (read == null) {
        changed++;
        return;
      }
      Doc doc =
          new Doc(
              document.inVersion(found.getSeqNo(), found.getPrimaryTerm()), found.getSourceAsMap());
      Tag tag = Tag.ruled(decider, doc, read, ruling, true);
      StoredDecision stored = stored(found);
      if (decider.isRuled(stored, tag.claim())
          && (Deleter.isThisVersion(document, found) || stored.group().equals(ruling.group()))) {
        unchanged++;
      } else if (Deleter.isThisVersion(document, found)) {
        tags.add(tag);
      } else {
        changed++;
      }
    }

    void write() {
      dest.requireOwned();
      Tally written = new TagBatch(job, decider, writer, tags).run();
      tally = tally.plus(written.done(), unchanged, written.changed() + changed);
      job.task().applying(tally);
      throttle.wrote(tags.size());
    }
  }
}
