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

/**
 * The values of one field that orders the documents of a page.
 *
 * @param values by document, of which the least comes first; or the index of its keyword in names
 * @param missing which documents have none: they come last
 * @param names the different keywords; none for numbers
 * @param descending whether the greatest keyword comes first
 */
@SuppressWarnings("ArrayRecordComponent") // They are not worth a comparison.
public record PageKeys(long[] values, BitSet missing, List<BytesRef> names, boolean descending)
    implements Writeable {
  PageKeys(StreamInput in) throws IOException {
    this(
        WireArrays.readLongs(in),
        BitSet.valueOf(WireArrays.readLongs(in)),
        in.readList(StreamInput::readBytesRef),
        in.readBoolean());
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
