// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import java.io.IOException;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** A document that is near, but whose text could not be read to confirm it, and why. */
record UnreadCandidate(String index, String id, String reason) implements ToXContentObject {

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder
        .startObject()
        .field("_index", index)
        .field("_id", id)
        .field("reason", reason)
        .endObject();
  }
}
