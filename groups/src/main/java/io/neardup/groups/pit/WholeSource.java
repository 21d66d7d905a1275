// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.request.InternalExt;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;

/**
 * Asks a search between nodes for whole sources where {@link WholeSourcePhase} can tell that they
 * are, and for some fields of the others.
 */
public final class WholeSource extends SearchExtBuilder {
  public static final String NAME = "near_dup_whole_source";

  private final String[] fields;

  /**
   * @param fields of a source that is not whole
   */
  public WholeSource(String... fields) {
    this.fields = fields.clone();
  }

  /** Mirrors {@link #writeTo}. */
  public WholeSource(StreamInput in) throws IOException {
    this(read(in));
  }

  private static String[] read(StreamInput in) throws IOException {
    WireVersion.read(in);
    return in.readStringArray();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeStringArray(fields);
  }

  /** How it travels; requests of users are refused. */
  public static SearchExtSpec<WholeSource> spec() {
    return InternalExt.spec(NAME, WholeSource::new);
  }

  String[] fields() {
    return fields.clone();
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.array(NAME, fields);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WholeSource that && Arrays.equals(fields, that.fields);
  }

  @Override
  public int hashCode() {
    return Objects.hash(NAME, Arrays.hashCode(fields));
  }
}
