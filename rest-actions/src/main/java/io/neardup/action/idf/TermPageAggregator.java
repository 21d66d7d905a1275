// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.action.DocumentRights;
import io.neardup.request.SearchMemory;
import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.search.aggregations.Aggregator;
import org.opensearch.search.aggregations.InternalAggregation;
import org.opensearch.search.aggregations.LeafBucketCollector;
import org.opensearch.search.aggregations.metrics.MetricsAggregator;
import org.opensearch.search.internal.SearchContext;

/** Reads a page of the terms of a shard, merged over its Lucene segments; and no documents. */
final class TermPageAggregator extends MetricsAggregator {
  private static final int TERMS_BETWEEN_CHECKS = 1 << 12;

  @Nullable private final MappedFieldType field;
  @Nullable private final BytesRef after;
  private final long least;
  private final int size;

  TermPageAggregator(
      String name,
      @Nullable MappedFieldType field,
      @Nullable BytesRef after,
      long least,
      int size,
      SearchContext context,
      Aggregator parent,
      Map<String, Object> metadata)
      throws IOException {
    super(name, context, parent, metadata);
    this.field = field;
    this.after = after;
    this.least = least;
    this.size = size;
  }

  @Override
  protected LeafBucketCollector getLeafCollector(
      LeafReaderContext context, LeafBucketCollector sub) {
    throw new CollectionTerminatedException();
  }

  @Override
  public InternalAggregation buildEmptyAggregation() {
    return page(0, null, BytesArray.EMPTY);
  }

  private TermPage page(long documents, @Nullable BytesRef last, BytesReference entries) {
    return new TermPage(name, metadata(), field != null, documents, last, entries);
  }

  @Override
  public InternalAggregation buildAggregation(long owningBucketOrd) throws IOException {
    if (field == null) {
      return buildEmptyAggregation();
    }
    DirectoryReader reader = context.searcher().getDirectoryReader();
    DocumentRights.requireAll(context);
    Terms terms = MultiTerms.getTerms(reader, field.name());
    if (terms == null) {
      return buildEmptyAggregation();
    }
    SearchMemory.of(context).take(size);
    BytesStreamOutput entries = new BytesStreamOutput();
    TermsEnum rest = terms.iterator();
    BytesRef last = null;
    int read = 0;
    for (BytesRef term = first(rest); term != null; term = rest.next()) {
      if (entries.size() >= size) {
        return page(terms.getDocCount(), last, entries.bytes());
      }
      if (rest.docFreq() >= least) {
        entries.writeBytesRef(term);
        entries.writeVLong(rest.docFreq());
      }
      // The enumeration reuses the bytes of its terms.
      last = entries.size() >= size ? BytesRef.deepCopyOf(term) : null;
      if (++read % TERMS_BETWEEN_CHECKS == 0) {
        checkCancelled();
      }
    }
    return page(terms.getDocCount(), null, entries.bytes());
  }

  @Nullable private BytesRef first(TermsEnum terms) throws IOException {
    if (after == null) {
      return terms.next();
    }
    return switch (terms.seekCeil(after)) {
      case FOUND -> terms.next();
      case NOT_FOUND -> terms.term();
      case END -> null;
    };
  }
}
