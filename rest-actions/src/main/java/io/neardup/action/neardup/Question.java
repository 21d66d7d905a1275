// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.resolve.ResolveFingerprintsResponse;
import io.neardup.resolve.ResolveFingerprintsResponse.Item;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.common.Nullable;
import org.opensearch.search.internal.InternalSearchResponse;

/**
 * An entry with its fingerprint, or with the reason why that cannot be told.
 *
 * @param hash null with a failure, and where the document asked about has none
 */
record Question(NearDupEntry entry, @Nullable Long hash, @Nullable Exception failure) {

  /** All entries of a request, in its order. */
  static List<Question> of(NearDupRequest request, ResolveFingerprintsResponse resolved) {
    Iterator<Item> items = resolved.items().iterator();
    List<Question> questions = new ArrayList<>();
    for (NearDupEntry entry : request.entries()) {
      if (entry.source() == null) {
        questions.add(new Question(entry, entry.hash(), entry.failure()));
      } else {
        Item item = items.next();
        Long hash = item.failure() == null ? item.fingerprint() : null;
        questions.add(new Question(entry, hash, item.failure()));
      }
    }
    return questions;
  }

  /** Whether there is something to search for. */
  boolean isAsked() {
    return hash != null;
  }

  /** The answer without a search. */
  NearDupResult unasked() {
    return failure == null ? answered(nothing()) : failed(failure);
  }

  /** What a search of no shards finds. */
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
    return new NearDupResult(entry.id(), hash, search, null);
  }

  NearDupResult failed(Exception why) {
    return new NearDupResult(entry.id(), hash, null, why);
  }
}
