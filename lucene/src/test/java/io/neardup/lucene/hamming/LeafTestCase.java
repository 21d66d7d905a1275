// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.CountingReader;
import io.neardup.lucene.FingerprintIndex;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.lucene.search.LeafMemory;
import java.io.IOException;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.IOUtils;

/** A test of how one leaf is searched, with an index of its own. */
public abstract class LeafTestCase extends LuceneTestCase {
  protected static final String FIELD = FingerprintIndex.FIELD;

  private Directory directory;
  private DirectoryReader reader;

  @Override
  public void tearDown() throws Exception {
    IOUtils.close(reader, directory);
    super.tearDown();
  }

  /** The same leaf again. */
  protected CountingReader getOnlyCountingReader() {
    return new CountingReader(getOnlyLeafReader(reader));
  }

  /** A leaf with these fingerprints, in their order. */
  protected CountingReader leaf(long... fingerprints) throws IOException {
    return leaf(fingerprints, new String[0]);
  }

  protected CountingReader leaf(long[] fingerprints, String... hidden) throws IOException {
    return leaf(HashSegmentLayout.FOUR, fingerprints, hidden);
  }

  protected CountingReader leaf(HashSegmentLayout layout, long[] fingerprints, String... hidden)
      throws IOException {
    IndexWriterConfig config = newIndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
    return leaf(config, layout, FIELD, fingerprints, hidden);
  }

  protected CountingReader leaf(
      IndexWriterConfig config,
      HashSegmentLayout layout,
      String field,
      long[] fingerprints,
      String... hidden)
      throws IOException {
    directory = newDirectory();
    // Document numbers are those of the array.
    config.setMergePolicy(newLogMergePolicy());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (long fingerprint : fingerprints) {
        Document document = new Document();
        FingerprintField.fields(layout, field, fingerprint, false).forEach(document::add);
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      reader = DirectoryReader.open(writer);
    }
    return new CountingReader(getOnlyLeafReader(reader), hidden);
  }

  protected static LeafMemory memory(HammingDistanceQuery query) {
    return new LeafMemory(query.memory());
  }

  protected static LeafPlan plan(LeafReader leaf, HammingDistanceQuery query) throws IOException {
    return LeafPlan.of(query, Probes.of(query, null), leaf, memory(query));
  }

  protected static HammingDistanceQuery query(PlanCosts costs, int maxDistance, long... queries) {
    return new HammingDistanceQuery(
        HashSegmentLayout.FOUR,
        FIELD,
        FingerprintSet.of(queries),
        maxDistance,
        MemoryAccount.unbounded(),
        costs);
  }

  protected static int[] documents(DocIdSetIterator iterator) throws IOException {
    IntStream.Builder documents = IntStream.builder();
    while (iterator.nextDoc() != NO_MORE_DOCS) {
      documents.add(iterator.docID());
    }
    return documents.build().toArray();
  }
}
