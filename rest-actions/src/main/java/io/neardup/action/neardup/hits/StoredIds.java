// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup.hits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.IndexSearcher;
import org.opensearch.index.fieldvisitor.FieldsVisitor;

/**
 * Reads the ids of documents from stored fields. An id costs the decompression of its block, five
 * to ten microseconds: after postings, the largest cost of many questions in one request. So ids
 * are read in parallel, on the threads of the searcher.
 */
final class StoredIds {
  /** Documents per task: a millisecond of work. */
  private static final int BATCH = 128;

  private final IndexSearcher searcher;
  private final Runnable cancellation;

  /**
   * @param cancellation called now and then; throws to stop reading
   */
  StoredIds(IndexSearcher searcher, Runnable cancellation) {
    this.searcher = searcher;
    this.cancellation = cancellation;
  }

  /**
   * Reads the ids.
   *
   * @param docs ascending numbers in the reader of the searcher
   * @return the ids in the same order
   */
  String[] read(int[] docs) throws IOException {
    String[] ids = new String[docs.length];
    List<Callable<Void>> batches = new ArrayList<>();
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    for (int from = 0; from < docs.length; ) {
      LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(docs[from], leaves));
      int first = from;
      int end = Math.min(from + BATCH, end(docs, from, leaf));
      batches.add(() -> read(leaf, docs, first, end, ids));
      from = end;
    }
    searcher.getTaskExecutor().invokeAll(batches);
    return ids;
  }

  /** The position of the first document after a leaf. */
  private static int end(int[] docs, int from, LeafReaderContext leaf) {
    int next = leaf.docBase + leaf.reader().maxDoc();
    int at = Arrays.binarySearch(docs, from, docs.length, next);
    return at < 0 ? -1 - at : at;
  }

  /** One reader per batch: it keeps the last decompressed block. */
  private Void read(LeafReaderContext leaf, int[] docs, int from, int to, String[] ids)
      throws IOException {
    cancellation.run();
    StoredFields stored = leaf.reader().storedFields();
    for (int i = from; i < to; i++) {
      FieldsVisitor visitor = new FieldsVisitor(false);
      stored.document(docs[i] - leaf.docBase, visitor);
      ids[i] = visitor.id();
    }
    return null;
  }
}
