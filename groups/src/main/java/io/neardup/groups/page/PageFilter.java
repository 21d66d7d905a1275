// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.pairs.BlockRange;
import io.neardup.request.WireArrays;
import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/** Which documents a page is made of, and what it tells of them; the others stay where they are. */
public sealed interface PageFilter extends Writeable {
  /** Whether it goes by signatures, which are not sent, not by fingerprints. */
  default boolean isOfSignatures() {
    return false;
  }

  /** How many rows of a page a document may take. */
  default int maxRows() {
    return 1;
  }

  /**
   * What a page has in place of the fingerprint.
   *
   * @param fingerprint of the document; 0 if it goes by signatures
   * @param signature of the document; null if it goes by fingerprints
   * @param values receives it, for each row
   * @return number of rows; 0 if the document stays where it is
   */
  int select(long fingerprint, @Nullable BytesRef signature, long[] values);

  /** Bytes that it holds. */
  default long ramBytesUsed() {
    return 0;
  }

  /** Mirrors {@link #writeTo}. */
  static PageFilter read(StreamInput in) throws IOException {
    Kind kind = in.readEnum(Kind.class);
    return switch (kind) {
      case IN_RANGE -> new InRange(readRange(in));
      case NEAR -> new Near(in);
      case BANDS_IN_RANGE -> new BandsInRange(readBands(in), readRange(in));
    };
  }

  /** In the order in which they were introduced: messages have the ordinals. */
  enum Kind {
    NEAR,
    IN_RANGE,
    BANDS_IN_RANGE
  }

  /** Those of a range of block values. */
  record InRange(BlockRange range) implements PageFilter {
    @Override
    public int select(long fingerprint, @Nullable BytesRef signature, long[] values) {
      values[0] = fingerprint;
      return range.contains(fingerprint) ? 1 : 0;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeEnum(Kind.IN_RANGE);
      writeRange(out, range);
    }
  }

  /** Those within a distance of any of some others. */
  record Near(FingerprintSet others, int maxDistance) implements PageFilter {
    Near(StreamInput in) throws IOException {
      this(FingerprintSet.of(WireArrays.readLongs(in)), in.readVInt());
    }

    /** Whether a page takes a fingerprint. */
    public boolean accepts(long fingerprint) {
      return others.distance(fingerprint, maxDistance) != FingerprintSet.TOO_FAR;
    }

    @Override
    public int select(long fingerprint, @Nullable BytesRef signature, long[] values) {
      values[0] = fingerprint;
      return accepts(fingerprint) ? 1 : 0;
    }

    @Override
    public long ramBytesUsed() {
      return others.ramBytesUsed();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeEnum(Kind.NEAR);
      WireArrays.writeLongs(out, others.toArray());
      out.writeVInt(maxDistance);
    }
  }

  /** A row for each band of a signature whose {@linkplain Bands#hashes hash} is in a range. */
  record BandsInRange(Bands bands, BlockRange range) implements PageFilter {
    @Override
    public boolean isOfSignatures() {
      return true;
    }

    @Override
    public int maxRows() {
      return bands.count();
    }

    @Override
    public int select(long fingerprint, @Nullable BytesRef signature, long[] values) {
      int rows = 0;
      for (long hash :
          bands.hashes(MinHashSignature.of(signature.bytes, signature.offset, signature.length))) {
        if (range.contains(hash)) {
          values[rows++] = hash;
        }
      }
      return rows;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeEnum(Kind.BANDS_IN_RANGE);
      writeBands(out, bands);
      writeRange(out, range);
    }
  }

  /** Mirrors {@link #writeBands}. */
  static Bands readBands(StreamInput in) throws IOException {
    return new Bands(in.readVInt(), in.readVInt());
  }

  /** Writes bands, for messages of others as well. */
  static void writeBands(StreamOutput out, Bands bands) throws IOException {
    out.writeVInt(bands.rows());
    out.writeVInt(bands.count());
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
