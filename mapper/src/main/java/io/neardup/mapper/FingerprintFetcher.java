// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import java.util.function.LongFunction;
import org.opensearch.index.mapper.SourceValueFetcher;
import org.opensearch.index.query.QueryShardContext;

/**
 * Reads fingerprints from {@code _source} for the {@code fields} of a search, as the field indexes
 * them, and shows them in one form: whole, or one segment.
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

  /** As {@code _source} would have it; a fingerprint from 2^63 on is a negative long. */
  private static String hexOrNull(Long fingerprint) {
    return fingerprint == null ? null : Fingerprint.toHex(fingerprint);
  }

  /** A malformed value was not indexed (else its document were not there), so it is left out. */
  @Override
  protected Object parseSourceValue(Object value) {
    try {
      return shown.apply(Fingerprint.parseValue(value));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
