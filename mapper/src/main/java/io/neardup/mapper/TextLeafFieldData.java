// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.opensearch.index.fielddata.LeafFieldData;
import org.opensearch.index.fielddata.ScriptDocValues;
import org.opensearch.index.fielddata.SortedBinaryDocValues;

/** Doc values of one leaf in their written form. Holds nothing: the reader owns the doc values. */
interface TextLeafFieldData extends LeafFieldData {
  /** The field, for messages. */
  String field();

  /** The written forms. */
  SortedBinaryDocValues texts() throws IOException;

  @Override
  default ScriptDocValues<?> getScriptValues() {
    return new ScriptDocValues.Strings(getBytesValues());
  }

  @Override
  default SortedBinaryDocValues getBytesValues() {
    try {
      return texts();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot load the doc values of [" + field() + "]", e);
    }
  }

  @Override
  default long ramBytesUsed() {
    return 0;
  }

  @Override
  default void close() {
    // See above.
  }
}
