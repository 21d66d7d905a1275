// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.request.HitBytes;
import io.neardup.resolve.FingerprintSource;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.resolve.ResolveFingerprintsResponse;
import io.neardup.resolve.ResolveFingerprintsResponse.Item;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.common.CheckedSupplier;
import org.opensearch.common.Nullable;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.internal.InternalSearchResponse;

/**
 * One question of a request: what is searched for, or where to find it, or why it can be neither.
 *
 * @param source where to find the target; null if the request says it
 * @param target null with a failure, and as long as its source is not resolved; empty where the
 *     document asked about has none
 * @param signature what verifies near-duplicates, found by the same source; or null
 */
record Question(
    @Nullable FingerprintSource source,
    @Nullable Target target,
    @Nullable Target signature,
    @Nullable Exception failure) {

  static Question of(TargetKind kind, Object value) {
    return orFailure(() -> new Question(null, parse(kind, value), null, null));
  }

  static Question of(CheckedSupplier<FingerprintSource, RuntimeException> source) {
    return orFailure(() -> new Question(source.get(), null, null, null));
  }

  private static Question orFailure(CheckedSupplier<Question, RuntimeException> question) {
    try {
      return question.get();
    } catch (IllegalArgumentException e) {
      return new Question(null, null, null, e);
    }
  }

  private static Target parse(TargetKind kind, Object value) {
    try {
      return kind.parse(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "[" + kind.parameter() + "] is refused: " + e.getMessage(), e);
    }
  }

  /** The questions of a request, with what their sources have. */
  static List<Question> resolved(NearDupRequest request, ResolveFingerprintsResponse found) {
    int sources = (int) request.questions().stream().filter(q -> q.source != null).count();
    Iterator<Item> targets = found.of(0, sources).iterator();
    SignatureVerification verify = request.signatures();
    Iterator<Item> signatures = verify == null ? targets : found.of(1, sources).iterator();
    List<Question> all = new ArrayList<>();
    for (Question question : request.questions()) {
      Question known = question.source == null ? question : question.resolved(targets.next());
      if (question.source != null && verify != null) {
        known = known.verifiedBy(signatures.next(), verify.field());
      }
      all.add(request.k() == null ? known : known.ofNearest(request.field()));
    }
    return all;
  }

  private Question resolved(Item found) {
    return new Question(source, found.target(), null, found.failure());
  }

  /**
   * The same with the signature that its source has.
   *
   * @param field of the signature
   */
  private Question verifiedBy(Item found, String field) {
    if (isAsked() == false) {
      return this;
    }
    if (found.failure() != null) {
      return refused(found.failure());
    }
    return found.target().isEmpty() || found.target().kind() != TargetKind.MINHASH
        ? refused(withoutSignature(field))
        : new Question(source, target, found.target(), null);
  }

  private static IllegalArgumentException withoutSignature(String field) {
    return new IllegalArgumentException(
        "[verify] compares with the signature of the document asked about, which has none in ["
            + field
            + "]; index it with one in a field of type [minhash], or leave out [verify]");
  }

  /** The same, refused if the nearest cannot be asked for in this kind of field. */
  private Question ofNearest(String field) {
    return target == null || target.kind() == TargetKind.SIMHASH
        ? this
        : refused(
            new IllegalArgumentException(
                "[k] works on fields of type [simhash], and field ["
                    + field
                    + "] is of type ["
                    + target.kind().type()
                    + "]; use [similarity] and [size]"));
  }

  private Question refused(Exception why) {
    return new Question(source, null, null, why);
  }

  /** About as much memory as it takes. */
  long bytes() {
    return (source == null ? 0 : HitBytes.of(source)) + (target == null ? 0 : HitBytes.of(target));
  }

  /** The id of the document it is about, or null. */
  @Nullable String id() {
    return source instanceof OfId ofId ? ofId.id() : null;
  }

  /** Matches the document it is about; null unless that is one of an index. */
  @Nullable BoolQueryBuilder itself() {
    return source instanceof OfId ofId ? itself(ofId) : null;
  }

  /** Matches a document of an index. */
  static BoolQueryBuilder itself(OfId document) {
    BoolQueryBuilder itself =
        QueryBuilders.boolQuery().filter(QueryBuilders.idsQuery().addIds(document.id()));
    return document.index() == null
        ? itself
        : itself.filter(QueryBuilders.termQuery("_index", document.index()));
  }

  /** Whether there is something to search for. */
  boolean isAsked() {
    return target != null && target.isEmpty() == false;
  }

  /** The fingerprint, where the field has fingerprints. */
  long hash() {
    return ((Target.Fingerprints) target).set().toArray()[0];
  }

  /** The result without a search. */
  NearDupResult unasked() {
    return failure == null ? answered(nothing()) : failed(failure);
  }

  /** The response of a search of no shards. */
  private static SearchResponse nothing() {
    return new SearchResponse(
        InternalSearchResponse.empty(),
        null,
        0,
        0,
        0,
        0,
        ShardSearchFailure.EMPTY_ARRAY,
        SearchResponse.Clusters.EMPTY);
  }

  NearDupResult answered(SearchResponse search) {
    return new NearDupResult(id(), target, search, null);
  }

  NearDupResult failed(Exception why) {
    return new NearDupResult(id(), target, null, why);
  }
}
