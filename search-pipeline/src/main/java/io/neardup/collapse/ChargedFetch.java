// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.HitBytes;
import io.neardup.request.InternalExt;
import io.neardup.request.SearchMemory;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.fetch.FetchContext;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.fetch.FetchSubPhaseProcessor;
import org.opensearch.search.internal.SearchContext;

/**
 * Marks the searches of which a collapsed one consists for the nodes that have the shards: they
 * charge the hits that they fetch to their request breaker, one by one. Core charges none of them.
 */
public final class ChargedFetch extends InternalExt {
  static final String NAME = "near_dup_collapse_charged";

  private ChargedFetch() {
    super(NAME);
  }

  /** Mirrors {@link #writeTo}. */
  private ChargedFetch(StreamInput in) throws IOException {
    super(NAME, in);
  }

  /** That of a search, if it is certain to be understood: not of other clusters. */
  static List<SearchExtBuilder> of(SearchRequest search) {
    return SearchedFields.isRemote(search) ? List.of() : List.of(new ChargedFetch());
  }

  /** How it travels; requests of users are refused. */
  static SearchExtSpec<ChargedFetch> spec() {
    return spec(NAME, ChargedFetch::new);
  }

  /** What shards do: the account is that of their search, and closed with it. */
  public static final class Phase implements FetchSubPhase, SearchOperationListener {
    @Override
    public void onPreFetchPhase(SearchContext search) {
      if (search.getSearchExt(NAME) != null) {
        SearchMemory.of(search);
      }
    }

    @Override
    @Nullable public FetchSubPhaseProcessor getProcessor(FetchContext context) {
      return context.getSearchExt(NAME) == null
          ? null
          : new Charging(SearchMemory.of(context.getQueryShardContext()));
    }
  }

  private record Charging(MemoryAccount memory) implements FetchSubPhaseProcessor {
    @Override
    public void setNextReader(LeafReaderContext reader) {}

    @Override
    public void process(FetchSubPhase.HitContext context) {
      memory.take(HitBytes.of(context.hit()));
    }
  }
}
