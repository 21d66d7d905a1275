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

  /** Of its field in the resolution. */
  private final int place;

  private Subject(
      Target target, FingerprintSource source, FingerprintResolution resolution, int place) {
    this.target = target;
    this.source = source;
    this.resolution = resolution;
    this.place = place;
  }

  static Subject of(Target target) {
    return new Subject(Objects.requireNonNull(target), null, null, 0);
  }

  static Subject of(FingerprintSource source) {
    return new Subject(null, Objects.requireNonNull(source), null, 0);
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

  /** Whether there is a source that has not been asked for. */
  boolean isUnasked() {
    return target == null && resolution == null;
  }

  /** The same, waiting for what its source has in the field at this place. */
  Subject awaiting(FingerprintResolution asked, int at) {
    return new Subject(null, source, asked, at);
  }

  /** This, or the target if it has been found by now. */
  Subject settled() {
    return resolution != null && resolution.isDone() ? of(resolution.target(place)) : this;
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
