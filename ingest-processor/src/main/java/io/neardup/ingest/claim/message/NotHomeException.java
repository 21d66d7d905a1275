// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim.message;

import java.io.IOException;
import org.opensearch.OpenSearchException;
import org.opensearch.core.common.io.stream.StreamInput;

/** The node is not, or no longer, the home of a domain; ask the current one. */
public final class NotHomeException extends OpenSearchException {
  public NotHomeException(String message) {
    super(message);
  }

  public NotHomeException(StreamInput in) throws IOException {
    super(in);
  }
}
