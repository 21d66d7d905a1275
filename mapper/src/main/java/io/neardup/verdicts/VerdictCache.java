// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.verdicts;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import io.neardup.request.Listeners;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.util.concurrent.ListenableFuture;
import org.opensearch.common.util.concurrent.OpenSearchExecutors;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;

/**
 * The lists that a node has read, each as it was when it was asked for last. Charged to the breaker
 * of the plugin; where that has no room for one more, the others go.
 */
public final class VerdictCache {
  private static final int PAGE = 10_000;

  private final BreakerMemory memory;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /** Charges this breaker. */
  public VerdictCache(CircuitBreaker breaker) {
    memory =
        new BreakerMemory(
            breaker,
            "<near_dup_verdicts>",
            "; name a shorter list of verdicts, or raise [breaker.near_dup.limit]");
  }

  /**
   * How far a list is.
   *
   * @param uuid of its index
   * @param verdicts how many there are
   * @param newest the sequence number of the one that was written last
   */
  record State(String uuid, long verdicts, long newest) {}

  private record Entry(State state, MemoryAccount account, ListenableFuture<Verdicts> verdicts) {}

  /** The list in this state, read unless it is here already. */
  void get(Client client, String name, State state, ActionListener<Verdicts> listener) {
    Entry entry;
    boolean begin = false;
    synchronized (this) {
      entry = entries.get(name);
      if (entry == null || entry.state.equals(state) == false) {
        drop(name);
        entry = new Entry(state, new MemoryAccount(this::charge), new ListenableFuture<>());
        entries.put(name, entry);
        begin = true;
      }
    }
    entry.verdicts.addListener(listener, OpenSearchExecutors.newDirectExecutorService());
    if (begin) {
      read(client, name, entry);
    }
  }

  private void read(Client client, String name, Entry entry) {
    Verdicts.Builder builder = new Verdicts.Builder(entry.account);
    String[] last = {null};
    Listeners.repeat(
        Listeners.listener(
            all -> entry.verdicts.onResponse(builder.build()),
            failure -> {
              forget(name, entry);
              entry.verdicts.onFailure(failure);
            }),
        more ->
            client.execute(
                SearchAction.INSTANCE,
                page(name, last[0]),
                ActionListener.map(more, found -> add(name, found, builder, last))));
  }

  private static SearchRequest page(String name, String last) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .size(PAGE)
            .trackTotalHits(false)
            .fetchSource(false)
            .docValueField(Verdict.NAME)
            .sort(VerdictIndex.PAIR);
    if (last != null) {
      source.searchAfter(new Object[] {last});
    }
    return new SearchRequest(name)
        .preference(VerdictIndex.PREFERENCE)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID)
        .requestCache(false)
        .allowPartialSearchResults(false)
        .source(source);
  }

  /** Whether there may be more. */
  private static boolean add(
      String name, SearchResponse found, Verdicts.Builder builder, String... last) {
    SearchHit[] hits = found.getHits().getHits();
    for (SearchHit hit : hits) {
      try {
        String pair = String.valueOf(hit.getSortValues()[0]);
        Object verdict =
            hit.field(Verdict.NAME) == null ? null : hit.field(Verdict.NAME).getValue();
        builder.add(ContentPair.parse(pair), Verdict.parse(verdict));
        last[0] = pair;
      } catch (IllegalArgumentException e) {
        throw new OpenSearchStatusException(
            "[{}] has a document that is no verdict, [{}]: {}; delete it, and write the list by"
                + " PUT _near_dup/verdicts/{}",
            RestStatus.BAD_REQUEST,
            e,
            name,
            hit.getId(),
            e.getMessage(),
            name);
      }
    }
    return hits.length == PAGE;
  }

  /** Other lists can be read again. */
  private void charge(long bytes) {
    try {
      memory.charge(bytes);
    } catch (CircuitBreakingException e) {
      dropRead();
      memory.charge(bytes);
    }
  }

  private synchronized void dropRead() {
    Iterator<Entry> all = entries.values().iterator();
    while (all.hasNext()) {
      Entry entry = all.next();
      if (entry.verdicts.isDone()) {
        all.remove();
        entry.account.close();
      }
    }
  }

  private synchronized void forget(String name, Entry entry) {
    entry.account.close();
    entries.remove(name, entry);
  }

  private void drop(String name) {
    Entry entry = entries.remove(name);
    if (entry != null) {
      entry.account.close();
    }
  }
}
