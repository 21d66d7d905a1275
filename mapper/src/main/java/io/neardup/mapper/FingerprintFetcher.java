// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import java.util.function.LongFunction;
import org.opensearch.index.mapper.SourceValueFetcher;
import org.opensearch.index.query.QueryShardContext;

/**
 * Reads fingerprints from {@code _source} for the {@code fields} of a search, parsed as they are
 * indexed, and shows each whole or as one segment.
 */
final class FingerprintFetcher extends SourceValueFetcher {
  private final LongFunction<String> shown;

  FingerprintFetcher(
      SimHashFieldType field,
      QueryShardContext context,
      String format,
      LongFunction<String> shown) {
    super(field.name(), context, hexOrNull(field.nullValue()));
    if (format != null) {
      throw new IllegalArgumentException(
          "Field ["
              + field.name()
              + "] of type ["
              + field.typeName()
              + "] doesn't support formats.");
    }
    this.shown = shown;
  }

  /** In the form that {@code _source} has; fingerprints from 2^63 on are negative longs. */
  private static String hexOrNull(Long fingerprint) {
    return fingerprint == null ? null : Fingerprint.toHex(fingerprint);
  }

  /**
   * Leaves out malformed values: they are not indexed, or the document would have been rejected.
   */
  @Override
  protected Object parseSourceValue(Object value) {
    try {
      return shown.apply(Fingerprint.parseValue(value));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
