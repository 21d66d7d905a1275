// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.resolve.FingerprintSource;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.io.IOException;
import org.opensearch.common.CheckedSupplier;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;

/**
 * One question of a request: a target of one value, or where to find it, or why it can be neither.
 * Exactly one is not null.
 */
record NearDupEntry(
    @Nullable Target target, @Nullable FingerprintSource source, @Nullable Exception failure)
    implements Writeable {

  static NearDupEntry of(TargetKind kind, Object value) {
    return orFailure(() -> new NearDupEntry(parse(kind, value), null, null));
  }

  static NearDupEntry of(CheckedSupplier<FingerprintSource, RuntimeException> source) {
    return orFailure(() -> new NearDupEntry(null, source.get(), null));
  }

  private static NearDupEntry orFailure(CheckedSupplier<NearDupEntry, RuntimeException> entry) {
    try {
      return entry.get();
    } catch (IllegalArgumentException e) {
      return new NearDupEntry(null, null, e);
    }
  }

  private static Target parse(TargetKind kind, Object value) {
    try {
      return kind.parse(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "[" + kind.parameter() + "] is refused: " + e.getMessage(), e);
    }
  }

  NearDupEntry(StreamInput in) throws IOException {
    this(
        in.readOptionalWriteable(Target::readFrom),
        in.readOptionalWriteable(FingerprintSource::readFrom),
        in.readException());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalWriteable(target);
    out.writeOptionalWriteable(source);
    out.writeException(failure);
  }

  /** The id of the question, or null. */
  @Nullable String id() {
    return source instanceof FingerprintSource.OfId ofId ? ofId.id() : null;
  }

  /** Matches the document that the question is about; null unless it is one of an index. */
  @Nullable BoolQueryBuilder itself() {
    if (source instanceof FingerprintSource.OfId ofId) {
      BoolQueryBuilder itself =
          QueryBuilders.boolQuery().filter(QueryBuilders.idsQuery().addIds(ofId.id()));
      return ofId.index() == null
          ? itself
          : itself.filter(QueryBuilders.termQuery("_index", ofId.index()));
    }
    return null;
  }
}
