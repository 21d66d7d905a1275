// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup.hits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.opensearch.index.mapper.IdFieldMapper;
import org.opensearch.index.mapper.Uid;

/**
 * The documents that questions are about, for one shard: the terms of their ids, in the order of
 * the terms dictionary, with the questions. Immutable.
 */
final class SelfTerms {
  /** The numbers of the questions in the request, by encoded id. */
  private final TreeMap<BytesRef, List<Integer>> terms = new TreeMap<>();

  private SelfTerms() {}

  /**
   * @param isHere whether a name refers to this index
   */
  static SelfTerms of(List<SelfExclusion> selves, Predicate<String> isHere) {
    SelfTerms here = new SelfTerms();
    Map<String, Boolean> known = new HashMap<>();
    for (int question = 0; question < selves.size(); question++) {
      SelfExclusion self = selves.get(question);
      if (self.index() == null || known.computeIfAbsent(self.index(), isHere::test)) {
        here.terms.computeIfAbsent(Uid.encodeId(self.id()), id -> new ArrayList<>()).add(question);
      }
    }
    return here;
  }

  boolean isEmpty() {
    return terms.isEmpty();
  }

  /** The questions about documents of a leaf, by document. */
  Map<Integer, List<Integer>> in(LeafReader reader) throws IOException {
    Terms ids = terms.isEmpty() ? null : reader.terms(IdFieldMapper.NAME);
    if (ids == null) {
      return Map.of();
    }
    Map<Integer, List<Integer>> documents = new HashMap<>();
    TermsEnum dictionary = ids.iterator();
    PostingsEnum postings = null;
    for (Map.Entry<BytesRef, List<Integer>> term : terms.entrySet()) {
      if (dictionary.seekExact(term.getKey())) {
        postings = dictionary.postings(postings, PostingsEnum.NONE);
        for (int doc = postings.nextDoc();
            doc != PostingsEnum.NO_MORE_DOCS;
            doc = postings.nextDoc()) {
          documents.put(doc, term.getValue());
        }
      }
    }
    return documents;
  }
}
