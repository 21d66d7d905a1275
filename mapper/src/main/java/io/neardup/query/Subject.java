// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.resolve.FingerprintSource;
import io.neardup.target.Target;
import java.io.IOException;
import java.util.Objects;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.QueryRewriteContext;

/**
 * What a query asks for the near-duplicates of: a target that is spelled out, or an id or document
 * that a target is looked up for while the search is prepared. Immutable.
 */
final class Subject implements Writeable, ToXContentFragment {
  /** Null as long as the source has to be resolved. */
  private final Target target;

  /** Null if the target was spelled out, or has been found. */
  private final FingerprintSource source;

  /**
   * Null until the source has been asked for. It belongs to one rewrite, not to what the query
   * says, and so neither travels nor counts in equals.
   */
  private final FingerprintResolution resolution;

  private Subject(Target target, FingerprintSource source, FingerprintResolution resolution) {
    this.target = target;
    this.source = source;
    this.resolution = resolution;
  }

  static Subject of(Target target) {
    return new Subject(Objects.requireNonNull(target), null, null);
  }

  static Subject of(FingerprintSource source) {
    return new Subject(null, Objects.requireNonNull(source), null);
  }

  static Subject readFrom(StreamInput in) throws IOException {
    return in.readBoolean() ? of(Target.readFrom(in)) : of(FingerprintSource.readFrom(in));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeBoolean(target != null);
    (target == null ? source : target).writeTo(out);
  }

  /** What documents have to be near to; null while an id or document has to be resolved. */
  @Nullable Target target() {
    return target;
  }

  /** The id or document to resolve; null if the target is there. */
  @Nullable FingerprintSource source() {
    return source;
  }

  /** This, or what is known after one more round of the rewrite. */
  Subject rewrite(QueryRewriteContext context, String field) {
    if (target != null) {
      return this;
    }
    if (resolution == null) {
      return new Subject(null, source, FingerprintResolution.start(context, field, source));
    }
    return resolution.isDone() ? of(resolution.target()) : this;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return (target == null ? source : target).toXContent(builder, params);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Subject that
        && Objects.equals(target, that.target)
        && Objects.equals(source, that.source);
  }

  @Override
  public int hashCode() {
    return Objects.hash(target, source);
  }
}
