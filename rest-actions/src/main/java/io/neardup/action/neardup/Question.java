// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.resolve.ResolveFingerprintsResponse;
import io.neardup.resolve.ResolveFingerprintsResponse.Item;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.common.Nullable;
import org.opensearch.search.internal.InternalSearchResponse;

/**
 * An entry with what is searched for, or with the reason why that cannot be told.
 *
 * @param target null with a failure; empty where the document asked about has none
 * @param signature what verifies near-duplicates, or null
 */
record Question(
    NearDupEntry entry,
    @Nullable Target target,
    @Nullable Target signature,
    @Nullable Exception failure) {

  /** All entries of a request, in order. */
  static List<Question> of(NearDupRequest request, ResolveFingerprintsResponse resolved) {
    int sources = (int) request.entries().stream().filter(Question::isLookedUp).count();
    List<Question> questions = of(request, resolved.of(0, sources).iterator());
    return request.signatures() == null
        ? questions
        : verified(request, questions, resolved.of(1, sources).iterator());
  }

  private static boolean isLookedUp(NearDupEntry entry) {
    return entry.source() != null;
  }

  private static List<Question> of(NearDupRequest request, Iterator<Item> items) {
    List<Question> questions = new ArrayList<>();
    for (NearDupEntry entry : request.entries()) {
      Item item = isLookedUp(entry) ? items.next() : new Item(entry.target(), entry.failure());
      Exception failure = item.failure() == null ? refusal(request, item.target()) : item.failure();
      questions.add(new Question(entry, failure == null ? item.target() : null, null, failure));
    }
    return questions;
  }

  /** Why the nearest cannot be asked for in this kind of field, or null. */
  @Nullable private static Exception refusal(NearDupRequest request, Target target) {
    return request.k() == null || target.kind() == TargetKind.SIMHASH
        ? null
        : new IllegalArgumentException(
            "[k] works on fields of type [simhash], and field ["
                + request.field()
                + "] is of type ["
                + target.kind().type()
                + "]; use [similarity] and [size]");
  }

  /** The same with the signatures that verify what they find, in the order of the sources. */
  private static List<Question> verified(
      NearDupRequest request, List<Question> questions, Iterator<Item> items) {
    List<Question> verified = new ArrayList<>();
    for (Question question : questions) {
      verified.add(
          isLookedUp(question.entry) ? question.verified(request, items.next()) : question);
    }
    return verified;
  }

  private Question verified(NearDupRequest request, Item signature) {
    if (isAsked() == false) {
      return this;
    }
    if (signature.failure() != null) {
      return new Question(entry, null, null, signature.failure());
    }
    return signature.target().isEmpty() || signature.target().kind() != TargetKind.MINHASH
        ? new Question(entry, null, null, withoutSignature(request.signatures().field()))
        : new Question(entry, target, signature.target(), null);
  }

  private static IllegalArgumentException withoutSignature(String field) {
    return new IllegalArgumentException(
        "[verify] compares with the signature of the document asked about, which has none in ["
            + field
            + "]; index it with one in a field of type [minhash], or leave out [verify]");
  }

  /** Whether there is something to search for. */
  boolean isAsked() {
    return target != null && target.isEmpty() == false;
  }

  /** The fingerprint, where the field has fingerprints. */
  long hash() {
    return ((Target.Fingerprints) target).set().toArray()[0];
  }

  /** The answer without a search. */
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
    return new NearDupResult(entry.id(), target, search, null);
  }

  NearDupResult failed(Exception why) {
    return new NearDupResult(entry.id(), target, null, why);
  }
}
