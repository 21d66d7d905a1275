// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.Outcome.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.core.rest.RestStatus;

/**
 * What the response of a bulk says of the claims in it. Items are found by index and {@code _id},
 * never by position.
 */
final class Settlement {
  private final Map<String, List<BulkItemResponse>> byId = new HashMap<>();

  Settlement(BulkItemResponse[] items) {
    for (BulkItemResponse item : items) {
      if (item != null
          && item.getId() != null
          && item.getOpType() != DocWriteRequest.OpType.DELETE) {
        byId.computeIfAbsent(item.getId(), id -> new ArrayList<>(1)).add(item);
      }
    }
  }

  /** The outcomes of these claims, by domain. */
  Map<DomainSpec, List<Outcome>> of(List<BulkClaims.Tracked> claims) {
    Map<String, Integer> seen = new HashMap<>();
    Map<String, Integer> total = new HashMap<>();
    claims.forEach(claim -> total.merge(claim.claim().ref().id(), 1, Integer::sum));
    Map<DomainSpec, List<Outcome>> outcomes = new LinkedHashMap<>();
    for (BulkClaims.Tracked claim : claims) {
      String id = claim.claim().ref().id();
      int nth = seen.merge(id, 1, Integer::sum) - 1;
      outcomes
          .computeIfAbsent(claim.spec(), spec -> new ArrayList<>())
          .add(of(claim, nth, total.get(id)));
    }
    return outcomes;
  }

  private Outcome of(BulkClaims.Tracked claim, int nth, int claims) {
    long seq = claim.decision().seq();
    List<BulkItemResponse> items = byId.getOrDefault(claim.claim().ref().id(), List.of());
    if (claim.discarded() || items.isEmpty()) {
      return new Outcome(seq, Result.NOT_WRITTEN, null, -1);
    }
    if (items.size() != claims) {
      // The same _id was written in other ways too.
      return new Outcome(seq, Result.UNKNOWN, null, -1);
    }
    return of(seq, items.get(nth));
  }

  private static Outcome of(long seq, BulkItemResponse item) {
    if (item.isFailed()) {
      RestStatus status = item.getFailure().getStatus();
      // A conflict may be with an earlier attempt of the very same write.
      boolean sure = status.getStatus() < 500 && status != RestStatus.CONFLICT;
      return new Outcome(seq, sure ? Result.NOT_WRITTEN : Result.UNKNOWN, null, -1);
    }
    DocWriteResponse response = item.getResponse();
    return switch (response.getResult()) {
      case NOOP ->
          new Outcome(
              seq, BulkItems.isDropped(item) ? Result.NOT_WRITTEN : Result.UNKNOWN, null, -1);
      case CREATED -> new Outcome(seq, Result.WRITTEN, item.getIndex(), response.getSeqNo());
      case UPDATED ->
          item.getOpType() == DocWriteRequest.OpType.UPDATE
              ? new Outcome(seq, Result.UNKNOWN, null, -1)
              : new Outcome(seq, Result.WRITTEN, item.getIndex(), response.getSeqNo());
      default -> new Outcome(seq, Result.UNKNOWN, null, -1);
    };
  }

  /** When the bulk failed as a whole, nobody knows what was written. */
  static Map<DomainSpec, List<Outcome>> unknown(List<BulkClaims.Tracked> claims) {
    Map<DomainSpec, List<Outcome>> outcomes = new LinkedHashMap<>();
    for (BulkClaims.Tracked claim : claims) {
      outcomes
          .computeIfAbsent(claim.spec(), spec -> new ArrayList<>())
          .add(new Outcome(claim.decision().seq(), Result.UNKNOWN, null, -1));
    }
    return outcomes;
  }
}
