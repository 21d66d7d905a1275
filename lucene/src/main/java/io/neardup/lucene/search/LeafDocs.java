// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

import java.util.Arrays;
import org.apache.lucene.search.DocIdSetIterator;

/** Those of some documents of a reader that are in one leaf, by their numbers there. */
public final class LeafDocs extends DocIdSetIterator {
  private final int[] docs;
  private final int docBase;
  private final int from;
  private final int to;
  private int at;

  /**
   * @param docs of the reader, ascending, each once; not copied
   * @param docBase of the leaf
   * @param maxDoc of the leaf
   */
  public LeafDocs(int[] docs, int docBase, int maxDoc) {
    this.docs = docs;
    this.docBase = docBase;
    this.from = firstAtLeast(0, docBase);
    this.to = firstAtLeast(from, docBase + maxDoc);
    this.at = from - 1;
  }

  private int firstAtLeast(int start, int doc) {
    int found = Arrays.binarySearch(docs, start, docs.length, doc);
    return found < 0 ? -1 - found : found;
  }

  @Override
  public int docID() {
    if (at < from) {
      return -1;
    }
    return at < to ? docs[at] - docBase : NO_MORE_DOCS;
  }

  @Override
  public int nextDoc() {
    at = Math.min(at + 1, to);
    return docID();
  }

  @Override
  public int advance(int target) {
    at = target == NO_MORE_DOCS ? to : Math.min(firstAtLeast(at + 1, docBase + target), to);
    return docID();
  }

  @Override
  public long cost() {
    return (long) to - from;
  }
}
