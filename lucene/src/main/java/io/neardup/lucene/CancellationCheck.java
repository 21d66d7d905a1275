// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.io.IOException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;

/**
 * Lets long work be interrupted by who asked for it. Readers that obey timeouts and cancellation
 * (Lucene's ExitableDirectoryReader, and OpenSearch's, which throws exceptions of its own) look
 * whether they must whenever terms are to be walked through; so they are asked for that, and
 * nothing is walked through.
 */
final class CancellationCheck {
  /** Some 50 microseconds of work. */
  private static final int WORK_PER_CHECK = 1 << 16;

  private final LeafReader reader;
  private final HashSegmentLayout layout;
  private final String field;
  private long work;

  private CancellationCheck(LeafReader reader, HashSegmentLayout layout, String field) {
    this.reader = reader;
    this.layout = layout;
    this.field = field;
  }

  /** Looks at the segments of the field, or, where those are hidden, at any field with terms. */
  static CancellationCheck of(LeafReader reader, HammingDistanceQuery query) {
    return of(reader, query.layout(), query.field());
  }

  /** The same for searches around that query. */
  static CancellationCheck of(LeafReader reader, HashSegmentLayout layout, String field) {
    return new CancellationCheck(reader, layout, field);
  }

  /** Throws what the reader throws if it is time to stop. */
  void worked(long steps) throws IOException {
    work += steps;
    if (work >= WORK_PER_CHECK) {
      work = 0;
      check();
    }
  }

  private void check() throws IOException {
    Terms terms = reader.terms(layout.field(field, 0));
    if (terms == null) {
      for (FieldInfo info : reader.getFieldInfos()) {
        if (terms == null && info.getIndexOptions() != IndexOptions.NONE) {
          terms = reader.terms(info.name);
        }
      }
    }
    if (terms != null) {
      terms.iterator();
    }
  }
}
