// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.field.FingerprintDocValues;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.minhash.SignatureDocValues;
import io.neardup.request.SearchMemory;
import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.CollectionTerminatedException;
import org.opensearch.common.Nullable;
import org.opensearch.search.aggregations.Aggregator;
import org.opensearch.search.aggregations.InternalAggregation;
import org.opensearch.search.aggregations.LeafBucketCollector;
import org.opensearch.search.aggregations.metrics.MetricsAggregator;
import org.opensearch.search.internal.SearchContext;

/** Fills one page with the matches of a shard as they come along, and ends when it is full. */
final class FingerprintPageAggregator extends MetricsAggregator {
  private final int size;
  private final PageColumns columns;

  /** Null for all. */
  private final PageFilter filter;

  private final PageBuilder page;

  /** What the page is to have of one document. */
  private final long[] values;

  FingerprintPageAggregator(
      String name,
      int size,
      PageColumns columns,
      @Nullable PageFilter filter,
      SearchContext context,
      Aggregator parent,
      Map<String, Object> metadata)
      throws IOException {
    super(name, context, parent, metadata);
    this.size = size;
    this.columns = columns;
    this.filter = filter;
    MemoryAccount memory = SearchMemory.of(context);
    memory.take(filter == null ? 0 : filter.ramBytesUsed());
    int expected = filter == null ? context.searcher().getIndexReader().numDocs() : 0;
    this.page = new PageBuilder(columns, size, filter, expected, memory);
    this.values = new long[filter == null ? 1 : filter.maxRows()];
  }

  @Override
  protected LeafBucketCollector getLeafCollector(LeafReaderContext context, LeafBucketCollector sub)
      throws IOException {
    if (size == 0 || columns.isComplete() == false) {
      return LeafBucketCollector.NO_OP_COLLECTOR;
    }
    if (page.isFull()) {
      throw new CollectionTerminatedException();
    }
    SortedNumericDocValues prints =
        columns.fingerprints() == null
            ? null
            : FingerprintDocValues.of(context.reader(), columns.fingerprints());
    BinaryDocValues signatures = columns.signatures() == null ? null : signatures(context.reader());
    PageBuilder.Leaf leaf = page.leaf(context);
    return new LeafBucketCollector() {
      @Override
      public void collect(int doc, long bucket) throws IOException {
        if (prints != null && prints.advanceExact(doc) == false) {
          return;
        }
        long print = prints == null ? 0 : FingerprintField.fromDocValue(prints.nextValue());
        int rows = select(doc, print, signatures);
        if (rows > 0 && page.isFull()) {
          throw new CollectionTerminatedException();
        }
        for (int row = 0; row < rows; row++) {
          leaf.add(doc, values[row], signatures == null ? null : signatures.binaryValue());
        }
      }
    };
  }

  /** How many rows a document has; the signature is read only if it is needed. */
  private int select(int doc, long print, @Nullable BinaryDocValues signatures) throws IOException {
    if (filter != null && filter.isOfSignatures()) {
      return signatures.advanceExact(doc) ? filter.select(0, signatures.binaryValue(), values) : 0;
    }
    values[0] = print;
    int rows = filter == null ? 1 : filter.select(print, null, values);
    return rows > 0 && (signatures == null || signatures.advanceExact(doc)) ? rows : 0;
  }

  private BinaryDocValues signatures(LeafReader reader) throws IOException {
    BinaryDocValues values = SignatureDocValues.of(reader, columns.signatures());
    return values == null ? DocValues.emptyBinary() : values;
  }

  @Override
  public InternalAggregation buildAggregation(long owningBucketOrd) {
    return InternalFingerprintPages.of(name, columns, page.build(), metadata());
  }

  @Override
  public InternalAggregation buildEmptyAggregation() {
    return buildAggregation(0);
  }
}
