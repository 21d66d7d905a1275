// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.opensearch.test.OpenSearchTestCase;

/** Pins the name of the server's reader class, by which lookups recognize it. */
public class ExitableReadersTests extends OpenSearchTestCase {
  public void testTheServersReaderIsKnown() throws Exception {
    Class<?> known = Class.forName(ExitableReaders.EXITABLE, false, getClass().getClassLoader());
    assertTrue(known.toString(), FilterLeafReader.class.isAssignableFrom(known));
  }

  public void testNoOtherReaderIsTakenOff() throws Exception {
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.addDocument(new Document());
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        LeafReader leaf = reader.leaves().get(0).reader();
        LeafReader hides =
            new FilterLeafReader(leaf) {
              @Override
              public CacheHelper getCoreCacheHelper() {
                return null;
              }

              @Override
              public CacheHelper getReaderCacheHelper() {
                return null;
              }
            };
        assertSame(leaf, ExitableReaders.withoutClock(leaf));
        assertSame(hides, ExitableReaders.withoutClock(hides));
      }
    }
  }
}
