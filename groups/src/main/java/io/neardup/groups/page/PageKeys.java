// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.WireArrays;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/** The values of one field that orders the documents of a page. */
public final class PageKeys implements Writeable {
  private final long[] values;
  private final BitSet missing;
  private final List<BytesRef> names;
  private final boolean descending;

  /** Keys of documents that have been read. */
  public PageKeys(long[] values, BitSet missing, List<BytesRef> names, boolean descending) {
    this.values = values;
    this.missing = missing;
    this.names = names;
    this.descending = descending;
  }

  PageKeys(StreamInput in) throws IOException {
    this(
        WireArrays.readLongs(in),
        BitSet.valueOf(WireArrays.readLongs(in)),
        in.readList(StreamInput::readBytesRef),
        in.readBoolean());
  }

  /** By document, of which the least comes first; or the index of its keyword in the names. */
  public long[] values() {
    return values;
  }

  /** Which documents have none: they come last. */
  public BitSet missing() {
    return missing;
  }

  /** The different keywords; none for numbers. */
  public List<BytesRef> names() {
    return names;
  }

  /** Whether the greatest keyword comes first. */
  public boolean descending() {
    return descending;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireArrays.writeLongs(out, values);
    WireArrays.writeLongs(out, missing.toLongArray());
    out.writeCollection(names, StreamOutput::writeBytesRef);
    out.writeBoolean(descending);
  }

  PageKeys only(int... kept) {
    long[] keptValues = new long[kept.length];
    BitSet keptMissing = new BitSet();
    for (int i = 0; i < kept.length; i++) {
      keptValues[i] = values[kept[i]];
      keptMissing.set(i, missing.get(kept[i]));
    }
    return new PageKeys(keptValues, keptMissing, names, descending);
  }

  /** Those of a page in the making. */
  static final class Builder {
    /** What a keyword takes beside its bytes, roughly. */
    private static final int BYTES_PER_NAME = 96;

    private final boolean descending;
    private final MemoryAccount memory;
    private final BitSet missing = new BitSet();
    private final Map<BytesRef, Integer> names = new HashMap<>();
    private long[] values = {};

    /**
     * @param memory takes the keywords
     */
    Builder(boolean descending, MemoryAccount memory) {
      this.descending = descending;
      this.memory = memory;
    }

    void resize(int capacity) {
      values = Arrays.copyOf(values, capacity);
    }

    void set(int row, KeyValues of, int doc) throws IOException {
      if (of.advance(doc) == false) {
        missing.set(row);
        values[row] = Long.MAX_VALUE;
        return;
      }
      values[row] =
          switch (of) {
            case KeyValues.Numbers numbers -> numbers.number();
            case KeyValues.Names keywords -> ordinal(keywords.name());
          };
    }

    private int ordinal(BytesRef name) {
      Integer known = names.get(name);
      if (known != null) {
        return known;
      }
      memory.take(BYTES_PER_NAME + name.length);
      names.put(BytesRef.deepCopyOf(name), names.size());
      return names.size() - 1;
    }

    PageKeys build(int count) {
      BytesRef[] ordered = new BytesRef[names.size()];
      names.forEach((name, ordinal) -> ordered[ordinal] = name);
      long[] cut = values.length == count ? values : Arrays.copyOf(values, count);
      return new PageKeys(cut, missing, List.of(ordered), descending);
    }
  }
}
