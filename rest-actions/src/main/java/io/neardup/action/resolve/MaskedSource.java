// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.request.InternalExt;
import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;

/** Asks a search between nodes to say which fields of sources are masked for the user. */
public final class MaskedSource extends InternalExt {
  static final String NAME = "near_dup_masked_source";

  public MaskedSource() {
    super(NAME);
  }

  /** Mirrors {@link #writeTo}. */
  private MaskedSource(StreamInput in) throws IOException {
    super(NAME, in);
  }

  /** How it travels; requests of users are refused. */
  public static SearchExtSpec<MaskedSource> spec() {
    return spec(NAME, MaskedSource::new);
  }
}
