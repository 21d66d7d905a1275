// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.aggregation;

import io.neardup.fingerprint.FingerprintSet;
import io.neardup.fingerprint.pairs.BlockRange;
import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/** Which fingerprints a page is made of; the others stay where they are. */
public sealed interface PageFilter extends Writeable {
  /** Whether a page takes a fingerprint. */
  boolean accepts(long fingerprint);

  /** Bytes that it holds. */
  long ramBytesUsed();

  /** Mirrors {@link #writeTo}. */
  static PageFilter read(StreamInput in) throws IOException {
    return in.readBoolean() ? new InRange(readRange(in)) : new Near(in);
  }

  /** Those of a range of block values. */
  record InRange(BlockRange range) implements PageFilter {
    @Override
    public boolean accepts(long fingerprint) {
      return range.contains(fingerprint);
    }

    @Override
    public long ramBytesUsed() {
      return 0;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeBoolean(true);
      writeRange(out, range);
    }
  }

  /** Those within a distance of any of some others. */
  record Near(FingerprintSet others, int maxDistance) implements PageFilter {
    Near(StreamInput in) throws IOException {
      this(FingerprintSet.of(in.readLongArray()), in.readVInt());
    }

    @Override
    public boolean accepts(long fingerprint) {
      return others.distance(fingerprint, maxDistance) != FingerprintSet.TOO_FAR;
    }

    @Override
    public long ramBytesUsed() {
      return others.ramBytesUsed();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeBoolean(false);
      out.writeLongArray(others.toArray());
      out.writeVInt(maxDistance);
    }
  }

  /** Mirrors {@link #writeRange}. */
  static BlockRange readRange(StreamInput in) throws IOException {
    return new BlockRange(
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readVInt(),
        in.readVInt(),
        in.readBoolean());
  }

  /** Writes a range, for messages of others as well. */
  static void writeRange(StreamOutput out, BlockRange range) throws IOException {
    out.writeLong(range.fixedBits());
    out.writeLong(range.fixed());
    out.writeLong(range.block());
    out.writeVInt(range.from());
    out.writeVInt(range.to());
    out.writeBoolean(range.isFirst());
  }
}
