// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.FingerprintField;
import java.util.function.LongSupplier;
import org.apache.lucene.util.BytesRef;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.search.DocValueFormat;

/**
 * Shows fingerprints as 16 hex digits and reads them back: sort values and {@code search_after},
 * which travel as the sortable long of the doc value, and keys of aggregations, which travel as the
 * bytes of the digits.
 */
public final class SimHashDocValueFormat implements DocValueFormat {
  /** Its name on the wire. */
  public static final String NAME = "simhash";

  /** The only instance; core compares formats by identity. */
  public static final SimHashDocValueFormat INSTANCE = new SimHashDocValueFormat();

  private SimHashDocValueFormat() {}

  /** What a plugin registers so that the format can travel between nodes. */
  public static NamedWriteableRegistry.Entry entry() {
    return new NamedWriteableRegistry.Entry(DocValueFormat.class, NAME, in -> INSTANCE);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public void writeTo(StreamOutput out) {
    // Nothing to write: it has no parameters.
  }

  @Override
  public String format(long docValue) {
    return Fingerprint.toHex(FingerprintField.fromDocValue(docValue));
  }

  @Override
  public String format(BytesRef hex) {
    return hex.utf8ToString();
  }

  @Override
  public long parseLong(String value, boolean roundUp, LongSupplier now) {
    return FingerprintField.toDocValue(Fingerprint.parse(value));
  }

  /**
   * The bytes that an aggregation compares with. A text that is no fingerprint stays as it is, as
   * for a keyword: {@code "missing": "none"} is a fine name for a bucket.
   */
  @Override
  public BytesRef parseBytesRef(String value) {
    try {
      return new BytesRef(Fingerprint.toHex(Fingerprint.parse(value)));
    } catch (IllegalArgumentException e) {
      return new BytesRef(value);
    }
  }

  @Override
  public String toString() {
    return NAME;
  }
}
