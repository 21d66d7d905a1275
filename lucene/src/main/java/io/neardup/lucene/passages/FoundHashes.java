// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import io.neardup.fingerprint.passages.QuestionWindows;
import io.neardup.lucene.search.CancellationCheck;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * Which hashes of a question the leaves of a reader have, and in how many documents, deleted and
 * hidden ones included. Costs a seek for each hash in each leaf; of a text that is new to the
 * reader, only of as many hashes as it takes to know that the others cannot cover enough of it.
 */
final class FoundHashes {
  /** Asking whether the others can cover enough takes about as long as a seek. */
  private static final int QUESTIONS = 64;

  /** Work of a seek, as a {@link CancellationCheck} counts it. */
  private static final long SEEK = 512;

  private final QuestionWindows question;
  private final BitSet[] ordinals;
  private final long[] documents;
  private boolean any;

  private FoundHashes(QuestionWindows question, int leaves) {
    this.question = question;
    this.ordinals = new BitSet[leaves];
    this.documents = new long[question.size()];
    Arrays.setAll(ordinals, leaf -> new BitSet());
  }

  /**
   * Looks them up.
   *
   * @param minWords tokens of the shortest passage that counts
   * @param coverage the least part of the question in common; 0 for any
   */
  static FoundHashes of(
      IndexReader reader, String field, QuestionWindows question, int minWords, double coverage)
      throws IOException {
    TermsEnum[] leaves = new TermsEnum[reader.leaves().size()];
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(field);
      leaves[leaf.ord] = terms == null ? null : terms.iterator();
    }
    FoundHashes found = new FoundHashes(question, leaves.length);
    found.any =
        leaves.length > 0
            && found.seek(
                leaves,
                new CancellationCheck(reader.leaves().get(0).reader(), field),
                minWords,
                coverage);
    return found;
  }

  /** The same, for whatever documents have in common with the question. */
  static FoundHashes of(IndexReader reader, String field, QuestionWindows question)
      throws IOException {
    return of(reader, field, question, question.length().tokens(), 0);
  }

  /** Returns false as soon as no document can have enough. */
  private boolean seek(
      TermsEnum[] leaves, CancellationCheck cancellation, int minWords, double coverage)
      throws IOException {
    BitSet possible = new BitSet();
    possible.set(0, documents.length);
    int step = 1 + documents.length / QUESTIONS;
    int absent = 0;
    for (int ordinal : question.inOrder()) {
      cancellation.worked(SEEK * leaves.length);
      seek(leaves, ordinal);
      if (documents[ordinal] == 0) {
        possible.clear(ordinal);
        absent++;
        if (absent % step == 0 && question.covers(possible, minWords, coverage) == false) {
          return false;
        }
      }
    }
    return question.covers(possible, minWords, coverage);
  }

  private void seek(TermsEnum[] leaves, int ordinal) throws IOException {
    BytesRef term = PassagesField.term(question.hash(ordinal));
    for (int i = 0; i < leaves.length; i++) {
      if (leaves[i] != null && leaves[i].seekExact(term)) {
        ordinals[i].set(ordinal);
        documents[ordinal] += leaves[i].docFreq();
      }
    }
  }

  /** False if no document has enough of the question; not all hashes were looked up then. */
  boolean any() {
    return any;
  }

  /** How many documents have each hash; not a copy. */
  long[] documents() {
    return documents;
  }

  /** The ordinals of those that a leaf has; not a copy. */
  BitSet in(LeafReaderContext leaf) {
    return ordinals[leaf.ord];
  }
}
