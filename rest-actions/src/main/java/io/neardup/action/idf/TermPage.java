// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.request.EndpointAggregation;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.search.aggregations.InternalAggregation;

/**
 * Some consecutive terms of a field, in the order of their bytes, with the number of documents that
 * have each; of a shard, or of several together.
 */
public final class TermPage extends EndpointAggregation {
  private final boolean mapped;
  private final long documents;
  @Nullable private final BytesRef last;
  private final BytesReference entries;

  /**
   * @param mapped whether an index maps the field
   * @param documents number of documents that have the field
   * @param last the last term, if there are more after it; otherwise null
   * @param entries each term and its documents
   */
  TermPage(
      String name,
      Map<String, Object> metadata,
      boolean mapped,
      long documents,
      @Nullable BytesRef last,
      BytesReference entries) {
    super(name, metadata);
    this.mapped = mapped;
    this.documents = documents;
    this.last = last;
    this.entries = entries;
  }

  /** Mirrors {@link #doWriteTo}. */
  public TermPage(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    mapped = in.readBoolean();
    documents = in.readVLong();
    last = in.readBoolean() ? in.readBytesRef() : null;
    entries = in.readBytesReference();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeBoolean(mapped);
    out.writeVLong(documents);
    out.writeBoolean(last != null);
    if (last != null) {
      out.writeBytesRef(last);
    }
    out.writeBytesReference(entries);
  }

  boolean mapped() {
    return mapped;
  }

  long documents() {
    return documents;
  }

  @Nullable BytesRef last() {
    return last;
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
  @Override
  public InternalAggregation reduce(List<InternalAggregation> parts, ReduceContext context) {
    List<TermPage> pages = parts.stream().map(TermPage.class::cast).toList();
    BytesRef end =
        pages.stream()
            .map(TermPage::last)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(null);
    try {
      return new TermPage(
          name,
          metadata,
          pages.stream().anyMatch(TermPage::mapped),
          pages.stream().mapToLong(TermPage::documents).sum(),
          end,
          sum(pages, end));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BytesReference sum(List<TermPage> pages, @Nullable BytesRef end)
      throws IOException {
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
    return entries.bytes();
  }

  private static void advance(Cursor one, PriorityQueue<Cursor> merged) throws IOException {
    if (one.next()) {
      merged.add(one);
    }
  }
}
