// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.routing.ShardIterator;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.search.internal.ShardSearchContextId;

/** Stands on a term of one shard, between pages before the first term of the next one. */
final class TermCursor {
  private final ShardIterator copies;
  private DiscoveryNode node;
  private ShardSearchContextId reader;
  private StreamInput page;
  private BytesRef term;
  private long docFreq;

  TermCursor(ShardIterator copies) {
    this.copies = copies;
  }

  /** Takes the entries of a page, which stands before its first. */
  void accept(TermPage next) throws IOException {
    reader = next.reader();
    page = next.entries().streamInput();
  }

  /** Goes to the next term of the page; false if there is none. */
  boolean advance() throws IOException {
    if (page.available() == 0) {
      return false;
    }
    term = page.readBytesRef();
    docFreq = page.readVLong();
    return true;
  }

  /** Whether the shard has more pages. */
  boolean hasMore() {
    return reader != null;
  }

  ShardIterator copies() {
    return copies;
  }

  /** The node with the copy that is read. */
  DiscoveryNode node() {
    return node;
  }

  void node(DiscoveryNode chosen) {
    node = chosen;
  }

  @Nullable ShardSearchContextId reader() {
    return reader;
  }

  /** The term it stands on; null before the first page. */
  @Nullable BytesRef term() {
    return term;
  }

  long docFreq() {
    return docFreq;
  }
}
