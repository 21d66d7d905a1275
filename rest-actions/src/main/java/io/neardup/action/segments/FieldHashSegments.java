// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.FingerprintDocValues;
import io.neardup.lucene.FingerprintField;
import io.neardup.lucene.HashSegmentHistogram;
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
 * The values of the four segments of a field, in a shard or in several. The ten keys of the other
 * layout have nearly as many values as there are documents, and are not read.
 */
final class FieldHashSegments implements Writeable {
  /** Of a field that is not cut into four segments. */
  static final FieldHashSegments NOT_READ = new FieldHashSegments(new int[0][]);

  private static final String WHY_NOT_READ =
      "[segments] of this field is [5x2]: its keys have nearly as many values as there are"
          + " documents; only the four segments of [4] are counted";

  /** By segment and value: how many documents. */
  private final int[][] documents;

  private FieldHashSegments(int[][] documents) {
    this.documents = documents;
  }

  static FieldHashSegments read(IndexReader reader, String field) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      // Refuses masked fields, whose segments would tell them.
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

  /** Only the values there are, by the gap to the one before. */
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
        // An index may have more documents than an int tells; longs would double what the answers
        // of all its shards take.
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

  /** How many documents have a fingerprint. */
  long fingerprints() {
    return Arrays.stream(documents[0]).asLongStream().sum();
  }

  private static int distinct(int[] segment) {
    return (int) Arrays.stream(segment).filter(count -> count > 0).count();
  }

  /**
   * How many documents, one found by several segments counted for each, share a segment with a
   * fingerprint of the index, on average over all of them.
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

  /** What {@link #candidates} would be if all values were equally frequent. */
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

  /** The values with most documents, hottest first; of equal ones the least. */
  private static List<Integer> hottest(int[] segment, int size) {
    return IntStream.range(0, segment.length)
        .filter(value -> segment[value] > 0)
        .boxed()
        .sorted(Comparator.comparingInt(value -> -segment[value]))
        .limit(size)
        .toList();
  }
}
