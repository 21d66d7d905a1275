// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/**
 * Long arrays on the wire, with the same bytes as {@link StreamOutput#writeLongArray}, but copied a
 * thousand values at a time instead of one by one: threads that do so keep a core from searches
 * ({@code SearchesBeside}).
 */
public final class WireArrays {
  private static final int CHUNK = 1024;

  private WireArrays() {}

  /** Writes the length, and the values in big-endian order. */
  public static void writeLongs(StreamOutput out, long... values) throws IOException {
    out.writeVInt(values.length);
    byte[] bytes = chunk(values);
    LongBuffer buffer = ByteBuffer.wrap(bytes).asLongBuffer();
    for (int at = 0; at < values.length; at += CHUNK) {
      int count = Math.min(CHUNK, values.length - at);
      buffer.clear().put(values, at, count);
      out.writeBytes(bytes, 0, count * Long.BYTES);
    }
  }

  /** Mirrors {@link #writeLongs}. */
  public static long[] readLongs(StreamInput in) throws IOException {
    long[] values = new long[in.readVInt()];
    byte[] bytes = chunk(values);
    LongBuffer buffer = ByteBuffer.wrap(bytes).asLongBuffer();
    for (int at = 0; at < values.length; at += CHUNK) {
      int count = Math.min(CHUNK, values.length - at);
      in.readBytes(bytes, 0, count * Long.BYTES);
      buffer.clear().get(values, at, count);
    }
    return values;
  }

  /** The same for numbers in pages. */
  public static void writeLongs(StreamOutput out, LongPages values) throws IOException {
    out.writeVInt(values.size());
    byte[] bytes = new byte[Math.min(CHUNK, values.size()) * Long.BYTES];
    LongBuffer buffer = ByteBuffer.wrap(bytes).asLongBuffer();
    for (int at = 0, end; at < values.size(); at = end) {
      end = LongPages.end(at, Math.min(at + CHUNK, values.size()));
      buffer.clear().put(values.page(at), LongPages.offset(at), end - at);
      out.writeBytes(bytes, 0, (end - at) * Long.BYTES);
    }
  }

  /**
   * Mirrors {@link #writeLongs(StreamOutput, LongPages)}.
   *
   * @param memory takes the pages
   */
  public static LongPages readLongs(StreamInput in, MemoryAccount memory) throws IOException {
    LongPages values = new LongPages(in.readVInt(), memory);
    byte[] bytes = new byte[Math.min(CHUNK, values.size()) * Long.BYTES];
    LongBuffer buffer = ByteBuffer.wrap(bytes).asLongBuffer();
    for (int at = 0, end; at < values.size(); at = end) {
      end = LongPages.end(at, Math.min(at + CHUNK, values.size()));
      in.readBytes(bytes, 0, (end - at) * Long.BYTES);
      buffer.clear().get(values.page(at), LongPages.offset(at), end - at);
    }
    return values;
  }

  private static byte[] chunk(long... values) {
    return new byte[Math.min(CHUNK, values.length) * Long.BYTES];
  }
}
