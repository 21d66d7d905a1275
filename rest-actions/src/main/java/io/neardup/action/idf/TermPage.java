// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * Some consecutive terms of a field, in the order of their bytes, with the number of documents that
 * have each; of a shard, or of several together.
 *
 * @param mapped whether an index maps the field
 * @param documents number of documents that have the field
 * @param last the last term, if there are more after it; otherwise null
 * @param entries each term and its documents
 */
record TermPage(boolean mapped, long documents, @Nullable BytesRef last, BytesReference entries)
    implements Writeable {
  /** The page of an index that does not map the field. */
  static final TermPage UNMAPPED = new TermPage(false, 0, null, BytesArray.EMPTY);

  /** Mirrors {@link #writeTo}. */
  TermPage(StreamInput in) throws IOException {
    this(
        in.readBoolean(),
        in.readVLong(),
        in.readBoolean() ? in.readBytesRef() : null,
        in.readBytesReference());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeBoolean(mapped);
    out.writeVLong(documents);
    out.writeBoolean(last != null);
    if (last != null) {
      out.writeBytesRef(last);
    }
    out.writeBytesReference(entries);
  }

  /** A position in the entries of a page; before the first one at first. */
  static final class Cursor {
    private final StreamInput rest;
    private BytesRef term;
    private long docFreq;

    Cursor(TermPage page) throws IOException {
      rest = page.entries.streamInput();
    }

    /** Moves to the next term; returns false if there is none. */
    boolean next() throws IOException {
      if (rest.available() == 0) {
        return false;
      }
      term = rest.readBytesRef();
      docFreq = rest.readVLong();
      return true;
    }

    BytesRef term() {
      return term;
    }

    long docFreq() {
      return docFreq;
    }
  }

  /**
   * Sums pages that begin behind the same term. The sum ends where the first of them ends, since
   * behind that not all of them know their documents.
   */
  static TermPage sum(List<TermPage> pages) throws IOException {
    BytesRef end =
        pages.stream()
            .map(TermPage::last)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(null);
    PriorityQueue<Cursor> merged = new PriorityQueue<>(Comparator.comparing(Cursor::term));
    for (TermPage page : pages) {
      advance(new Cursor(page), merged);
    }
    BytesStreamOutput entries = new BytesStreamOutput();
    while (merged.isEmpty() == false && (end == null || merged.peek().term.compareTo(end) <= 0)) {
      BytesRef term = merged.peek().term;
      long docFreq = 0;
      while (merged.isEmpty() == false && merged.peek().term.equals(term)) {
        Cursor one = merged.poll();
        docFreq += one.docFreq;
        advance(one, merged);
      }
      entries.writeBytesRef(term);
      entries.writeVLong(docFreq);
    }
    return new TermPage(
        pages.stream().anyMatch(TermPage::mapped),
        pages.stream().mapToLong(TermPage::documents).sum(),
        end,
        entries.bytes());
  }

  private static void advance(Cursor one, PriorityQueue<Cursor> merged) throws IOException {
    if (one.next()) {
      merged.add(one);
    }
  }
}
