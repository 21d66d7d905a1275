// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.lucene.search.LeafDocs;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.search.DocIdSetIterator;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/** Numbers of documents in one pinned reader: some, or all from one number on. */
public final class ShardDocs implements Writeable {
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
  public static ShardDocs of(int... docs) {
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
    return new LeafDocs(docs, docBase, maxDoc);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShardDocs that && open == that.open && Arrays.equals(docs, that.docs);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(docs) + (open ? 1 : 0);
  }
}
