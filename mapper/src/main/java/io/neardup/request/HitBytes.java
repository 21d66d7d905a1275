// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.search.SearchHit;

/** How much memory hits and messages take, for accounts: about as much as on the wire. */
public final class HitBytes {
  /** A hit without its source and fields. */
  private static final long BARE = 256;

  private HitBytes() {}

  /** Of a hit with what was read of its document. */
  public static long of(SearchHit hit) {
    long content = hit.getSourceRef() == null ? 0 : hit.getSourceRef().length();
    return hit.getFields().isEmpty()
            && hit.getHighlightFields().isEmpty()
            && hit.getSortValues().length == 0
        ? BARE + content
        : BARE + of((Writeable) hit);
  }

  /** Of hits. */
  public static long of(SearchHit... hits) {
    return Arrays.stream(hits).mapToLong(HitBytes::of).sum();
  }

  /** Of what a message says. */
  public static long of(Writeable message) {
    Counter counter = new Counter();
    try {
      message.writeTo(counter);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return counter.bytes;
  }

  /** Counts what is written to it. */
  private static final class Counter extends StreamOutput {
    private long bytes;

    @Override
    public void writeByte(byte b) {
      bytes++;
    }

    @Override
    public void writeBytes(byte[] b, int offset, int length) {
      bytes += length;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public void reset() {
      bytes = 0;
    }
  }
}
