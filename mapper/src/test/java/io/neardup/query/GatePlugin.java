// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.FilterNumericDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.Terms;
import org.opensearch.index.IndexModule;
import org.opensearch.plugins.Plugin;

/** Blocks searches in the middle of their work, and counts what they do afterwards. */
public final class GatePlugin extends Plugin {
  /** How many doc values were read. */
  static final AtomicInteger READ = new AtomicInteger();

  /** Called for each value read. */
  static volatile Runnable gate = () -> {};

  /** Called for each field whose terms are asked for. */
  static volatile Runnable terms = () -> {};

  static void reset() {
    gate = () -> {};
    terms = () -> {};
    READ.set(0);
  }

  @Override
  public void onIndexModule(IndexModule module) {
    module.setReaderWrapper(index -> Gated::new);
  }

  private static final class Gated extends FilterDirectoryReader {
    Gated(DirectoryReader in) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader reader) {
              return new GatedLeaf(reader);
            }
          });
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
      return new Gated(in);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }

  private static final class GatedLeaf extends FilterLeafReader {
    GatedLeaf(LeafReader in) {
      super(in);
    }

    @Override
    public Terms terms(String field) throws IOException {
      terms.run();
      return super.terms(field);
    }

    @Override
    public SortedNumericDocValues getSortedNumericDocValues(String field) throws IOException {
      SortedNumericDocValues values = in.getSortedNumericDocValues(field);
      NumericDocValues single = values == null ? null : DocValues.unwrapSingleton(values);
      if (single == null || field.equals("hash") == false) {
        return values;
      }
      return DocValues.singleton(new GatedValues(single));
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

  private static final class GatedValues extends FilterNumericDocValues {
    GatedValues(NumericDocValues in) {
      super(in);
    }

    @Override
    public long longValue() throws IOException {
      READ.incrementAndGet();
      gate.run();
      return super.longValue();
    }
  }
}
