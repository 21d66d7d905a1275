// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.query.NearDupQueryBuilder;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;

/**
 * One distance, or similarity, at which questions are asked.
 *
 * @param needed with fewer near-duplicates, a question is repeated at a greater distance
 */
record Round(NearDupRequest request, Nearness nearness, int needed) {
  NearDupQueryBuilder query(Target target) {
    boolean byText = request.texts() != null && target.kind() == TargetKind.SIMHASH;
    return new NearDupQueryBuilder(
        request.field(), target, byText ? request.texts().candidates(nearness) : nearness);
  }

  /** What is near the target of a question, and confirmed if that is asked for. */
  NearDupQueryBuilder query(Question question) {
    NearDupQueryBuilder query = query(question.target());
    SignatureVerification verification = request.signatures();
    return verification == null
        ? query
        : query.verify(verification.field(), verification.similarity(), question.signature());
  }

  /** Whether this many near-duplicates are enough. */
  boolean isAnswer(long total) {
    return total >= needed;
  }
}
