// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.io.IOException;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * The answers to all questions of a request, in order.
 *
 * @param recall the part of near-duplicates, of just the similarity asked for, that lookups find;
 *     null if they find all
 * @param results one per question
 * @param memory must have room for a result before it is written
 */
public record NearDupResponse(
    long tookInMillis, @Nullable Double recall, List<NearDupResult> results, MemoryAccount memory)
    implements ToXContentObject {
  private static final double SHOWN = 1e4;

  /**
   * Writes one result after the other. What is written takes pages of the channel, which the server
   * counts in the breaker of requests until they are sent, but without asking it; so it is asked
   * here whether there is room for one more result.
   */
  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("took", tookInMillis);
    if (recall != null) {
      builder.field("recall", Math.round(recall * SHOWN) / SHOWN);
    }
    builder.startArray("results");
    for (NearDupResult result : results) {
      long bytes = result.bytes();
      memory.take(bytes);
      result.toXContent(builder, params);
      memory.giveBack(bytes);
    }
    return builder.endArray().endObject();
  }
}
