// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentHistogram;
import java.io.IOException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.PriorityQueue;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * How unevenly the fingerprints of a field are spread over the values of its segments.
 *
 * @param candidates the average number of documents that share a segment with a fingerprint of the
 *     index; one that shares several counts for each
 * @param segments none for a field that is not split into four segments: the ten keys of the other
 *     layout have nearly as many values as there are documents, and are not read
 */
record HashSegmentSkew(long fingerprints, double candidates, List<Segment> segments) {
  /** For a field that is not split into four segments. */
  static final HashSegmentSkew NOT_READ = new HashSegmentSkew(0, 0, List.of());

  private static final String WHY_NOT_READ =
      "[segments] of this field is [5x2]: its keys have nearly as many values as there are"
          + " documents; only fields with [segments] 4 are counted";

  /** As an object, and as JSON. */
  private static final long RAM_BYTES_OF_A_VALUE = 256;

  /** A value, and the number of documents that have it. */
  record Hot(int value, int documents) {
    private static final Comparator<Hot> COLDEST_FIRST =
        Comparator.comparingInt(Hot::documents)
            .thenComparing(Comparator.comparingInt(Hot::value).reversed());
  }

  /**
   * One segment.
   *
   * @param hottest the values with the most documents, hottest first; on ties, the smallest
   */
  record Segment(int distinct, List<Hot> hottest) {
    static Segment of(int[] documents, int size) {
      PriorityQueue<Hot> hottest = new PriorityQueue<>(Hot.COLDEST_FIRST);
      int distinct = 0;
      for (int value = 0; value < documents.length; value++) {
        if (documents[value] > 0) {
          distinct++;
          hottest.add(new Hot(value, documents[value]));
          if (hottest.size() > size) {
            hottest.poll();
          }
        }
      }
      return new Segment(distinct, hottest.stream().sorted(Hot.COLDEST_FIRST.reversed()).toList());
    }
  }

  /** Bytes held, also while they are written. */
  long ramBytesUsed() {
    long values = segments.stream().mapToLong(segment -> 1 + segment.hottest.size()).sum();
    return RAM_BYTES_OF_A_VALUE * (1 + values);
  }

  /** The value of {@code candidates} if all values were equally frequent. */
  private double evenCandidates() {
    return (double) Fingerprint.SEGMENTS * fingerprints / HashSegmentHistogram.VALUES;
  }

  void toXContent(XContentBuilder builder, String field) throws IOException {
    builder.startObject(field);
    if (segments.isEmpty()) {
      builder.field("not_read", WHY_NOT_READ).endObject();
      return;
    }
    builder
        .field("fingerprints", fingerprints)
        .field("candidates_per_lookup", rounded(candidates))
        .field("candidates_per_lookup_if_even", rounded(evenCandidates()))
        .field("share_of_scan", fingerprints == 0 ? 0 : rounded(candidates / fingerprints))
        .startArray("segments");
    for (int s = 0; s < segments.size(); s++) {
      Segment segment = segments.get(s);
      builder
          .startObject()
          .field("field", FingerprintField.segmentField(field, s))
          .field("distinct_values", segment.distinct)
          .startArray("hottest");
      for (Hot hot : segment.hottest) {
        builder
            .startObject()
            .field("value", HexFormat.of().toHexDigits((short) hot.value))
            .field("fingerprints", hot.documents)
            .field("share", rounded((double) hot.documents / fingerprints))
            .endObject();
      }
      builder.endArray().endObject();
    }
    builder.endArray().endObject();
  }

  private static double rounded(double value) {
    return Math.round(value * 1e6) / 1e6;
  }
}
