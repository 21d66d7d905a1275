// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.neardup;

import io.neardup.mapper.ResolveFingerprintsResponse;
import io.neardup.mapper.ResolveFingerprintsResponse.Item;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.opensearch.action.search.SearchResponse;

/** An entry with its fingerprint, or with the reason why it has none. */
record Question(NearDupEntry entry, Long hash, Exception failure) {

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

  NearDupResult answered(SearchResponse search) {
    return new NearDupResult(entry.id(), hash, search, null);
  }

  NearDupResult failed(Exception why) {
    return new NearDupResult(entry.id(), hash, null, why);
  }
}
