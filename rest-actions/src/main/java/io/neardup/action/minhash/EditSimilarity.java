// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.fingerprint.text.Levenshtein;
import io.neardup.fingerprint.text.TokenEdits;
import java.io.IOException;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * How much of one text must be edited to make the other of it.
 *
 * @param tokens by the tokens that are inserted and deleted; null without an analyzer
 * @param bound whether that is an upper bound only, because there are too many to count
 * @param characters by the characters that are inserted, deleted and replaced; null for long texts
 */
public record EditSimilarity(@Nullable Double tokens, boolean bound, @Nullable Double characters)
    implements ToXContentObject {

  /**
   * Of two texts and the hashes of their tokens; null for none.
   *
   * @param check called every few milliseconds; throws to stop
   */
  static EditSimilarity of(
      String left,
      String right,
      @Nullable long[] leftTokens,
      @Nullable long[] rightTokens,
      Runnable check) {
    Double characters =
        Levenshtein.takes(left) && Levenshtein.takes(right)
            ? Levenshtein.similarity(left, right)
            : null;
    if (leftTokens == null || rightTokens == null) {
      return new EditSimilarity(null, false, characters);
    }
    long all = Math.max(1, (long) leftTokens.length + rightTokens.length);
    int allowed = TokenEdits.counted(all);
    int edits = TokenEdits.distance(leftTokens, rightTokens, allowed, check);
    boolean bound = edits == TokenEdits.TOO_MANY;
    return new EditSimilarity(1 - (bound ? allowed + 1 : edits) / (double) all, bound, characters);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject();
    if (tokens != null) {
      builder.field(bound ? "tokens_at_most" : "tokens", tokens);
    }
    if (characters != null) {
      builder.field("characters", characters);
    }
    return builder.endObject();
  }
}
