// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.request.InternalExt;
import io.neardup.request.WireVersion;
import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;

/** Asks a search between nodes to say which fields of sources are masked for the user. */
public final class MaskedSource extends SearchExtBuilder {
  static final String NAME = "near_dup_masked_source";

  public MaskedSource() {}

  /** Mirrors {@link #writeTo}. */
  private MaskedSource(StreamInput in) throws IOException {
    WireVersion.read(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
  }

  /** How it travels; requests of users are refused. */
  public static SearchExtSpec<MaskedSource> spec() {
    return InternalExt.spec(NAME, MaskedSource::new);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.field(NAME, true);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MaskedSource;
  }

  @Override
  public int hashCode() {
    return NAME.hashCode();
  }
}
