// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.io.IOException;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.Bits;
import org.opensearch.common.lucene.index.SequentialStoredFieldsLeafReader;
import org.opensearch.index.IndexModule;
import org.opensearch.plugins.Plugin;

/** Hides fields and documents from searchers as a security plugin does: by a reader wrapper. */
public final class HidingPlugin extends Plugin {
  /** The field that nobody sees. */
  public static volatile String hiddenField;

  /** Whether the first document of every segment is hidden. */
  public static volatile boolean hideDocuments;

  /** The one index whose documents are hidden; null for all. */
  public static volatile String hiddenIndex;

  @Override
  public void onIndexModule(IndexModule module) {
    module.setReaderWrapper(
        index ->
            reader ->
                hiddenField == null && isHiding(module) == false
                    ? reader
                    : new WrappedReader(reader, leaf -> new HidingLeaf(leaf, isHiding(module))));
  }

  private static boolean isHiding(IndexModule module) {
    return hideDocuments
        && (hiddenIndex == null || module.getIndex().getName().equals(hiddenIndex));
  }

  private static final class HidingLeaf extends SequentialStoredFieldsLeafReader {
    private final boolean hides;

    HidingLeaf(LeafReader in, boolean hides) {
      super(in);
      this.hides = hides;
    }

    @Override
    protected StoredFieldsReader doGetSequentialStoredFieldsReader(StoredFieldsReader reader) {
      return reader;
    }

    @Override
    public Terms terms(String field) throws IOException {
      return field.equals(hiddenField) ? null : super.terms(field);
    }

    @Override
    public Bits getLiveDocs() {
      Bits live = in.getLiveDocs();
      if (hides == false) {
        return live;
      }
      return new Bits() {
        @Override
        public boolean get(int index) {
          return index > 0 && (live == null || live.get(index));
        }

        @Override
        public int length() {
          return in.maxDoc();
        }
      };
    }

    @Override
    public int numDocs() {
      return in.numDocs() - (hides ? 1 : 0);
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
