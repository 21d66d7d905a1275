// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.request.WireArrays;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.shard.ShardId;

/**
 * Documents of one shard with what decides about their groups, in the order of their numbers.
 *
 * @param docs numbers in the reader that they were read from, ascending
 * @param fingerprints of each document
 * @param keys for each field that orders them, its values
 * @param scopes for each document the index of its scope in {@code scopeValues}; null without one
 * @param scopeValues the different scopes of these documents
 * @param signatures of each document; null without
 * @param more whether there may be more behind them
 */
@SuppressWarnings("ArrayRecordComponent") // They are not worth a comparison.
public record FingerprintPage(
    ShardId shard,
    int[] docs,
    long[] fingerprints,
    List<PageKeys> keys,
    @Nullable int[] scopes,
    List<BytesRef> scopeValues,
    @Nullable Signatures signatures,
    boolean more)
    implements Writeable {
  public FingerprintPage {
    keys = List.copyOf(keys);
    scopeValues = List.copyOf(scopeValues);
  }

  /**
   * The signatures of documents, one after the other.
   *
   * @param ends where each ends
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Signatures(int[] ends, byte[] bytes) implements Writeable {
    Signatures(StreamInput in) throws IOException {
      this(in.readVIntArray(), in.readByteArray());
    }

    private int begin(int document) {
      return document == 0 ? 0 : ends[document - 1];
    }

    private Signatures only(int... kept) {
      int[] keptEnds = new int[kept.length];
      byte[] keptBytes = new byte[IntStream.of(kept).map(i -> ends[i] - begin(i)).sum()];
      int end = 0;
      for (int i = 0; i < kept.length; i++) {
        int length = ends[kept[i]] - begin(kept[i]);
        System.arraycopy(bytes, begin(kept[i]), keptBytes, end, length);
        end += length;
        keptEnds[i] = end;
      }
      return new Signatures(keptEnds, keptBytes);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeVIntArray(ends);
      out.writeByteArray(bytes);
    }
  }

  /** Mirrors {@link #writeTo}. */
  FingerprintPage(StreamInput in) throws IOException {
    this(
        new ShardId(in),
        readDocs(in),
        WireArrays.readLongs(in),
        in.readList(PageKeys::new),
        in.readBoolean() ? in.readVIntArray() : null,
        in.readList(StreamInput::readBytesRef),
        in.readOptionalWriteable(Signatures::new),
        in.readBoolean());
  }

  private static int[] readDocs(StreamInput in) throws IOException {
    int[] docs = new int[in.readVInt()];
    int last = 0;
    for (int i = 0; i < docs.length; i++) {
      last += in.readVInt();
      docs[i] = last;
    }
    return docs;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    shard.writeTo(out);
    out.writeVInt(docs.length);
    int last = 0;
    for (int doc : docs) {
      out.writeVInt(doc - last);
      last = doc;
    }
    WireArrays.writeLongs(out, fingerprints);
    out.writeList(keys);
    out.writeBoolean(scopes != null);
    if (scopes != null) {
      out.writeVIntArray(scopes);
    }
    out.writeCollection(scopeValues, StreamOutput::writeBytesRef);
    out.writeOptionalWriteable(signatures);
    out.writeBoolean(more);
  }

  /** Those documents of the page whose fingerprints are wanted. */
  public FingerprintPage only(LongPredicate wanted) {
    int[] kept = new int[docs.length];
    int count = 0;
    for (int i = 0; i < docs.length; i++) {
      if (wanted.test(fingerprints[i])) {
        kept[count++] = i;
      }
    }
    return count == docs.length ? this : only(Arrays.copyOf(kept, count));
  }

  private FingerprintPage only(int... kept) {
    return new FingerprintPage(
        shard,
        IntStream.of(kept).map(i -> docs[i]).toArray(),
        IntStream.of(kept).mapToLong(i -> fingerprints[i]).toArray(),
        keys.stream().map(key -> key.only(kept)).toList(),
        scopes == null ? null : IntStream.of(kept).map(i -> scopes[i]).toArray(),
        scopeValues,
        signatures == null ? null : signatures.only(kept),
        more);
  }

  /** Bytes of its documents, without what scopes are called. */
  public long bytes() {
    long bytes = (Integer.BYTES + Long.BYTES * (1L + keys.size())) * docs.length;
    bytes += scopes == null ? 0 : (long) Integer.BYTES * docs.length;
    return bytes + (signatures == null ? 0 : signatures.bytes.length);
  }

  /** How many documents. */
  public int size() {
    return docs.length;
  }

  /** Number of the last one. */
  public int lastDoc() {
    return docs[docs.length - 1];
  }

  /** Number of a document. */
  public int doc(int document) {
    return docs[document];
  }

  /** Fingerprint of a document. */
  public long fingerprint(int document) {
    return fingerprints[document];
  }

  /** The values of one field that orders documents. */
  public PageKeys keys(int field) {
    return keys.get(field);
  }

  /** Points at the signature of a document. */
  public void readSignature(int document, BytesRef into) {
    into.bytes = signatures.bytes;
    into.offset = signatures.begin(document);
    into.length = signatures.ends[document] - into.offset;
  }

  /** The index of a document's scope among {@link #scopeValues}. */
  public int scope(int document) {
    return scopes[document];
  }
}
