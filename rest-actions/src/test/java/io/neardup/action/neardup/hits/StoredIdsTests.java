// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup.hits;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.opensearch.index.mapper.IdFieldMapper;
import org.opensearch.index.mapper.Uid;
import org.opensearch.test.OpenSearchTestCase;

public class StoredIdsTests extends OpenSearchTestCase {
  private static final int DOCUMENTS = 1000;

  private Directory directory;
  private DirectoryReader reader;
  private ExecutorService executor;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = new ByteBuffersDirectory();
    executor = Executors.newFixedThreadPool(2);
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int i = 0; i < DOCUMENTS; i++) {
        Document document = new Document();
        document.add(new StoredField(IdFieldMapper.NAME, Uid.encodeId("d" + i)));
        writer.addDocument(document);
        // Some leaves have one batch of documents, some have several.
        if (i == 0 || i == 99 || i == 500) {
          writer.flush();
        }
      }
    }
    reader = DirectoryReader.open(directory);
    assertEquals(4, reader.leaves().size());
  }

  @Override
  public void tearDown() throws Exception {
    executor.shutdown();
    reader.close();
    directory.close();
    super.tearDown();
  }

  private void assertRead(int... docs) throws IOException {
    for (IndexSearcher searcher :
        new IndexSearcher[] {new IndexSearcher(reader), new IndexSearcher(reader, executor)}) {
      String[] ids = new StoredIds(searcher, () -> {}).read(docs);
      assertEquals(docs.length, ids.length);
      for (int i = 0; i < docs.length; i++) {
        assertEquals("d" + docs[i], ids[i]);
      }
    }
  }

  public void testNone() throws IOException {
    assertRead();
  }

  public void testAll() throws IOException {
    int[] all = new int[DOCUMENTS];
    for (int i = 0; i < DOCUMENTS; i++) {
      all[i] = i;
    }
    assertRead(all);
  }

  public void testSome() throws IOException {
    assertRead(0, 1, 98, 99, 100, 500, 501, 999);
    assertRead(999);
    assertRead(random().ints(0, DOCUMENTS).limit(300).sorted().distinct().toArray());
  }

  public void testIsCancelled() {
    AtomicInteger asked = new AtomicInteger();
    Runnable cancellation =
        () -> {
          if (asked.incrementAndGet() == 2) {
            throw new CancellationException();
          }
        };
    StoredIds ids = new StoredIds(new IndexSearcher(reader), cancellation);
    expectThrows(CancellationException.class, () -> ids.read(new int[] {0, 1, 2, 3}));
  }
}
