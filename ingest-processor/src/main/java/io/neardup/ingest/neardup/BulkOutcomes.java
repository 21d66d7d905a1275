// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.Outcome.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.core.rest.RestStatus;

/**
 * Derives the outcomes of claims from the response of their bulk. Items are found by {@code _id}
 * and index, never by position; if that is ambiguous, the outcome is unknown and the home looks it
 * up.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class BulkOutcomes {
  private final Map<String, List<BulkItemResponse>> byId = new HashMap<>();
  private final BiPredicate<DomainSpec, String> contains;

  /** Whether ingest dropped or failed a document that had no id yet. */
  private final boolean nameless;

  /**
   * @param contains whether an index is part of a domain
   */
  BulkOutcomes(BulkItemResponse[] items, BiPredicate<DomainSpec, String> contains) {
    this.contains = contains;
    this.nameless =
        Arrays.stream(items)
            .anyMatch(item -> item != null && (item.getId() == null || BulkItems.isDropped(item)));
    for (BulkItemResponse item : items) {
      if (item != null
          && item.getId() != null
          && item.getOpType() != DocWriteRequest.OpType.DELETE) {
        byId.computeIfAbsent(item.getId(), id -> new ArrayList<>(1)).add(item);
      }
    }
  }

  /** The claims of a domain on a document of an index. */
  private record Target(DomainSpec spec, DocRef ref, boolean ownId) {}

  /** The outcomes of these claims, by domain. */
  Map<DomainSpec, List<Outcome>> of(List<BulkClaims.Tracked> claims) {
    Map<Target, List<Long>> seqs = new LinkedHashMap<>();
    for (BulkClaims.Tracked claim : claims) {
      seqs.computeIfAbsent(
              new Target(claim.spec(), claim.claim().ref(), claim.claim().ownId()),
              target -> new ArrayList<>(1))
          .add(claim.decision().seq());
    }
    Map<DomainSpec, List<Outcome>> outcomes = new LinkedHashMap<>();
    seqs.forEach(
        (target, claimed) ->
            outcomes
                .computeIfAbsent(target.spec, spec -> new ArrayList<>())
                .addAll(of(target, claimed)));
    return outcomes;
  }

  private List<Outcome> of(Target target, List<Long> seqs) {
    List<BulkItemResponse> items = items(target);
    List<Outcome> outcomes = new ArrayList<>(seqs.size());
    for (int i = 0; i < seqs.size(); i++) {
      outcomes.add(
          items.size() == seqs.size()
              ? outcome(target.spec, seqs.get(i), items.get(i))
              : new Outcome(seqs.get(i), unmatched(target, items), null, -1));
    }
    return outcomes;
  }

  /** Core loses the id that near_dup generated if a later processor drops or fails the document. */
  private Result unmatched(Target target, List<BulkItemResponse> items) {
    return items.isEmpty() && nameless && target.ownId == false
        ? Result.NOT_WRITTEN
        : Result.UNKNOWN;
  }

  /** Items with the document's id: those of its index, or all if there are none. */
  private List<BulkItemResponse> items(Target target) {
    List<BulkItemResponse> all = byId.getOrDefault(target.ref.id(), List.of());
    List<BulkItemResponse> same =
        all.stream().filter(item -> item.getIndex().equals(target.ref.index())).toList();
    return same.isEmpty() ? all : same;
  }

  private Outcome outcome(DomainSpec spec, long seq, BulkItemResponse item) {
    Result result = item.isFailed() ? failed(item.getFailure()) : answered(spec, item);
    return switch (result) {
      case WRITTEN -> new Outcome(seq, result, item.getIndex(), item.getResponse().getSeqNo());
      case ENDED -> new Outcome(seq, result, item.getIndex(), -1);
      case NOT_WRITTEN, UNKNOWN -> new Outcome(seq, result, null, -1);
    };
  }

  private static Result failed(BulkItemResponse.Failure failure) {
    if (failure.getSource() == BulkItemResponse.Failure.FailureSource.PIPELINE) {
      return Result.NOT_WRITTEN;
    }
    if (failure.getStatus() == RestStatus.CONFLICT) {
      // Possibly a conflict with an earlier attempt of the very same write.
      return Result.ENDED;
    }
    // After a server error some copies may have it, or still get it.
    return failure.getStatus().getStatus() < 500 ? Result.NOT_WRITTEN : Result.UNKNOWN;
  }

  private Result answered(DomainSpec spec, BulkItemResponse item) {
    DocWriteResponse response = item.getResponse();
    boolean update = item.getOpType() == DocWriteRequest.OpType.UPDATE;
    return switch (response.getResult()) {
      case CREATED, UPDATED ->
          update && response.getResult() == DocWriteResponse.Result.UPDATED
              ? Result.ENDED
              : contains.test(spec, item.getIndex()) ? Result.WRITTEN : Result.NOT_WRITTEN;
      case NOOP -> BulkItems.isDropped(item) ? Result.NOT_WRITTEN : Result.ENDED;
      default -> Result.UNKNOWN;
    };
  }

  /** If the bulk failed as a whole, nobody knows what was written. */
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
