// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.InternalExt;
import io.neardup.request.SearchMemory;
import io.neardup.request.WireVersion;
import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
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
public final class ChargedFetch extends SearchExtBuilder {
  static final String NAME = "near_dup_collapse_charged";

  ChargedFetch() {}

  /** Mirrors {@link #writeTo}. */
  private ChargedFetch(StreamInput in) throws IOException {
    WireVersion.read(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
  }

  /** How it travels; requests of users are refused. */
  static SearchExtSpec<ChargedFetch> spec() {
    return InternalExt.spec(NAME, ChargedFetch::new);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.field(NAME, true);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChargedFetch;
  }

  @Override
  public int hashCode() {
    return NAME.hashCode();
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
      memory.take(HitValues.bytes(context.hit()));
    }
  }
}
