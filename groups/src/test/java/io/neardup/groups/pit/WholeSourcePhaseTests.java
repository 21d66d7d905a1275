// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.opensearch.common.lucene.index.OpenSearchDirectoryReader;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.SearchHit;
import org.opensearch.test.OpenSearchTestCase;

/** When a source counts as whole. */
public class WholeSourcePhaseTests extends OpenSearchTestCase {
  private static SearchHit hit(String source) {
    return new SearchHit(0, "a", Map.of(), Map.of()).sourceRef(new BytesArray(source));
  }

  public void testMarkedAndUnchanged() {
    SearchHit hit = hit("{\"a\":1,\"b\":2}");
    assertFalse(WholeSourcePhase.isWhole(hit));
    WholeSourcePhase.mark(hit);
    assertTrue(WholeSourcePhase.isWhole(hit));
  }

  public void testChangedOnItsWay() {
    SearchHit hit = hit("{\"a\":1,\"b\":2}");
    WholeSourcePhase.mark(hit);
    hit.sourceRef(new BytesArray("{\"a\":1}"));
    assertFalse(WholeSourcePhase.isWhole(hit));
  }

  public void testReadersThatMayHideFields() throws Exception {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      writer.addDocument(new Document());
      writer.commit();
      try (DirectoryReader plain = DirectoryReader.open(directory);
          DirectoryReader reader =
              OpenSearchDirectoryReader.wrap(plain, new ShardId("index", "_na_", 0))) {
        LeafReader leaf = reader.leaves().get(0).reader();
        assertTrue(WholeSourcePhase.isBare(leaf));
        assertFalse(WholeSourcePhase.isBare(new Hiding(leaf)));
      }
    }
  }

  /** Nobody knows what it does. */
  private static final class Hiding extends FilterLeafReader {
    Hiding(LeafReader in) {
      super(in);
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }
}
