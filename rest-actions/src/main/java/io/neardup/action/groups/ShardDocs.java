// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.search.DocIdSetIterator;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/** Numbers of documents in one pinned reader: some, or all from one number on. */
final class ShardDocs implements Writeable {
  private final boolean open;

  /** Ascending; only the first if open. */
  private final int[] docs;

  private ShardDocs(boolean open, int... docs) {
    this.open = open;
    this.docs = docs;
  }

  /** All from this one on. */
  static ShardDocs from(int doc) {
    return new ShardDocs(true, doc);
  }

  /**
   * These only.
   *
   * @param docs ascending, each once
   */
  static ShardDocs of(int... docs) {
    return new ShardDocs(false, docs);
  }

  ShardDocs(StreamInput in) throws IOException {
    this(in.readBoolean(), in.readVIntArray());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeBoolean(open);
    out.writeVIntArray(docs);
  }

  /** Those of one leaf by their numbers in it. */
  DocIdSetIterator in(int docBase, int maxDoc) {
    if (open) {
      int first = Math.max(0, docs[0] - docBase);
      return first < maxDoc ? DocIdSetIterator.range(first, maxDoc) : DocIdSetIterator.empty();
    }
    return new Listed(docBase, firstAtLeast(0, docBase), firstAtLeast(0, docBase + maxDoc));
  }

  private int firstAtLeast(int start, int doc) {
    int found = Arrays.binarySearch(docs, start, docs.length, doc);
    return found < 0 ? -1 - found : found;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShardDocs that && open == that.open && Arrays.equals(docs, that.docs);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(docs) + (open ? 1 : 0);
  }

  private final class Listed extends DocIdSetIterator {
    private final int docBase;
    private final int from;
    private final int to;
    private int at;

    Listed(int docBase, int from, int to) {
      this.docBase = docBase;
      this.from = from;
      this.to = to;
      this.at = from - 1;
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
}
