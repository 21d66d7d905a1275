// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.transport.RemoteClusterAware;

/**
 * A document that shares passages with the question.
 *
 * @param coverage the part of the question, or of the document, that they cover
 * @param words that they cover there
 * @param total number of passages
 * @param passages the longest of them, longest first
 */
record PassageHit(
    String index, String id, double coverage, int words, int total, List<Passage> passages)
    implements ToXContentObject {
  /** What covers most comes first. */
  static final Comparator<PassageHit> ORDER =
      Comparator.comparingDouble(PassageHit::coverage)
          .thenComparingInt(PassageHit::words)
          .reversed()
          .thenComparing(PassageHit::index)
          .thenComparing(PassageHit::id);

  private static final double DIGITS = 1e6;
  private static final long BYTES = 512;

  /** The index of a hit as the request may name it. */
  static String index(SearchHit hit) {
    return RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex());
  }

  /** About as much as it takes. */
  long bytes() {
    return BYTES + passages.stream().mapToLong(Passage::bytes).sum();
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder
        .startObject()
        .field("_index", index)
        .field("_id", id)
        .field("coverage", Math.round(coverage * DIGITS) / DIGITS)
        .field("words", words)
        .field("passages_total", total)
        .field("passages", passages)
        .endObject();
  }
}
