// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.index.Index;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.internal.SearchContext;

/**
 * The memory of the near-duplicate queries of a search on a shard: one account for all of them,
 * charged to the request breaker until the shard's search ends. A query does not know when that is,
 * so this class listens for the search that owns the query's context. Contexts without such a
 * search (of the percolator and of {@code _explain}) release their memory when they are garbage
 * collected.
 */
public final class SearchMemory implements SearchOperationListener {
  private static final String LABEL = "<near_dup>";

  /** By the identity of live contexts. */
  private static final Map<Owner, MemoryAccount> ACCOUNTS = new ConcurrentHashMap<>();

  private static final ReferenceQueue<QueryShardContext> GONE = new ReferenceQueue<>();

  /** The account of all queries created in this context. */
  public static MemoryAccount of(QueryShardContext context) {
    closeGone();
    CircuitBreaker breaker = breaker(context);
    return breaker == null
        ? MemoryAccount.unbounded()
        : ACCOUNTS.computeIfAbsent(
            new Owner(context), owner -> open(breaker, context.getFullyQualifiedIndex()));
  }

  /** The same for what begins within a phase of a search, after this class was told of it. */
  public static MemoryAccount of(SearchContext search) {
    MemoryAccount account = of(search.getQueryShardContext());
    closeWith(search);
    return account;
  }

  private static MemoryAccount open(CircuitBreaker breaker, Index index) {
    BreakerMemory memory = new BreakerMemory(breaker, LABEL, "");
    return new MemoryAccount(
        bytes -> {
          try {
            memory.charge(bytes);
          } catch (CircuitBreakingException e) {
            throw new QueryMemoryException(index, e);
          }
        });
  }

  private static CircuitBreaker breaker(QueryShardContext context) {
    return context == null
            || context.bigArrays() == null
            || context.bigArrays().breakerService() == null
        ? null
        : context.bigArrays().breakerService().getBreaker(CircuitBreaker.REQUEST);
  }

  private static void closeGone() {
    for (Reference<?> gone = GONE.poll(); gone != null; gone = GONE.poll()) {
      close(gone);
    }
  }

  private static void close(Object owner) {
    MemoryAccount account = ACCOUNTS.remove(owner);
    if (account != null) {
      account.close();
    }
  }

  @Override
  public void onPreQueryPhase(SearchContext search) {
    closeWith(search);
  }

  @Override
  public void onPreFetchPhase(SearchContext search) {
    closeWith(search);
  }

  private static void closeWith(SearchContext search) {
    closeGone();
    Owner owner = new Owner(search.getQueryShardContext());
    if (ACCOUNTS.containsKey(owner)) {
      search.addReleasable(() -> close(owner));
    }
  }

  /** Refers weakly to a context; equals only itself once that is gone. */
  private static final class Owner extends WeakReference<QueryShardContext> {
    private final int hash;

    Owner(QueryShardContext context) {
      super(context, GONE);
      this.hash = System.identityHashCode(context);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Contexts have identity.
    public boolean equals(Object other) {
      return this == other || (other instanceof Owner that && get() != null && get() == that.get());
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
