// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;

/**
 * Lets long work be interrupted by who asked for it: readers that obey timeouts and cancellation
 * look whether they must whenever terms are to be walked through, so they are asked for that.
 */
final class Interruption {
  /** Some 50 microseconds of work. */
  private static final int WORK_PER_CHECK = 1 << 16;

  private final LeafReader reader;
  private final String field;
  private long work;

  Interruption(LeafReader reader, String field) {
    this.reader = reader;
    this.field = MinHashField.bandsField(field);
  }

  /** Throws what the reader throws if it is time to stop. */
  void worked(long steps) throws IOException {
    work += steps;
    if (work >= WORK_PER_CHECK) {
      work = 0;
      Terms terms = reader.terms(field);
      if (terms != null) {
        terms.iterator();
      }
    }
  }
}
