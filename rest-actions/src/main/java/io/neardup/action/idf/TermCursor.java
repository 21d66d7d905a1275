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

/**
 * The current position in the terms of one shard; between pages it is before the next page's first
 * term.
 */
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

  /** Moves to the position before the first term of a new page. */
  void accept(TermPage next) throws IOException {
    reader = next.reader();
    page = next.entries().streamInput();
  }

  /** Advances to the next term of the page; returns false if there is none. */
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

  /** The node with the shard copy that is read. */
  DiscoveryNode node() {
    return node;
  }

  void node(DiscoveryNode chosen) {
    node = chosen;
  }

  @Nullable ShardSearchContextId reader() {
    return reader;
  }

  /** The current term; null before the first page. */
  @Nullable BytesRef term() {
    return term;
  }

  long docFreq() {
    return docFreq;
  }
}
