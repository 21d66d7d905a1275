// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.Outcome.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.core.rest.RestStatus;

/**
 * Derives the outcomes of claims from the response of their bulk. Items are found by {@code _id}
 * and index, never by position; if that is ambiguous, as for an {@code _id} that is written and
 * updated, the home reads the document.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class BulkOutcomes {
  private final Map<String, List<BulkItemResponse>> byId = new HashMap<>();
  private final BiPredicate<DomainSpec, String> contains;

  /** The indexes of the items that are part of a domain, or not: most items have the same. */
  private final IdentityHashMap<DomainSpec, Map<String, Boolean>> contained =
      new IdentityHashMap<>();

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
      if (item != null && item.getId() != null) {
        byId.computeIfAbsent(item.getId(), id -> new ArrayList<>(1)).add(item);
      }
    }
  }

  /** The claims of a domain on a document of an index. */
  private record Target(DomainSpec spec, DocRef ref, boolean ownId) {}

  /**
   * What is to be reported to the home of a domain.
   *
   * @param outcomes of its claims
   * @param groups with duplicates to delete
   */
  record Report(List<Outcome> outcomes, Set<Group> groups) {
    Report() {
      this(new ArrayList<>(), new HashSet<>());
    }

    /** Whether documents may have to be decided anew. */
    boolean isUrgent() {
      return outcomes.stream().anyMatch(outcome -> outcome.result() != Result.WRITTEN);
    }
  }

  /** The reports about these claims, by domain. */
  Map<DomainSpec, Report> reports(List<BulkClaims.Tracked> claims) {
    Map<Target, List<BulkClaims.Tracked>> targets = new LinkedHashMap<>();
    for (BulkClaims.Tracked claim : claims) {
      Target target = new Target(claim.spec(), claim.claim().ref(), claim.claim().ownId());
      targets.computeIfAbsent(target, key -> new ArrayList<>(1)).add(claim);
    }
    Map<DomainSpec, Report> reports = new LinkedHashMap<>();
    targets.forEach(
        (target, same) ->
            add(target, same, reports.computeIfAbsent(target.spec, spec -> new Report())));
    return reports;
  }

  private void add(Target target, List<BulkClaims.Tracked> claims, Report report) {
    List<BulkItemResponse> items = items(target);
    for (int i = 0; i < claims.size(); i++) {
      Decision decision = claims.get(i).decision();
      if (claims.get(i).removable()) {
        report.groups.add(decision.group());
      }
      if (decision.tracked()) {
        report.outcomes.add(
            items.size() == claims.size()
                ? outcome(target.spec, decision.seq(), items.get(i))
                : ambiguous(target, decision.seq(), items));
      }
    }
  }

  private Outcome ambiguous(Target target, long seq, List<BulkItemResponse> items) {
    if (items.isEmpty()) {
      // Core loses the id that near_dup generated if a later processor drops or fails the document.
      boolean lost = nameless && target.ownId == false;
      return new Outcome(seq, lost ? Result.NOT_WRITTEN : Result.UNKNOWN, null, -1);
    }
    boolean ended = true;
    for (BulkItemResponse item : items) {
      ended &= item.isFailed() == false || failed(item.getFailure()) != Result.UNKNOWN;
    }
    return ended
        ? new Outcome(seq, Result.ENDED, items.get(0).getIndex(), -1)
        : new Outcome(seq, Result.UNKNOWN, null, -1);
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

  private boolean isPart(DomainSpec spec, String index) {
    return contained
        .computeIfAbsent(spec, key -> new HashMap<>())
        .computeIfAbsent(index, name -> contains.test(spec, name));
  }

  private Result answered(DomainSpec spec, BulkItemResponse item) {
    DocWriteResponse response = item.getResponse();
    return switch (response.getResult()) {
      case CREATED, UPDATED -> {
        if (isPart(spec, item.getIndex()) == false) {
          yield Result.NOT_WRITTEN;
        }
        // A script may have changed an upsert, or the document was there.
        boolean update = item.getOpType() == DocWriteRequest.OpType.UPDATE;
        yield update ? Result.ENDED : Result.WRITTEN;
      }
      case NOOP -> BulkItems.isDropped(item) ? Result.NOT_WRITTEN : Result.ENDED;
      case DELETED, NOT_FOUND -> Result.ENDED;
    };
  }

  /** If the bulk failed as a whole, nobody knows what was written. */
  static Map<DomainSpec, Report> unknown(List<BulkClaims.Tracked> claims) {
    Map<DomainSpec, Report> reports = new LinkedHashMap<>();
    for (BulkClaims.Tracked claim : claims) {
      if (claim.decision().tracked()) {
        reports
            .computeIfAbsent(claim.spec(), spec -> new Report())
            .outcomes
            .add(new Outcome(claim.decision().seq(), Result.UNKNOWN, null, -1));
      }
    }
    return reports;
  }
}
