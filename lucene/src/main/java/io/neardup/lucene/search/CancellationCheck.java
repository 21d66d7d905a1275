// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

import io.neardup.lucene.field.HashSegmentLayout;
import java.io.IOException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;

/**
 * Lets timeouts and cancellation interrupt long work. Readers that obey them (Lucene's
 * ExitableDirectoryReader, and OpenSearch's, which throws its own exceptions) check whenever a
 * caller starts to iterate over terms. So this class starts such an iteration and drops it.
 */
public final class CancellationCheck {
  /** About 50 microseconds of work. */
  private static final int WORK_PER_CHECK = 1 << 16;

  private final LeafReader reader;
  private final String field;
  private long work;

  /**
   * @param field whose terms are asked for; if it has none, or they are hidden, any field's are
   */
  public CancellationCheck(LeafReader reader, String field) {
    this.reader = reader;
    this.field = field;
  }

  /** Uses the segments of a field of fingerprints. */
  public static CancellationCheck of(LeafReader reader, HashSegmentLayout layout, String field) {
    return new CancellationCheck(reader, layout.field(field, 0));
  }

  /** Throws the reader's exception if it is time to stop. */
  public void worked(long steps) throws IOException {
    work += steps;
    if (work >= WORK_PER_CHECK) {
      work = 0;
      check();
    }
  }

  private void check() throws IOException {
    Terms terms = reader.terms(field);
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
