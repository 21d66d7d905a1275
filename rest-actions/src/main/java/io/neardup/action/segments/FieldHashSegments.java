// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.field.FingerprintDocValues;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentHistogram;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * The values of the four segments of a field, in one or more shards. The ten keys of the other
 * layout have nearly as many values as there are documents, and are not read.
 */
final class FieldHashSegments implements Writeable {
  /** For a field that is not split into four segments. */
  static final FieldHashSegments NOT_READ = new FieldHashSegments(new int[0][]);

  private static final String WHY_NOT_READ =
      "[segments] of this field is [5x2]: its keys have nearly as many values as there are"
          + " documents; only fields with [segments] 4 are counted";

  /** Number of documents by segment and value. */
  private final int[][] documents;

  private FieldHashSegments(int[][] documents) {
    this.documents = documents;
  }

  static FieldHashSegments read(IndexReader reader, String field) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      // Rejects masked fields, whose segments would reveal them.
      FingerprintDocValues.of(leaf.reader(), field);
    }
    int[][] documents = new int[Fingerprint.SEGMENTS][];
    for (int s = 0; s < documents.length; s++) {
      documents[s] = HashSegmentHistogram.count(reader, field, s);
    }
    return new FieldHashSegments(documents);
  }

  FieldHashSegments(StreamInput in) throws IOException {
    this(new int[in.readVInt()][HashSegmentHistogram.VALUES]);
    for (int[] segment : documents) {
      int value = -1;
      for (int distinct = in.readVInt(); distinct > 0; distinct--) {
        value += in.readVInt();
        segment[value] = in.readVInt();
      }
    }
  }

  /** Writes only existing values, delta-encoded. */
  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVInt(documents.length);
    for (int[] segment : documents) {
      out.writeVInt(distinct(segment));
      int last = -1;
      for (int value = 0; value < segment.length; value++) {
        if (segment[value] > 0) {
          out.writeVInt(value - last);
          out.writeVInt(segment[value]);
          last = value;
        }
      }
    }
  }

  FieldHashSegments plus(FieldHashSegments other) {
    int[][] sums = new int[documents.length][HashSegmentHistogram.VALUES];
    for (int s = 0; s < sums.length; s++) {
      for (int value = 0; value < sums[s].length; value++) {
        // An index may have more documents than an int can hold; longs would double the size of all
        // responses.
        long sum = (long) documents[s][value] + other.documents[s][value];
        sums[s][value] = (int) Math.min(sum, Integer.MAX_VALUE);
      }
    }
    return new FieldHashSegments(sums);
  }

  /** Bytes held. */
  long ramBytesUsed() {
    return (long) Integer.BYTES * HashSegmentHistogram.VALUES * documents.length;
  }

  /** The number of documents with a fingerprint. */
  long fingerprints() {
    return Arrays.stream(documents[0]).asLongStream().sum();
  }

  private static int distinct(int[] segment) {
    return (int) Arrays.stream(segment).filter(count -> count > 0).count();
  }

  /**
   * The average number of documents that share a segment with a fingerprint of the index; one that
   * shares several counts for each.
   */
  double candidates() {
    long fingerprints = fingerprints();
    if (fingerprints == 0) {
      return 0;
    }
    return Arrays.stream(documents)
        .mapToDouble(
            segment -> Arrays.stream(segment).mapToDouble(count -> (double) count * count).sum())
        .map(squares -> squares / fingerprints)
        .sum();
  }

  /** The value of {@link #candidates} if all values were equally frequent. */
  double evenCandidates() {
    return (double) Fingerprint.SEGMENTS * fingerprints() / HashSegmentHistogram.VALUES;
  }

  void toXContent(XContentBuilder builder, String field, int size) throws IOException {
    if (documents.length == 0) {
      builder.startObject(field).field("not_read", WHY_NOT_READ).endObject();
      return;
    }
    long fingerprints = fingerprints();
    builder
        .startObject(field)
        .field("fingerprints", fingerprints)
        .field("candidates_per_lookup", rounded(candidates()))
        .field("candidates_per_lookup_if_even", rounded(evenCandidates()))
        .field("share_of_scan", fingerprints == 0 ? 0 : rounded(candidates() / fingerprints))
        .startArray("segments");
    for (int s = 0; s < documents.length; s++) {
      builder
          .startObject()
          .field("field", FingerprintField.segmentField(field, s))
          .field("distinct_values", distinct(documents[s]))
          .startArray("hottest");
      for (int value : hottest(documents[s], size)) {
        int count = documents[s][value];
        builder
            .startObject()
            .field("value", HexFormat.of().toHexDigits((short) value))
            .field("fingerprints", count)
            .field("share", rounded((double) count / fingerprints))
            .endObject();
      }
      builder.endArray().endObject();
    }
    builder.endArray().endObject();
  }

  private static double rounded(double value) {
    return Math.round(value * 1e6) / 1e6;
  }

  /** The values with the most documents, hottest first; on ties, the smallest. */
  private static List<Integer> hottest(int[] segment, int size) {
    return IntStream.range(0, segment.length)
        .filter(value -> segment[value] > 0)
        .boxed()
        .sorted(Comparator.comparingInt(value -> -segment[value]))
        .limit(size)
        .toList();
  }
}
