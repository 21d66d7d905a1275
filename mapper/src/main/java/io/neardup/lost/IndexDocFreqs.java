// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lost;

import io.neardup.fingerprint.lost.DocFreqs;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * The documents of indexes that have a term, summed over all shards: each term is asked for once,
 * with the rights of the caller. For one request, and one thread at a time.
 */
public final class IndexDocFreqs implements DocFreqs {
  /** Of a search. A word takes a shard some microseconds. */
  private static final int MAX_WORDS = 2000;

  private static final long BYTES_PER_TERM = 96;

  private final Client client;
  private final Function<SearchSourceBuilder, SearchRequest> search;
  private final List<String> fields;
  private final MemoryAccount memory;
  private final Map<String, Long> known = new HashMap<>();
  private long held;
  private boolean unmapped;
  private long documents;

  /**
   * @param search makes a search of the indexes
   * @param fields with the texts
   * @param memory charged with what is known
   */
  public IndexDocFreqs(
      Client client,
      Function<SearchSourceBuilder, SearchRequest> search,
      List<String> fields,
      MemoryAccount memory) {
    this.client = client;
    this.search = search;
    this.fields = fields;
    this.memory = memory;
  }

  /** Where no field has words, as in an index that is new, no document has any. */
  public IndexDocFreqs orNone() {
    unmapped = true;
    return this;
  }

  /**
   * Forgets all terms if they take more than so many bytes, so that a long run does not hold all
   * that it has ever met.
   */
  public void limit(long bytes) {
    if (held > bytes) {
      known.clear();
      memory.giveBack(held);
      held = 0;
    }
  }

  /**
   * Has these terms known.
   *
   * @param listener gets an {@link IllegalArgumentException} (HTTP 400) if none of the fields has
   *     words in the indexes
   */
  public void load(Iterable<TextTerms> texts, ActionListener<Void> listener) {
    Map<String, String> unknown = new LinkedHashMap<>();
    for (TextTerms terms : texts) {
      for (String term : terms.all()) {
        if (known.containsKey(term) == false) {
          unknown.putIfAbsent(term, terms.written(term));
        }
      }
    }
    Iterator<Map.Entry<String, String>> left = unknown.entrySet().iterator();
    Listeners.repeat(
        listener,
        more -> {
          List<String> terms = new ArrayList<>();
          List<String> words = new ArrayList<>();
          while (left.hasNext() && terms.size() < MAX_WORDS) {
            Map.Entry<String, String> next = left.next();
            terms.add(next.getKey());
            words.add(next.getValue());
            long bytes = BYTES_PER_TERM + next.getKey().length();
            memory.take(bytes);
            held += bytes;
          }
          if (terms.isEmpty()) {
            more.onResponse(false);
            return;
          }
          client.execute(
              SearchAction.INSTANCE,
              search(words),
              ActionListener.map(more, found -> add(terms, found)));
        });
  }

  private SearchRequest search(List<String> words) {
    // A part would take common words for rare ones.
    return search
        .apply(
            new SearchSourceBuilder()
                .query(QueryBuilders.matchAllQuery())
                .size(0)
                .trackTotalHits(false)
                .aggregation(new DocFreqsAggregationBuilder(fields, words)))
        .allowPartialSearchResults(false)
        .requestCache(false);
  }

  private boolean add(List<String> terms, SearchResponse found) {
    InternalDocFreqs freqs =
        found.getAggregations() == null
            ? null
            : found.getAggregations().get(DocFreqsAggregationBuilder.NAME);
    boolean none = freqs == null || freqs.counts().length == 0;
    if (none && unmapped) {
      terms.forEach(term -> known.put(term, 0L));
      return true;
    }
    if (none) {
      throw new IllegalArgumentException(
          "[verify] [text] [lost] tells rare words by the documents that have them, so one of the"
              + " fields "
              + fields
              + " must be an indexed field of type [text], got none; map it, or set"
              + " [max_doc_freq] to [0] to look at numbers alone, or to [1] to look at all words");
    }
    documents = Math.max(documents, freqs.documents());
    for (int i = 0; i < terms.size(); i++) {
      known.put(terms.get(i), freqs.counts()[i]);
    }
    return true;
  }

  @Override
  public long documents() {
    return documents;
  }

  @Override
  public long of(String term) {
    return known.get(term);
  }
}
