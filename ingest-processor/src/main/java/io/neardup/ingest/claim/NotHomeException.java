// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import java.io.IOException;
import org.opensearch.OpenSearchException;
import org.opensearch.core.common.io.stream.StreamInput;

/** The node is not, or no longer, the home of a domain; ask the current one. */
final class NotHomeException extends OpenSearchException {
  NotHomeException(String message) {
    super(message);
  }

  NotHomeException(StreamInput in) throws IOException {
    super(in);
  }
}
