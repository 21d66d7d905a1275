// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.document.DocumentField;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.MediaType;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.fetch.FetchContext;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.fetch.FetchSubPhaseProcessor;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/**
 * Marks the sources of hits that are whole, so that a document can be written again without being
 * read a second time. What a user reads may lack fields that are hidden from them, which writing it
 * back would lose; so a source counts as whole only if nothing stands between it and the segment
 * that could hide any. Of the others, and of large ones, the fields remain that were asked for.
 */
public final class WholeSourcePhase implements FetchSubPhase {
  /** Larger sources are not held by the thousand. */
  static final int MAX_BYTES = 16 * 1024;

  private static final String MARK = "_near_dup_whole";

  /** Readers of the server that hide documents that are deleted, at most. */
  private static final Set<String> BARE =
      Set.of(
          "org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper$SoftDeletesFilterCodecReader",
          "org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper$SoftDeletesFilterLeafReader",
          "org.opensearch.common.lucene.index.OpenSearchLeafReader",
          "org.opensearch.search.internal.ExitableDirectoryReader$ExitableLeafReader");

  @Override
  public FetchSubPhaseProcessor getProcessor(FetchContext context) {
    if (context.getSearchExt(WholeSource.NAME) instanceof WholeSource asked) {
      return new Processor(asked, context.fetchSourceContext());
    }
    return null;
  }

  static void mark(SearchHit hit) {
    hit.setDocumentField(MARK, new DocumentField(MARK, List.of(checksum(hit.getSourceRef()))));
  }

  /**
   * Whether all of the source has arrived as it is in the index: a checksum tells whether anything
   * has changed it since.
   */
  public static boolean isWhole(SearchHit hit) {
    DocumentField mark = hit.field(MARK);
    return mark != null && mark.getValue().equals(checksum(hit.getSourceRef()));
  }

  private static Long checksum(BytesReference source) {
    BytesRef bytes = source.toBytesRef();
    CRC32C sum = new CRC32C();
    sum.update(bytes.bytes, bytes.offset, bytes.length);
    return sum.getValue();
  }

  static boolean isBare(LeafReader reader) {
    LeafReader in = reader;
    while (in instanceof SegmentReader == false) {
      if (BARE.contains(in.getClass().getName()) == false) {
        return false;
      }
      in =
          in instanceof FilterCodecReader codec
              ? codec.getDelegate()
              : ((FilterLeafReader) in).getDelegate();
    }
    return true;
  }

  private static final class Processor implements FetchSubPhaseProcessor {
    /** Whether the request is as it was sent: another plugin may have excluded fields. */
    private final boolean unfiltered;

    private final Function<Map<String, ?>, Map<String, Object>> filter;
    private boolean bare;

    Processor(WholeSource asked, FetchSourceContext fetched) {
      this.unfiltered = fetched.includes().length == 0 && fetched.excludes().length == 0;
      this.filter = new FetchSourceContext(true, asked.fields(), new String[0]).getFilter();
    }

    @Override
    public void setNextReader(LeafReaderContext segment) {
      bare = isBare(segment.reader());
    }

    @Override
    public void process(HitContext context) throws IOException {
      SearchHit hit = context.hit();
      BytesReference source = hit.getSourceRef();
      if (source == null) {
        return;
      }
      if (unfiltered && bare && source.length() <= MAX_BYTES) {
        mark(hit);
      } else {
        hit.sourceRef(filtered(source));
      }
    }

    private BytesReference filtered(BytesReference source) throws IOException {
      var read = XContentHelper.convertToMap(source, true, (MediaType) null);
      try (XContentBuilder builder = MediaTypeRegistry.contentBuilder(read.v1())) {
        return BytesReference.bytes(builder.map(filter.apply(read.v2())));
      }
    }
  }
}
