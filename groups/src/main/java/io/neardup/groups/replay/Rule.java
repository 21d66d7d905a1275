// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.action.neardup.SignatureVerification;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.fingerprint.pairs.StopCheck;
import io.neardup.groups.replay.Candidates.NearFingerprint;
import io.neardup.groups.replay.Candidates.SharedBand;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.sequencer.keys.Likeness;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.FieldRefused;
import io.neardup.target.Nearness;
import io.neardup.target.TargetKind;
import io.neardup.verdicts.Verdicts;
import java.util.List;
import java.util.Set;
import org.opensearch.common.Nullable;

/**
 * What makes two documents near, as it is known when the type of the field is.
 *
 * @param candidates whose signatures are compared; null if fingerprints alone decide
 * @param maxDistance of fingerprints
 * @param similarity the least of signatures
 * @param numbers which numbers of the texts may differ, as signatures have them
 */
public record Rule(
    @Nullable Candidates candidates, int maxDistance, double similarity, NumbersRule numbers) {
  private static final double RECALL = 0.95;
  private static final long BYTES_PER_DOCUMENT = 110;
  private static final long BYTES_PER_SIGNATURE = 600;
  private static final long BYTES_PER_CANDIDATE_KEY = 10;

  /**
   * The rule of a request.
   *
   * @param kinds the types of the field in all indexes that have it
   * @throws IllegalArgumentException (HTTP 400) if documents are not grouped by the type, or a
   *     parameter does not belong to it
   */
  public static Rule of(GroupsRequest request, Set<String> kinds) {
    if (kinds.isEmpty() || FieldRefused.isDue(kinds)) {
      throw FieldRefused.of(request.field(), kinds, List.of(request.indices()));
    }
    if (kinds.size() > 1) {
      throw new IllegalArgumentException(
          "[field] must be of one type in all indexes, got ["
              + request.field()
              + "], which is of types "
              + kinds);
    }
    return kinds.contains(TargetKind.MINHASH.type()) ? ofSignatures(request) : ofPrints(request);
  }

  private static Rule ofPrints(GroupsRequest request) {
    int distance = request.nearness().distance(request.field(), false);
    SignatureVerification verify = request.verify();
    return verify == null
        ? new Rule(null, distance, 0, NumbersRule.KEPT)
        : new Rule(new NearFingerprint(distance), distance, verify.similarity(), verify.numbers());
  }

  private static Rule ofSignatures(GroupsRequest request) {
    Nearness nearness = request.nearness();
    nearness.requireSimilarity(request.field());
    if (request.verify() != null) {
      throw new IllegalArgumentException(
          "[verify] does not apply to field ["
              + request.field()
              + "] of type [minhash], whose signatures are compared in any case; use [similarity]");
    }
    if (nearness.similarity() == null) {
      throw new IllegalArgumentException(
          "[similarity] is required for field ["
              + request.field()
              + "] of type [minhash]: the least Jaccard similarity, greater than 0 and at most 1");
    }
    double recall = recallOf(nearness);
    Bands bands = recall < 1 ? Bands.of(nearness.similarity(), recall) : null;
    return new Rule(new SharedBand(bands), 0, nearness.similarity(), nearness.numbersRule());
  }

  /** The same as a stage of {@code near_dup}. */
  public Stage stage(GroupsRequest request) {
    if (isBySimilarity()) {
      return Stage.minHash(
          new Likeness(request.field(), similarity, numbers, recallOf(request.nearness())));
    }
    SignatureVerification verify = request.verify();
    return new Stage(
        Stage.Kind.SIMHASH,
        request.field(),
        maxDistance,
        verify == null ? null : new Likeness(verify.field(), verify.similarity(), numbers, 1));
  }

  private static double recallOf(Nearness nearness) {
    return nearness.recall() == null ? RECALL : nearness.recall();
  }

  public boolean isSigned() {
    return candidates != null;
  }

  /** Whether records tell similarities instead of distances. */
  public boolean isBySimilarity() {
    return candidates instanceof SharedBand;
  }

  /** In which of their bands signatures must meet; null if they need not. */
  public @Nullable Bands bands() {
    return candidates instanceof SharedBand shared ? shared.bands() : null;
  }

  /** Whether what is near can be found range by range, and not by comparing all with all. */
  public boolean hasRanges() {
    return isBySimilarity() == false || bands() != null;
  }

  /** What part of the pairs with just this similarity are compared; null if all are. */
  public @Nullable Double recall() {
    return bands() == null ? null : bands().recall(similarity, bands().count());
  }

  /** Roughly the bytes that it takes to read and to replay so many documents. */
  public long bytes(GroupsRequest request, long documents) {
    long signed =
        isSigned() ? BYTES_PER_SIGNATURE + BYTES_PER_CANDIDATE_KEY * candidates.keys() : 0;
    long scoped = request.scope().isEmpty() ? 0 : 2 * Integer.BYTES;
    long ordered = 2L * Long.BYTES * request.keep().size();
    return documents * (BYTES_PER_DOCUMENT + signed + scoped + ordered);
  }

  /**
   * What finds and replays it.
   *
   * @param verdicts that count more; null for none
   */
  public Join join(DocumentTable table, @Nullable Verdicts verdicts, StopCheck stop) {
    table.encodeKeys();
    return isSigned()
        ? new SignatureJoin(
            table.encodeSignatures(), candidates, similarity, numbers, verdicts, stop)
        : new DistanceJoin(maxDistance, verdicts, stop);
  }
}
