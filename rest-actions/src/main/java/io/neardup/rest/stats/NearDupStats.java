// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.stats;

import io.neardup.ingest.SimHashCounters;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/** The counters of a node, or the sums of several. */
public record NearDupStats(Documents documents, Searches searches, DedupStats dedup)
    implements Writeable, ToXContentFragment {

  /** Nothing counted. */
  static final NearDupStats NONE =
      new NearDupStats(
          new Documents(0, 0, 0, 0, 0, 0), new Searches(0, 0, 0, 0, 0), DedupStats.NONE);

  NearDupStats(StreamInput in) throws IOException {
    this(new Documents(in), new Searches(in), new DedupStats(in));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    documents.writeTo(out);
    searches.writeTo(out);
    dedup.writeTo(out);
  }

  NearDupStats plus(NearDupStats other) {
    return new NearDupStats(
        documents.plus(other.documents), searches.plus(other.searches), dedup.plus(other.dedup));
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder
        .startObject("simhash")
        .field("fingerprinted", documents.fingerprinted)
        .field("skipped", documents.skipped)
        .field("failed", documents.failed)
        .field("text_length", documents.textLength)
        .field("text_size_in_bytes", documents.textBytes)
        .field("time_in_millis", documents.millis)
        .endObject();
    builder
        .startObject("near_dup")
        .field("requests", searches.requests)
        .field("questions", searches.questions)
        .field("failed", searches.failed)
        .field("matches", searches.matches)
        .field("time_in_millis", searches.millis)
        .endObject();
    return dedup.toXContent(builder, params);
  }

  /**
   * What the processors made of documents.
   *
   * @param textLength in characters
   * @param textBytes the same in UTF-8
   */
  record Documents(
      long fingerprinted, long skipped, long failed, long textLength, long textBytes, long millis)
      implements Writeable {
    static Documents of(SimHashCounters counters) {
      return new Documents(
          counters.fingerprinted(),
          counters.skipped(),
          counters.failed(),
          counters.characters(),
          counters.bytes(),
          TimeUnit.NANOSECONDS.toMillis(counters.nanos()));
    }

    private Documents(StreamInput in) throws IOException {
      this(
          in.readVLong(),
          in.readVLong(),
          in.readVLong(),
          in.readVLong(),
          in.readVLong(),
          in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeVLong(fingerprinted);
      out.writeVLong(skipped);
      out.writeVLong(failed);
      out.writeVLong(textLength);
      out.writeVLong(textBytes);
      out.writeVLong(millis);
    }

    private Documents plus(Documents other) {
      return new Documents(
          fingerprinted + other.fingerprinted,
          skipped + other.skipped,
          failed + other.failed,
          textLength + other.textLength,
          textBytes + other.textBytes,
          millis + other.millis);
    }
  }

  /**
   * What {@code _near_dup} was asked and answered.
   *
   * @param questions documents, ids and fingerprints asked about
   * @param failed those of them that had no answer
   * @param matches near-duplicates found, returned or not
   */
  record Searches(long requests, long questions, long failed, long matches, long millis)
      implements Writeable {
    private Searches(StreamInput in) throws IOException {
      this(in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeVLong(requests);
      out.writeVLong(questions);
      out.writeVLong(failed);
      out.writeVLong(matches);
      out.writeVLong(millis);
    }

    private Searches plus(Searches other) {
      return new Searches(
          requests + other.requests,
          questions + other.questions,
          failed + other.failed,
          matches + other.matches,
          millis + other.millis);
    }
  }
}
