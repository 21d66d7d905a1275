// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.request.HitBytes;
import io.neardup.request.InternalExt;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.opensearch.common.Nullable;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.fetch.FetchContext;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.fetch.FetchSubPhaseProcessor;

/**
 * Asks each shard of a search for so many bytes of documents, and one document at least. Hits
 * beyond come without anything of theirs and say so: whoever searches asks for these again.
 */
public final class LimitedFetch extends InternalExt {
  private static final String NAME = "near_dup_limited_fetch";
  private static final String LEFT_OUT = "_near_dup.left_out";

  private final long bytes;

  /** So many bytes of each shard. */
  public LimitedFetch(long bytes) {
    super(NAME);
    this.bytes = bytes;
  }

  private LimitedFetch(StreamInput in) throws IOException {
    super(NAME, in);
    this.bytes = in.readVLong();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeVLong(bytes);
  }

  /** Whether the shard had fetched enough before it came to this hit. */
  public static boolean isLeftOut(SearchHit hit) {
    return hit.field(LEFT_OUT) != null;
  }

  /** How it travels; requests of users are refused. */
  public static SearchExtSpec<LimitedFetch> spec() {
    return spec(NAME, LimitedFetch::new);
  }

  /** What shards do, behind all that adds to hits. */
  public static final class Phase implements FetchSubPhase {
    @Override
    @Nullable public FetchSubPhaseProcessor getProcessor(FetchContext context) {
      SearchExtBuilder limit = context.getSearchExt(NAME);
      return limit == null ? null : new Processor(((LimitedFetch) limit).bytes);
    }
  }

  private static final class Processor implements FetchSubPhaseProcessor {
    private long left;

    Processor(long left) {
      this.left = left;
    }

    @Override
    public void setNextReader(LeafReaderContext segment) {}

    @Override
    public void process(FetchSubPhase.HitContext context) {
      SearchHit hit = context.hit();
      if (left > 0) {
        left -= HitBytes.of(hit);
        return;
      }
      hit.sourceRef(null);
      List.copyOf(hit.getDocumentFields().keySet()).forEach(hit::removeDocumentField);
      hit.highlightFields(Map.of());
      hit.setDocumentField(LEFT_OUT, new DocumentField(LEFT_OUT, List.of(true)));
    }
  }
}
