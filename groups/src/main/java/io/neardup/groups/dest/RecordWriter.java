// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.fingerprint.minhash.OtherNumbers;
import io.neardup.groups.job.Throttle;
import io.neardup.groups.job.WaitingTask.Answer;
import io.neardup.groups.pit.CopiedFields.Copies;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.replay.SignatureJoin;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.AllOrNothingBulk;
import io.neardup.target.Verify;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.Nullable;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.ingest.IngestService;

/**
 * Writes a record for each document of a group, not faster than allowed. The next records are named
 * while the last ones are written. A record is found under the same id whenever its document is
 * grouped, so that it can be written twice.
 */
public final class RecordWriter {
  /** Of the time that a bulk took, what part is left to others after it. */
  private static final int PAUSE = 8;

  private final Job job;
  private final DestIndex dest;

  /** Whether distances are those of signatures. */
  private final boolean bySimilarity;

  private final Throttle throttle;
  private long written;

  /** The bulk on its way, and how many records it has; null if none is. */
  private Answer<BulkResponse> coming;

  private int sent;
  private long begun;

  public RecordWriter(Job job, DestIndex dest, boolean bySimilarity) {
    this.job = job;
    this.dest = dest;
    this.bySimilarity = bySimilarity;
    this.throttle = job.throttle();
  }

  public long written() {
    return written;
  }

  /**
   * What a document is in its group; the canonical is a duplicate of none.
   *
   * @param group its name, which takes a digest, the same for all documents of the canonical
   * @param numbers that it has and the canonical lacks, and the other way round
   * @param said whether a verdict has made it a duplicate
   * @param duplicate whether it is called one even if it is the canonical
   * @param copies of its fields
   * @param look what its text says besides that of the canonical; null if nobody looked
   */
  public record GroupRecord(
      DocumentId document,
      DocumentId canonical,
      String group,
      int distance,
      OtherNumbers numbers,
      boolean said,
      boolean duplicate,
      Copies copies,
      @Nullable TextLook look) {
    /** Whether it is what its group is about. */
    public boolean isCanonical() {
      return document.equals(canonical);
    }

    /** The same, after a look at its text. */
    public GroupRecord with(TextLook seen) {
      return new GroupRecord(
          document, canonical, group, distance, numbers, said, duplicate, copies, seen);
    }

    private XContentBuilder source(boolean bySimilarity) throws IOException {
      XContentBuilder source = JsonXContent.contentBuilder().startObject();
      source.field("index", document.index()).field("id", document.id());
      if (document.routing() != null) {
        source.field("routing", document.routing());
      }
      source.field("seq_no", document.seqNo()).field("primary_term", document.primaryTerm());
      source
          .field("group", group)
          .field("status", isCanonical() && duplicate == false ? "new" : "duplicate");
      if (isCanonical() == false) {
        if (distance < 0) {
          source.field("similarity", SignatureJoin.similarity(-1 - distance));
        } else if (bySimilarity) {
          source.field("similarity", SignatureJoin.similarity(distance));
        } else {
          source.field("distance", SignatureJoin.ofPrints(distance));
        }
        if (numbers.any()) {
          source.field(OtherNumbers.NAME, numbers.ofDuplicate());
        }
        if (said) {
          source.field("decided_by", "verdict");
        }
        source.startObject("of");
        source.field("index", canonical.index()).field("id", canonical.id()).endObject();
      }
      if (look != null) {
        look.toXContent(source, ToXContent.EMPTY_PARAMS);
      }
      copies.toXContent(source, ToXContent.EMPTY_PARAMS);
      return source.endObject();
    }
  }

  /**
   * What the text of a duplicate says that its canonical does not.
   *
   * @param lost terms that would be lost, the first ones
   * @param count how many there are
   * @param stays why it would not be deleted; null if it would
   */
  public record TextLook(List<String> lost, int count, @Nullable String stays)
      implements ToXContentFragment {
    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      if (lost.isEmpty() == false) {
        builder.field(Verify.LOST, lost);
      }
      if (count > lost.size()) {
        builder.field(Verify.LOST_COUNT, count);
      }
      return stays == null ? builder : builder.field("stays", stays);
    }
  }

  /** A write that no pipeline of the index sees, neither the default nor the final one. */
  static IndexRequest withoutPipelines(String index) {
    return new IndexRequest(index)
        .setPipeline(IngestService.NOOP_PIPELINE_NAME)
        .setFinalPipeline(IngestService.NOOP_PIPELINE_NAME)
        .setSystemIngestPipeline(IngestService.NOOP_PIPELINE_NAME)
        .isPipelineResolved(true);
  }

  /** Takes records, and returns when the next ones can be taken. */
  public void take(List<GroupRecord> records) {
    if (records.isEmpty()) {
      return;
    }
    BulkRequest bulk = new BulkRequest();
    try {
      for (GroupRecord record : records) {
        bulk.add(
            withoutPipelines(dest.name())
                .id(record.document.key())
                .source(record.source(bySimilarity)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    finish();
    coming = new AllOrNothingBulk(job, dest.requireOwned()).begin(bulk);
    sent = records.size();
    begun = System.nanoTime();
    long due = throttle.due(sent);
    if (due > 0) {
      finish();
      job.task().pause(due);
    }
  }

  /** Returns when all is written. */
  public void finish() {
    if (coming != null) {
      long took = AllOrNothingBulk.require(coming).getTook().nanos();
      coming = null;
      written += sent;
      // While the next records were named, nothing was written either.
      long rest = begun + took + took / PAUSE - System.nanoTime();
      if (rest > 0) {
        job.task().pause(rest);
      }
    }
    job.task().writing(written);
    job.task().checkCancelled();
  }
}
