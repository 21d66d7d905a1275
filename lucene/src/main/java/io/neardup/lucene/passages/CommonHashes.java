// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import io.neardup.fingerprint.passages.QuestionWindows;
import io.neardup.lucene.search.CancellationCheck;
import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;

/** Tells which hashes of a question too many documents of a reader have. */
public final class CommonHashes {
  private CommonHashes() {}

  /**
   * The ordinals of hashes that more than so many documents have, of those that the reader shows.
   * Costs no more than reading the postings of as many documents, for each hash.
   */
  public static BitSet of(IndexReader reader, String field, QuestionWindows question, int max)
      throws IOException {
    return of(reader, field, question, FoundHashes.of(reader, field, question), max);
  }

  static BitSet of(
      IndexReader reader, String field, QuestionWindows question, FoundHashes found, int max)
      throws IOException {
    BitSet common = new BitSet();
    long[] documents = found.documents();
    for (int i = 0; i < documents.length; i++) {
      if (documents[i] > max && hasMore(reader, field, question.hash(i), max)) {
        common.set(i);
      }
    }
    return common;
  }

  private static boolean hasMore(IndexReader reader, String field, long hash, int max)
      throws IOException {
    long documents = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(field);
      TermsEnum found = terms == null ? null : terms.iterator();
      if (found != null && found.seekExact(PassagesField.term(hash))) {
        Bits live = leaf.reader().getLiveDocs();
        CancellationCheck cancellation = new CancellationCheck(leaf.reader(), field);
        PostingsEnum postings = found.postings(null, PostingsEnum.NONE);
        for (int doc = postings.nextDoc();
            doc != DocIdSetIterator.NO_MORE_DOCS && documents <= max;
            doc = postings.nextDoc()) {
          documents += live == null || live.get(doc) ? 1 : 0;
          cancellation.worked(1);
        }
      }
    }
    return documents > max;
  }
}
