// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;

/** Fingerprints in one Lucene segment on disk, as a server reads them; deleted on close. */
final class LuceneIndex implements Closeable {
  /** The number of different queries of a benchmark. */
  static final int QUERIES = 1 << 10;

  private static final int FLIPPED = 2;

  private final Path folder;
  private final Directory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final double bytesPerDocument;

  /**
   * Writes a document for each fingerprint, and merges.
   *
   * @param fields of the document of a fingerprint
   */
  LuceneIndex(long[] fingerprints, LongFunction<List<? extends IndexableField>> fields)
      throws IOException {
    folder = Files.createTempDirectory("near-dup");
    directory = new MMapDirectory(folder);
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (long fingerprint : fingerprints) {
        Document document = new Document();
        fields.apply(fingerprint).forEach(document::add);
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    bytesPerDocument = bytes(directory) / (double) fingerprints.length;
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
  }

  private static long bytes(Directory directory) throws IOException {
    long bytes = 0;
    for (String file : directory.listAll()) {
      bytes += directory.fileLength(file);
    }
    return bytes;
  }

  /** Fingerprints two bits away from random existing ones; the same in every run. */
  static long[] queries(long[] fingerprints) {
    SplittableRandom random = new SplittableRandom(7);
    long[] queries = new long[QUERIES];
    Arrays.setAll(
        queries,
        i ->
            SampleFingerprints.flip(
                random, fingerprints[random.nextInt(fingerprints.length)], FLIPPED));
    return queries;
  }

  /** A searcher without a query cache. */
  IndexSearcher searcher() {
    return searcher;
  }

  double bytesPerDocument() {
    return bytesPerDocument;
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
    IOUtils.rm(folder);
  }
}
